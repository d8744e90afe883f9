import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ParleyProcess } from "../test/faults/parley-process.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../test/stubs/telegram-server.ts";
import { createAnswer } from "./stub/answer.ts";
import { startStub } from "./stub/start-stub.ts";
import { startDev } from "./workerd/dev.ts";
import {
  ask,
  buildWorkers,
  installWorker,
  type WorkerName,
} from "./workerd/scene.ts";

/**
 * Measures what a Worker's start costs workerd, as a ladder in which each step
 * includes those above it: an empty Worker; the floor
 * (`bench/workerd/floor.ts`) and its first message; the floor with Parley's
 * script as a string, as a function that is never called, and evaluated; Parley
 * and its first message. CPU of all threads of the process until the reply;
 * medians of starts that take turns. `--dev`: only Parley and the floor,
 * started by `wrangler dev`, which adds the same inspector and services to
 * both.
 */
const { values } = parseArgs({
  options: {
    starts: { type: "string", default: "15" },
    dev: { type: "boolean", default: false },
  },
});

const EMPTY = `import { DurableObject } from "cloudflare:workers";
export class ConversationObject extends DurableObject {}
export class CountersObject extends DurableObject {}
export default { fetch: () => new Response() };`;

interface Step {
  readonly script: string;
  /** The Worker whose bindings it gets. */
  readonly like: WorkerName;
  readonly isAsked: boolean;
}

const answer = createAnswer(60);
const model = await startStub({ answer, chunks: "tokens", delayMs: 0 });
using workers = await buildWorkers();
const root = mkdtempSync(join(tmpdir(), "parley-start-"));
try {
  const measures = values.dev ? createDevMeasures() : createMeasures();
  const measured = new Map<string, number[]>();
  for (let start = 0; start < Number(values.starts); start++)
    for (const [name, measure] of Object.entries(measures))
      measured.set(name, [...(measured.get(name) ?? []), await measure()]);
  let before = 0;
  const rows = [...measured].map(([step, all]) => {
    const ms = median(all);
    const row = { step, "CPU ms": ms, more: ms - before };
    before = ms;
    return row;
  });
  console.table(rows);
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  model.close();
}

function createLadder(): Readonly<Record<string, Step>> {
  const read = (name: WorkerName) =>
    readFileSync(join(workers.folders[name], "worker.js"), "utf8");
  const [floor, parley] = [read("floor"), read("parley")];
  const imports = parley.match(/import\{[^}]*\}from"cloudflare:\w+";/g) ?? [];
  const body = imports.reduce(
    (rest, each) => rest.replace(each, ""),
    parley.slice(0, parley.lastIndexOf("export{")),
  );
  const like = "floor";
  const onFloor = (more: string): Step => ({
    script: [...imports, floor, more].join("\n"),
    like,
    isAsked: true,
  });
  return {
    "an empty Worker": { script: EMPTY, like, isAsked: false },
    "the floor, a first message": onFloor(""),
    "Parley's script next to it, as a text": onFloor(
      `globalThis.text = ${JSON.stringify(body)};`,
    ),
    "as a function: parsed": onFloor(`globalThis.run = () => {${body}\n};`),
    evaluated: onFloor(`{${body}\n}`),
    "Parley, a first message": {
      script: parley,
      like: "parley",
      isAsked: true,
    },
  };
}

function createMeasures(): Readonly<Record<string, () => Promise<number>>> {
  const steps = Object.entries(createLadder());
  return Object.fromEntries(
    steps.map(([name, step]) => [name, () => measureStart(name, step)]),
  );
}

function createDevMeasures(): Readonly<Record<string, () => Promise<number>>> {
  return {
    "the floor, a first message": () => measureDev("floor"),
    "Parley, a first message": () => measureDev("parley"),
  };
}

async function measureDev(name: WorkerName): Promise<number> {
  const telegram = await startTelegramServer();
  const modelUrl = model.urlFor("conversational-react");
  const dev = await startDev(name, { modelUrl, telegram });
  try {
    await ask(dev, { telegram, chat: 1, answer });
    return cpuMs(dev.findPid());
  } finally {
    await dev.close();
    await telegram.close();
  }
}

/** CPU milliseconds until it has answered, or listens. */
async function measureStart(
  name: string,
  { script, like, isAsked }: Step,
): Promise<number> {
  const folder = join(root, name.replaceAll(/\W/g, "-"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "worker.js"), script);
  const telegram: TelegramServer = await startTelegramServer();
  const modelUrl = model.urlFor("conversational-react");
  const worker: ParleyProcess = await installWorker(like, {
    folder,
    modelUrl,
    telegram,
  }).start();
  try {
    if (isAsked) await ask(worker, { telegram, chat: 1, answer });
    return cpuMs(worker.pid);
  } finally {
    await worker.kill();
    await telegram.close();
  }
}

/**
 * CPU of all threads in milliseconds; more precise than the ticks of
 * `/proc/<pid>/stat`.
 */
function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) => {
    const path = `/proc/${pid}/task/${thread}/schedstat`;
    return Number(readFileSync(path, "utf8").split(" ")[0]);
  });
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? NaN);
}
