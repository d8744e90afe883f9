import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../test/faults/workerd.ts";
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
 * needs (`bench/workerd/floor.ts`), with stubs of model and Telegram and the same messages: one call of the model, streamed, and
 * an answer of one message. The model's stub sends its 60 tokens at once, then one a millisecond. CPU is user and system time of
 * the workerd process, with everything that production does outside of the Worker's own CPU time (HTTP, SQLite). Both Workers run
 * at the same time and are asked in turns, a block of messages each, so that a busy machine is as busy for both; medians of the blocks.
 *
 * `--profile` adds where Parley's JavaScript spends its time, by module.
 */
const { values } = parseArgs({
  options: {
    messages: { type: "string", default: "200" },
    runs: { type: "string", default: "3" },
    profile: { type: "boolean", default: false },
  },
});
const messages = Number(values.messages);
const BLOCK = 40;
const CHATS = 20;
const IDLE_CHATS = 60;

/** What is measured, by its name. */
type Measured = Readonly<Record<string, number>>;

const answer = createAnswer(60);
using workers = await buildWorkers();
const atOnce = await startStub({ answer, chunks: "tokens", delayMs: 0 });
const byTokens = await startStub({ answer, chunks: "tokens", delayMs: 1 });
try {
  const rows: Record<WorkerName, Measured[]> = { parley: [], floor: [] };
  for (let run = 0; run < Number(values.runs); run++)
    for (const [how, model] of [
      ["at once", atOnce],
      ["by tokens", byTokens],
    ] as const)
      for (const measured of await measureBoth(how, model))
        for (const name of WORKERS) rows[name].push(measured[name]);
  const parley = medians(rows.parley);
  const floor = medians(rows.floor);
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

/** The start of both, then their blocks. */
async function measureBoth(
  how: string,
  model: typeof atOnce,
): Promise<readonly Record<WorkerName, Measured>[]> {
  await using parley = await begin("parley", model);
  await using floor = await begin("floor", model);
  const both = { parley, floor };
  const measured: Record<WorkerName, Measured>[] = [
    { parley: parley.measured, floor: floor.measured },
  ];
  for (let block = 0; block < messages / BLOCK; block++) {
    const costs: Record<WorkerName, Measured> = { parley: {}, floor: {} };
    for (const name of WORKERS) {
      const before = cpuMs(both[name].pid);
      for (let index = 0; index < BLOCK; index++)
        await both[name].say(1 + (index % CHATS));
      const cost = (cpuMs(both[name].pid) - before) / BLOCK;
      costs[name] = { [`CPU ms a message, answered ${how}`]: cost };
    }
    measured.push(costs);
  }
  return measured;
}

async function begin(name: WorkerName, model: typeof atOnce) {
  const telegram = await startTelegramServer();
  const worker = await installWorker(name, {
    folder: workers.folders[name],
    modelUrl: model.urlFor("conversational-react"),
    telegram,
  }).start();
  const say = (chat: number) => ask(worker, { telegram, chat, answer });
  await say(1);
  const first = cpuMs(worker.pid);
  for (let chat = 2; chat <= IDLE_CHATS; chat++) await say(chat);
  return {
    pid: worker.pid,
    say,
    measured: {
      "CPU ms from the start to the first reply": first,
      [`MiB after ${IDLE_CHATS} chats`]: residentMiB(worker.pid),
    },
    async [Symbol.asyncDispose]() {
      await worker.kill();
      await telegram.close();
    },
  };
}

async function profile(): Promise<void> {
  const telegram = await startTelegramServer();
  // By their names, functions and modules are only known here.
  const folder = join(workers.folders.parley, "profiled");
  mkdirSync(folder);
  await buildWorker("src/platforms/cloudflare/worker.ts", folder, {
    minify: false,
  });
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

function medians(rows: readonly Measured[]): Measured {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return Object.fromEntries(
    names.map((name) => {
      const sorted = rows
        .flatMap((row) => row[name] ?? [])
        .toSorted((a, b) => a - b);
      return [name, sorted[Math.floor(sorted.length / 2)] ?? NaN];
    }),
  );
}

function round(value = NaN): number {
  return Math.round(value * 100) / 100;
}
