import { parseArgs } from "node:util";
import { startWranglerDev } from "../test/e2e/wrangler-dev.ts";
import { createTelegramUpdate } from "../test/fixtures/telegram-updates.ts";
import { startTelegramServer } from "../test/stubs/telegram-server.ts";
import { REPLY_FORMATS } from "./stub/replies.ts";
import { startStub } from "./stub/start-stub.ts";
import { monotonicMs } from "./stub/stub-options.ts";
import { type Case, CASES } from "./telegram/cases.ts";

/**
 * What a person sees on Telegram, and when, in milliseconds: median and 90th percentile of the runs. The model is a stub in a
 * process of its own that sends a token each 20 ms; Telegram is a stub that enforces the limits of its chats. Everything else is
 * what a deployment runs, under `wrangler dev`. The cases take turns, so that a busy machine is as busy for all.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10" },
    style: { type: "string", default: "conversational-react" },
    streaming: { type: "string", default: "edit" },
    "token-ms": { type: "string", default: "20" },
  },
});
const runs = Number(values.runs);
const format = REPLY_FORMATS.find((name) => name === values.style);
if (format === undefined) throw new Error(`Unknown style: ${values.style}`);
const SECRET = "bench_secret";

/** What is measured in a run, by its name; a run has several gaps between its edits. */
type Run = Readonly<Record<string, readonly number[]>>;

const model = await startStub({
  answer: "",
  answers: Object.fromEntries(
    Object.values(CASES).map(({ question, answer }) => [question, answer]),
  ),
  observation: "408",
  chunks: "tokens",
  delayMs: Number(values["token-ms"]),
});
const telegram = await startTelegramServer({ isPatient: false });
const dev = await startWranglerDev({
  variables: {
    OPENAI_API_KEY: "sk-bench",
    OPENAI_BASE_URL: model.urlFor(format),
    AGENT_STYLE: format,
    TOOLS: "calculator",
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_WEBHOOK_SECRET: SECRET,
    TELEGRAM_API_ROOT: telegram.url,
    TELEGRAM_STREAMING: values.streaming,
  },
});
let lastChat = 1;
try {
  const measured: Record<string, Run[]> = {};
  for (let run = -1; run < runs; run++)
    for (const [name, given] of Object.entries(CASES)) {
      const result = await ask(given);
      // The first one warms up.
      if (run >= 0) (measured[name] ??= []).push(result);
    }
  for (const [title, share] of [
    ["Median", 0.5],
    ["90th percentile", 0.9],
  ] as const) {
    console.log(title);
    console.table(
      Object.fromEntries(
        Object.entries(measured).map(([name, all]) => [
          name,
          summarise(all, share),
        ]),
      ),
    );
  }
} finally {
  await dev.close();
  model.close();
  await telegram.close();
}

/** In a chat of its own. */
async function ask({ question, answer }: Case): Promise<Run> {
  const chat = ++lastChat;
  const wayMs = await timeWay();
  const answered = model.nextAnswer();
  const calls = watchCalls((text) => text.endsWith(answer.slice(-10)));
  const askedAt = monotonicMs();
  const response = await fetch(`${dev.url}/telegram/webhook`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-telegram-bot-api-secret-token": SECRET,
    },
    body: JSON.stringify(createUpdate(chat, question)),
  });
  if (!response.ok) throw new Error(`The update got ${response.status}.`);
  // Telegram makes the call that the answer asks for.
  const isTyping = (await response.text()).includes("sendChatAction");
  const typingAt = isTyping ? monotonicMs() : NaN;
  const all = await calls;
  const { beganAt, firstAt, lastAt } = await answered;
  const shown = all.filter(({ text }) => text !== "");
  const texts = shown.filter(({ text }) => !text.startsWith("Calculating"));
  const [first, second] = texts;
  const whole = texts.at(-1);
  const since = (at: number, call: Call | undefined): number[] =>
    call === undefined ? [] : [call.at - at];
  return {
    "request → health": [wayMs],
    "request → typing": [typingAt - askedAt],
    "reply's first token → first text": since(beganAt, first),
    "answer's first token → first text": since(firstAt, first),
    "first text → first edit": first ? since(first.at, second) : [],
    "edit → edit": texts
      .slice(1, -1)
      .flatMap((call, index) =>
        index === 0 ? [] : since(texts[index]?.at ?? NaN, call),
      ),
    "last token → whole": since(lastAt, whole),
    requests: [all.length],
  };
}

/** What a request takes that does nothing. The connection is open afterwards, as Telegram's is. */
async function timeWay(): Promise<number> {
  const askedAt = monotonicMs();
  await (await fetch(`${dev.url}/healthz`)).text();
  return monotonicMs() - askedAt;
}

interface Call {
  readonly method: string;
  /** Empty where it has none. */
  readonly text: string;
  readonly at: number;
}

/** The calls of Telegram from now on, until one shows a text that is whole. */
async function watchCalls(
  isWhole: (text: string) => boolean,
): Promise<readonly Call[]> {
  const before = telegram.calls.length;
  const seen: Call[] = [];
  await telegram.waitUntil(() => {
    for (const { method, parameters } of telegram.calls.slice(
      before + seen.length,
    )) {
      const { text } = parameters;
      seen.push({
        method,
        text: typeof text === "string" ? text : "",
        at: monotonicMs(),
      });
    }
    // A draft is sent as a message once it is whole.
    return seen.some(
      ({ method, text }) => method !== "sendMessageDraft" && isWhole(text),
    );
  });
  return seen;
}

function createUpdate(chat: number, text: string): object {
  return createTelegramUpdate({
    id: chat,
    text,
    message: {
      chat: { id: chat, first_name: "Mei", type: "private" },
      from: { id: chat, is_bot: false, first_name: "Mei" },
    },
  });
}

function summarise(all: readonly Run[], share: number): object {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const sorted = all
        .flatMap((run) => run[name] ?? [])
        .toSorted((a, b) => a - b);
      const place = Math.ceil(share * sorted.length) - 1;
      return [name, Math.round(sorted[place] ?? NaN)];
    }),
  );
}
