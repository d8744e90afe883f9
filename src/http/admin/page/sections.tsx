import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language } from "../../../page/client/parts/language.tsx";
import type { Outcome } from "../../../page/client/parts/request.ts";
import type {
  ModelAnswer,
  Report,
  TelegramState,
  TestAnswer,
} from "../../../types/setup-report.ts";
import { describeModel, describeParts } from "./describe-report.ts";
import {
  Action,
  Complaint,
  Line,
  Part,
  Refusal,
  Section,
} from "./elements.tsx";
import { ask, texts } from "./setup-state.ts";
import { SignIns } from "./sign-ins.tsx";

/** All sections, those with something to do first. */
export function Sections({ report }: { report: Report }) {
  const words = texts.value;
  const deployed = report.platform === "aws" ? "AWS" : "Cloudflare";
  const where = report.is_development ? words.local : deployed;
  const { version } = report;
  return (
    <>
      <Line text={words.intro} values={{ version, where }} look="intro" />
      <ModelSection report={report} />
      <MessageSection />
      <TelegramSection {...report} />
      {report.has_sign_ins && <SignIns />}
      {describeParts(report, { texts: words, language: language.value }).map(
        (part) => (
          <Part part={part} />
        ),
      )}
    </>
  );
}

function ModelSection({ report }: { report: Report }) {
  const words = texts.value;
  async function test() {
    const answer = await ask<ModelAnswer>("/model", {});
    if (answer.kind !== "done") return <Refusal failure={answer} />;
    const { value } = answer;
    if (value.kind === "failed") return <Complaint detail={value.detail} />;
    const ms = Math.round(value.ms);
    return <Line text={words.answered} values={{ ms }} look="good" />;
  }
  return (
    <Part part={describeModel(report, words)}>
      {!report.model.is_demo && (
        <Action label={words.askModel} busy={words.asking} run={test} />
      )}
    </Part>
  );
}

function MessageSection() {
  const words = texts.value;
  async function send(text: string) {
    const answer = await ask<TestAnswer>("/message", { text });
    if (answer.kind !== "done") return <Refusal failure={answer} />;
    const tools = answer.value.tools
      .map((name) => words.names[name] ?? name)
      .join(words.comma);
    return (
      <>
        <p class="answer">{answer.value.text}</p>
        <Line
          text={tools === "" ? words.noTools : words.usedTools}
          values={{ tools }}
        />
      </>
    );
  }
  return (
    <Section title={words.message}>
      <Line text={words.messageText} />
      <Action
        label={words.send}
        busy={words.asking}
        field={{ label: words.messageLabel, value: words.messageDefault }}
        run={send}
      />
    </Section>
  );
}

/** Command for this machine; the script assumes port 8787. */
const POLL = `npm run telegram:poll${location.port === "8787" ? "" : ` -- ${location.origin}`}`;

function TelegramSection({ channels, is_development, platform }: Report) {
  const words = texts.value;
  const state = useSignal<Outcome<TelegramState> | undefined>(undefined);
  const telegram = channels.find(({ name }) => name === "telegram");
  const isOn = telegram?.is_on === true;
  async function load(sent?: object): Promise<void> {
    state.value = await ask<TelegramState>("/telegram", sent);
  }
  useEffect(() => {
    if (isOn) void load();
  }, []);
  if (!isOn)
    return (
      <Section title="Telegram" state="off">
        <Line text={words.telegramNext} />
      </Section>
    );
  return (
    <Section title="Telegram" state="on">
      <div role="status">
        {state.value ? (
          <Telegram state={state.value} platform={platform} />
        ) : (
          <Line text={words.loading} />
        )}
      </div>
      {telegram.is_for_everybody && <Line text={words.everybody} />}
      {is_development ? (
        <Line text={words.telegramLocal} values={{ poll: POLL }} />
      ) : (
        <Action
          label={words.connect}
          busy={words.connecting}
          isPrimary
          run={() => load({})}
        />
      )}
    </Section>
  );
}

function Telegram(props: {
  state: Outcome<TelegramState>;
  platform: Report["platform"];
}) {
  const { state, platform } = props;
  const words = texts.value;
  if (state.kind !== "done") return <Refusal failure={state} />;
  const { value } = state;
  if (value.kind === "failed") return <Complaint detail={value.detail} />;
  const { username: bot, url, waiting, lastError } = value;
  if (url === "") return <Line text={words.notConnected} values={{ bot }} />;
  const isHere =
    url === `${location.origin}/telegram/webhook` || platform === "aws";
  return (
    <>
      <Line
        text={isHere ? words.connected : words.elsewhere}
        values={{ bot, url, waiting }}
        look={isHere ? "good" : ""}
      />
      {lastError && (
        <>
          <Line
            text={words.lastError}
            values={{
              at: new Date(lastError.at).toLocaleString(language.value),
              message: lastError.message,
            }}
          />
          <p>→ {lastError.advice}</p>
        </>
      )}
      <Line text={words.writeTo} values={{ bot }} />
    </>
  );
}
