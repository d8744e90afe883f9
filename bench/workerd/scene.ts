import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type {
  Installation,
  ParleyProcess,
} from "../../test/faults/parley-process.ts";
import { buildWorker, install } from "../../test/faults/workerd.ts";
import { createTelegramUpdate } from "../../test/fixtures/telegram-updates.ts";
import type { TelegramServer } from "../../test/stubs/telegram-server.ts";

/**
 * `promises`: the floor with the requests and commits for Parley's promises.
 */
export const WORKERS = ["parley", "promises", "floor"] as const;
export type WorkerName = (typeof WORKERS)[number];

const SECRET = "bench_secret_that_nobody_would_ever_guess";

/** Builds the Workers, each into its own folder. */
export async function buildWorkers(): Promise<
  Disposable & { readonly folders: Readonly<Record<WorkerName, string>> }
> {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-"));
  const folders = {
    parley: join(folder, "parley"),
    promises: join(folder, "promises"),
    floor: join(folder, "floor"),
  };
  for (const path of Object.values(folders)) mkdirSync(path);
  await Promise.all([
    buildWorker("src/platforms/cloudflare/worker.ts", folders.parley),
    ...[folders.promises, folders.floor].map((outdir) =>
      build({
        entryPoints: ["bench/workerd/floor.ts"],
        outfile: join(outdir, "worker.js"),
        bundle: true,
        format: "esm",
        external: ["cloudflare:workers"],
      }),
    ),
  ]);
  return {
    folders,
    [Symbol.dispose]: () =>
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Prepares a Worker with empty storage. */
export function installWorker(
  name: WorkerName,
  {
    folder,
    modelUrl,
    telegram,
    flags = [],
    variables = {},
  }: {
    folder: string;
    flags?: readonly string[];
    /** Additional variables. */
    variables?: Readonly<Record<string, string>>;
  } & Servers,
): Installation {
  rmSync(join(folder, "data"), { recursive: true, force: true });
  return install({
    folder,
    flags,
    ...(name !== "parley" && { objects: ["CONVERSATION", "COUNTERS"] }),
    variables: {
      ...variablesFor(name, { modelUrl, telegram }),
      ...variables,
    },
  });
}

/** The servers that a Worker calls. */
export interface Servers {
  readonly modelUrl: string;
  readonly telegram: TelegramServer;
}

export function variablesFor(
  name: WorkerName,
  { modelUrl, telegram }: Servers,
): Readonly<Record<string, string>> {
  return {
    OPENAI_API_KEY: "sk-bench",
    OPENAI_BASE_URL: modelUrl,
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_WEBHOOK_SECRET: SECRET,
    TELEGRAM_API_ROOT: telegram.url,
    USER_MESSAGES_PER_MINUTE: "0",
    ...(name === "promises" && { IO_OF_PROMISES: "on" }),
  };
}

let lastId = 0;

/** Sends a message to the bot and waits for the complete answer. */
export async function ask(
  { url }: Pick<ParleyProcess, "url">,
  {
    telegram,
    chat,
    answer,
  }: { telegram: TelegramServer; chat: number; answer: string },
): Promise<void> {
  const before = telegram.sent.length;
  const response = await fetch(`${url}/telegram/webhook`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-telegram-bot-api-secret-token": SECRET,
    },
    body: JSON.stringify(
      createTelegramUpdate({
        id: ++lastId,
        text: "What is a good plan for a small theatre?",
        message: {
          message_id: lastId,
          chat: { id: chat, first_name: "Mei", type: "private" },
          from: { id: chat, is_bot: false, first_name: "Mei" },
        },
      }),
    ),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
  await telegram.waitUntil((sent) =>
    sent
      .slice(before)
      .some(({ text }) => text?.includes(answer.trim().slice(-20))),
  );
}

/**
 * A process's user and system time so far, in milliseconds; `/proc` counts
 * ticks of 10 ms.
 */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** A process's resident memory in MiB. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}
