import { parseArgs } from "node:util";
import { startWranglerDev } from "../test/e2e/wrangler-dev.ts";
import { createTelegramUpdate } from "../test/fixtures/telegram-updates.ts";
import { startTelegramServer } from "../test/stubs/telegram-server.ts";
import { REPLY_FORMATS } from "./stub/replies.ts";
import { startStub } from "./stub/start-stub.ts";
import { monotonicMs } from "./stub/stub-options.ts";
import { CASES, type Case } from "./telegram/cases.ts";

/**
 * Measures what a person sees on Telegram, and when, in milliseconds: median
 * and 90th percentile of the runs. The model is a stub in its own process that
 * sends a token every 20 ms; the Telegram stub enforces the limits of chats.
 * Everything else is as deployed, under `wrangler dev`. The cases take turns,
 * so that load on the machine affects all alike.
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
const SECRET = "bench_secret_with_enough_characters";

/** Measurements of a run by name; a run has several gaps between its edits. */
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
      // The first run is a warm-up.
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

/** Uses a new chat. */
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
  // Telegram makes the API call requested in the response.
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

/**
 * Measures the round trip of a request that does nothing. Leaves the connection
 * open, as Telegram does.
 */
async function timeWay(): Promise<number> {
  const askedAt = monotonicMs();
  await (await fetch(`${dev.url}/healthz`)).text();
  return monotonicMs() - askedAt;
}

interface Call {
  readonly method: string;
  /** Empty if it has none. */
  readonly text: string;
  readonly at: number;
}

/** Records calls to Telegram until one shows a complete text. */
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
    // A complete draft is followed by a message.
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
