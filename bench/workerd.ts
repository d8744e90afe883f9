import { parseArgs } from "node:util";
import { startTelegramServer } from "../test/stubs/telegram-server.ts";
import { createAnswer } from "./stub/answer.ts";
import { startStub } from "./stub/start-stub.ts";
import { profileModules } from "./workerd/profile.ts";
import {
  ask,
  buildWorkers,
  cpuMs,
  installWorker,
  residentMiB,
  WORKERS,
  type WorkerName,
} from "./workerd/scene.ts";

/**
 * What a Telegram message costs workerd: Parley's built Worker next to a floor Worker that does only what the durable design
 * needs (`bench/workerd/floor.ts`), in turns, with the same stubs of model and Telegram and the same messages: one call of the
 * model, streamed, and an answer of one message. The model's stub sends its 60 tokens at once, then one a millisecond. CPU is
 * user and system time of the workerd process, with everything that production does outside of the Worker's own CPU time (HTTP,
 * SQLite). Medians of the runs.
 *
 * `--profile` adds where Parley's JavaScript spends its time, by module: the messages', and the start's.
 */
const { values } = parseArgs({
  options: {
    messages: { type: "string", default: "200" },
    runs: { type: "string", default: "3" },
    profile: { type: "boolean", default: false },
  },
});
const messages = Number(values.messages);
const CHATS = 20;

type Run = Readonly<Record<string, number>>;

const answer = createAnswer(60);
using workers = await buildWorkers();
const atOnce = await startStub({ answer, chunks: "tokens", delayMs: 0 });
const byTokens = await startStub({ answer, chunks: "tokens", delayMs: 1 });
try {
  const runs: Record<WorkerName, Run[]> = { parley: [], floor: [] };
  for (let run = 0; run < Number(values.runs); run++)
    for (const name of WORKERS) runs[name].push(await measure(name));
  const parley = medians(runs.parley);
  const floor = medians(runs.floor);
  console.table(
    Object.entries(parley).map(([measured, value]) => ({
      measured,
      Parley: round(value),
      floor: round(floor[measured]),
      ratio: round(value / (floor[measured] ?? NaN)),
    })),
  );
  if (values.profile) await profile();
} finally {
  atOnce.close();
  byTokens.close();
}

async function measure(name: WorkerName): Promise<Run> {
  const slow = await measureMessages(name, byTokens);
  const fast = await measureMessages(name, atOnce);
  return {
    "CPU ms a message, answered at once": fast.message,
    "CPU ms a message, answered by tokens": slow.message,
    "CPU ms from the start to the first reply": fast.first,
    "MiB after 60 chats": fast.memory,
  };
}

async function measureMessages(name: WorkerName, model: typeof atOnce) {
  const telegram = await startTelegramServer();
  const worker = await installWorker(name, {
    folder: workers.folders[name],
    modelUrl: model.urlFor("conversational-react"),
    telegram,
  }).start();
  try {
    const say = (chat: number) => ask(worker, { telegram, chat, answer });
    await say(1);
    const first = cpuMs(worker.pid);
    for (let chat = 2; chat <= 60; chat++) await say(chat);
    const memory = residentMiB(worker.pid);
    const before = cpuMs(worker.pid);
    for (let index = 0; index < messages; index++)
      await say(1 + (index % CHATS));
    return { first, memory, message: (cpuMs(worker.pid) - before) / messages };
  } finally {
    await worker.kill();
    await telegram.close();
  }
}

async function profile(): Promise<void> {
  const telegram = await startTelegramServer();
  const folder = workers.folders.parley;
  const modelUrl = atOnce.urlFor("conversational-react");
  try {
    const rows = await profileModules({
      folder,
      install: (flags) =>
        installWorker("parley", { folder, modelUrl, telegram, flags }),
      work: async (worker) => {
        for (let index = 0; index < messages; index++)
          await ask(worker, { telegram, chat: 1 + (index % CHATS), answer });
      },
      perUnit: messages,
    });
    console.log("Where Parley's JavaScript spends its time:");
    console.table(rows);
  } finally {
    await telegram.close();
  }
}

function medians(runs: readonly Run[]): Run {
  const [first = {}] = runs;
  return Object.fromEntries(
    Object.keys(first).map((key) => {
      const sorted = runs
        .map((run) => run[key] ?? NaN)
        .toSorted((a, b) => a - b);
      return [key, sorted[Math.floor(runs.length / 2)] ?? NaN];
    }),
  );
}

function round(value = NaN): number {
  return Math.round(value * 100) / 100;
}
