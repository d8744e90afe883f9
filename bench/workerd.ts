import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../test/faults/workerd.ts";
import { startTelegramServer } from "../test/stubs/telegram-server.ts";
import { createAnswer } from "./stub/answer.ts";
import { startStub } from "./stub/start-stub.ts";
import { countRequests } from "./workerd/count-requests.ts";
import type { Counts } from "./workerd/counting.ts";
import { startDev } from "./workerd/dev.ts";
import { measureMemory } from "./workerd/memory.ts";
import { profileModules } from "./workerd/profile.ts";
import {
  ask,
  buildWorkers,
  cpuMs,
  installWorker,
  residentMiB,
  WORKERS,
  type Servers,
  type WorkerName,
} from "./workerd/scene.ts";

/**
 * Measures what a Telegram message costs workerd, for three Workers: Parley's
 * built Worker; a floor Worker that does only what the durable design needs
 * (`bench/workerd/floor.ts`); and the floor with the requests and commits for
 * Parley's promises.
 *
 * All get the same messages and stubs of the model and Telegram: one streamed
 * model call and an answer of one message. The model stub sends its 60 tokens
 * at once, then one per millisecond: too fast for a preview to be shown. CPU is
 * workerd's user and system time, including what production does not count as
 * the Worker's CPU time (HTTP, SQLite). All Workers run at the same time and
 * take turns in blocks of messages, so that load on the machine affects all
 * alike; prints medians of the blocks.
 *
 * - `--dev` runs them under `wrangler dev`, which adds its inspector and
 *   services, and for Parley those of its assets.
 * - `--memory 2500` adds a conversation's heap usage: one that waits, and one
 *   with a history of so many turns.
 * - `--profile` adds where Parley's JavaScript spends its time, by module.
 */
const { values } = parseArgs({
  options: {
    messages: { type: "string", default: "200" },
    dev: { type: "boolean", default: false },
    runs: { type: "string", default: "3" },
    profile: { type: "boolean", default: false },
    memory: { type: "string" },
  },
});
const messages = Number(values.messages);
const BLOCK = 40;
const CHATS = 20;
const IDLE_CHATS = 60;

/** One measurement. */
interface Row {
  readonly worker: WorkerName;
  readonly measure: string;
  readonly value: number;
}

const answer = createAnswer(60);
using workers = await buildWorkers();
const atOnce = await startStub({ answer, chunks: "tokens", delayMs: 0 });
const byTokens = await startStub({ answer, chunks: "tokens", delayMs: 1 });
try {
  const rows: Row[] = [];
  for (let run = 0; run < Number(values.runs); run++)
    for (const [how, model] of [
      ["at once", atOnce],
      ["by tokens", byTokens],
    ] as const)
      rows.push(...(await measureAll(how, model)));
  const measures = [...new Set(rows.map(({ measure }) => measure))];
  console.table(measures.map((measure) => compare(measure, rows)));
  await requests();
  if (values.memory !== undefined) await memory(Number(values.memory));
  if (values.profile) await profile();
} finally {
  atOnce.close();
  byTokens.close();
}

/** Measures the start of each Worker, then their blocks. */
async function measureAll(
  how: string,
  model: typeof atOnce,
): Promise<readonly Row[]> {
  await using parley = await begin("parley", model);
  await using promises = await begin("promises", model);
  await using floor = await begin("floor", model);
  const all = { parley, promises, floor };
  const rows = WORKERS.flatMap((worker) =>
    Object.entries(all[worker].measured).map(([measure, value]): Row => ({
      worker,
      measure,
      value,
    })),
  );
  for (let block = 0; block < messages / BLOCK; block++)
    for (const worker of WORKERS) {
      const before = cpuMs(all[worker].pid);
      for (let index = 0; index < BLOCK; index++)
        await all[worker].say(1 + (index % CHATS));
      const value = (cpuMs(all[worker].pid) - before) / BLOCK;
      const measure = `CPU ms a message, answered ${how}`;
      rows.push({ worker, measure, value });
    }
  return rows;
}

async function begin(name: WorkerName, model: typeof atOnce) {
  const telegram = await startTelegramServer();
  const modelUrl = model.urlFor("conversational-react");
  const worker = await (values.dev ? startUnderDev : startBuilt)(name, {
    modelUrl,
    telegram,
  });
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
      await worker.close();
      await telegram.close();
    },
  };
}

interface Running {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

async function startBuilt(
  name: WorkerName,
  servers: Servers,
): Promise<Running> {
  const folder = workers.folders[name];
  const worker = await installWorker(name, { folder, ...servers }).start();
  return { url: worker.url, pid: worker.pid, close: () => worker.kill() };
}

async function startUnderDev(
  name: WorkerName,
  servers: Servers,
): Promise<Running> {
  const dev = await startDev(name, servers);
  return { url: dev.url, pid: dev.findPid(), close: () => dev.close() };
}

/** Counts the requests and writes of each Worker per message. */
async function requests(): Promise<void> {
  const counts: Partial<Record<WorkerName, Counts>> = {};
  for (const worker of WORKERS)
    counts[worker] = await countRequests(worker, {
      folder: workers.folders[worker],
      modelUrl: byTokens.urlFor("conversational-react"),
      answer,
    });
  console.log("A message, answered by tokens:");
  console.table(counts);
}

async function memory(turns: number): Promise<void> {
  const { idle, busy } = await measureMemory({
    folder: workers.folders.parley,
    modelUrl: atOnce.urlFor("conversational-react"),
    turns,
  });
  console.table([
    { conversation: "idle, of one message", "KiB of heap": round(idle) },
    { conversation: `of ${2 * turns} messages`, "KiB of heap": round(busy) },
  ]);
}

async function profile(): Promise<void> {
  const telegram = await startTelegramServer();
  // Functions and modules are identified by name, so names must be kept.
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

function compare(measure: string, rows: readonly Row[]) {
  const medianOf = (worker: WorkerName): number =>
    median(
      rows
        .filter((row) => row.measure === measure && row.worker === worker)
        .map(({ value }) => value),
    );
  const [parley, floor] = [medianOf("parley"), medianOf("floor")];
  return {
    measure,
    Parley: round(parley),
    "floor with the I/O of promises": round(medianOf("promises")),
    floor: round(floor),
    "Parley / floor": round(parley / floor),
  };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
