import type {
  ModelAnswer,
  Report,
  TelegramState,
  TestAnswer,
} from "../../../types/setup-report.ts";
import { describeModel, describeParts } from "./describe-report.ts";
import {
  action,
  complaint,
  paragraph,
  refusal,
  section,
  showPart,
  type Words,
} from "./section.ts";
import type { Answer, Ask } from "./setup-api.ts";
import { createSignInSections } from "./sign-in-section.ts";

/** All sections, those with something to do first. */
export function createSections(
  words: Words,
  { report, ask }: { report: Report; ask: Ask },
): HTMLElement[] {
  return [
    modelSection(words, report, ask),
    messageSection(words, ask),
    telegramSection(words, report, ask),
    ...createSignInSections(words, { report, ask }),
    ...describeParts(report, words).map((part) => showPart(words, part)),
  ];
}

function modelSection(words: Words, report: Report, ask: Ask): HTMLElement {
  const { texts } = words;
  const test = action(words, {
    label: texts.askModel,
    busy: texts.asking,
    async run() {
      const answer = await ask<ModelAnswer>("/model", {});
      if (answer.kind !== "ok") return [refusal(words, answer)];
      const { body } = answer;
      if (body.kind === "failed") return [complaint(words, body.detail)];
      const values = { ms: Math.round(body.ms) };
      return [paragraph(words, texts.answered, { values, look: "good" })];
    },
  });
  const part = describeModel(report, texts);
  return showPart(words, part, !report.model.is_demo && test);
}

function messageSection(words: Words, ask: Ask): HTMLElement {
  const { texts } = words;
  return section(words, {
    title: texts.message,
    content: [
      paragraph(words, texts.messageText),
      action(words, {
        label: texts.send,
        busy: texts.asking,
        field: { label: texts.messageLabel, value: texts.messageDefault },
        async run(text) {
          const answer = await ask<TestAnswer>("/message", { text });
          if (answer.kind !== "ok") return [refusal(words, answer)];
          const tools = answer.body.tools
            .map((name) => texts.names[name] ?? name)
            .join(texts.comma);
          return [
            paragraph(words, "{text}", {
              values: { text: answer.body.text },
              look: "answer",
            }),
            paragraph(words, tools === "" ? texts.noTools : texts.usedTools, {
              values: { tools },
            }),
          ];
        },
      }),
    ],
  });
}

/** Command for this machine; the script assumes port 8787. */
const POLL = `npm run telegram:poll${location.port === "8787" ? "" : ` -- ${location.origin}`}`;

function telegramSection(
  words: Words,
  { channels, is_development, platform }: Report,
  ask: Ask,
): HTMLElement {
  const { texts } = words;
  const title = "Telegram";
  const telegram = channels.find(({ name }) => name === "telegram");
  if (telegram?.is_on !== true)
    return section(words, {
      title,
      state: "off",
      content: [paragraph(words, texts.telegramNext)],
    });

  const status = paragraph(words, texts.loading);
  const describe = (answer: Answer<TelegramState>) =>
    describeTelegram(words, { answer, platform });
  void ask<TelegramState>("/telegram").then((answer) =>
    status.replaceWith(...describe(answer)),
  );

  const connect = action(words, {
    label: texts.connect,
    busy: texts.connecting,
    isPrimary: true,
    run: async () => describe(await ask<TelegramState>("/telegram", {})),
  });
  return section(words, {
    title,
    state: "on",
    content: [
      status,
      telegram.is_for_everybody && paragraph(words, texts.everybody),
      is_development
        ? paragraph(words, texts.telegramLocal, { values: { poll: POLL } })
        : connect,
    ],
  });
}

function describeTelegram(
  words: Words,
  {
    answer,
    platform,
  }: { answer: Answer<TelegramState>; platform: Report["platform"] },
): readonly Node[] {
  if (answer.kind !== "ok") return [refusal(words, answer)];
  const { texts } = words;
  const { body } = answer;
  if (body.kind === "failed") return [complaint(words, body.detail)];
  const { username: bot, url, waiting, lastError } = body;
  const isHere =
    url === `${location.origin}/telegram/webhook` || platform === "aws";
  const isConnected = url !== "";
  const text = isHere ? texts.connected : texts.elsewhere;
  return [
    paragraph(words, isConnected ? text : texts.notConnected, {
      values: { bot, url, waiting },
      look: isConnected && isHere ? "good" : "",
    }),
    ...(lastError === undefined
      ? []
      : [
          paragraph(words, texts.lastError, {
            values: {
              at: new Date(lastError.at).toLocaleString(
                document.documentElement.lang,
              ),
              message: lastError.message,
            },
          }),
          paragraph(words, "→ {advice}", {
            values: { advice: lastError.advice },
          }),
        ]),
    ...(isConnected
      ? [paragraph(words, texts.writeTo, { values: { bot } })]
      : []),
  ];
}
