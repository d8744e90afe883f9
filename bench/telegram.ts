import { parseArgs } from "node:util";
import { startWranglerDev } from "../test/e2e/wrangler-dev.ts";
import { createTelegramUpdate } from "../test/fixtures/telegram-updates.ts";
import { startTelegramServer } from "../test/stubs/telegram-server.ts";
import { createAnswer } from "./stub/answer.ts";
import { startStub } from "./stub/start-stub.ts";
import { monotonicMs } from "./stub/stub-options.ts";

/**
 * What a person sees on Telegram, and when: "typing…", the first text of the answer, and the whole of it, in milliseconds
 * since the update was posted. The model is a stub in a process of its own that sends 50 tokens a second; Telegram is a
 * stub that enforces the limits of its chats. Everything else is what a deployment runs, under `wrangler dev`. Printed is
 * the median of the runs, and how many requests to Telegram a turn takes.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    tokens: { type: "string", default: "200" },
  },
});
const runs = Number(values.runs);
const SECRET = "bench_secret";
const QUESTION = "What is a good plan for a small theatre?";

/** Milliseconds since the update, and requests. */
interface Run {
  readonly typing: number;
  readonly firstText: number;
  readonly lastToken: number;
  readonly whole: number;
  readonly requests: number;
}

const answer = createAnswer(Number(values.tokens));
const model = await startStub({ answer, chunks: "tokens", delayMs: 20 });
const telegram = await startTelegramServer({ isPatient: false });
const table: Record<string, object> = {};
let lastChat = 1;
try {
  for (const streaming of ["edit", "draft", "off"])
    table[streaming] = await measure(streaming);
  console.table(table);
} finally {
  model.close();
  await telegram.close();
}

async function measure(streaming: string): Promise<object> {
  const dev = await startWranglerDev({
    variables: {
      OPENAI_API_KEY: "sk-bench",
      OPENAI_BASE_URL: model.urlFor("conversational-react"),
      TOOLS: "calculator",
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_WEBHOOK_SECRET: SECRET,
      TELEGRAM_API_ROOT: telegram.url,
      TELEGRAM_STREAMING: streaming,
    },
  });
  try {
    await ask(dev.url);
    const measured: Run[] = [];
    for (let run = 0; run < runs; run++) measured.push(await ask(dev.url));
    return summarise(measured);
  } finally {
    await dev.close();
  }
}

/** In a chat of its own. */
async function ask(url: string): Promise<Run> {
  const chat = ++lastChat;
  const update = createTelegramUpdate({
    id: chat,
    text: QUESTION,
    message: {
      chat: { id: chat, first_name: "Mei", type: "private" },
      from: { id: chat, is_bot: false, first_name: "Mei" },
    },
  });
  const said = model.nextAnswer();
  const before = telegram.calls.length;
  const begun = monotonicMs();
  const since = async (holds: () => boolean): Promise<number> => {
    await telegram.waitUntil(holds);
    return monotonicMs() - begun;
  };
  const calls = () => telegram.calls.slice(before);
  const times = Promise.all([
    since(() => calls().some(({ method }) => method === "sendChatAction")),
    since(() => calls().some(({ parameters }) => isAnswer(parameters["text"]))),
    since(() =>
      telegram.sent.some(
        (message) => message.chat === chat && message.text === answer,
      ),
    ),
  ]);
  const response = await fetch(`${url}/telegram/webhook`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-telegram-bot-api-secret-token": SECRET,
    },
    body: JSON.stringify(update),
  });
  if (!response.ok) throw new Error(`The update got ${response.status}.`);
  const [typing, firstText, whole] = await times;
  const { lastAt } = await said;
  const requests = calls().length;
  return { typing, firstText, whole, lastToken: lastAt - begun, requests };
}

function isAnswer(text: unknown): boolean {
  return typeof text === "string" && answer.startsWith(text.slice(0, 20));
}

function summarise(measured: readonly Run[]): object {
  const middle = (value: (run: Run) => number): number =>
    Math.round(
      measured.map(value).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ??
        NaN,
    );
  return {
    typing: middle(({ typing }) => typing),
    "first text": middle(({ firstText }) => firstText),
    "last token sent": middle(({ lastToken }) => lastToken),
    "whole answer": middle(({ whole }) => whole),
    "requests to Telegram": middle(({ requests }) => requests),
  };
}
