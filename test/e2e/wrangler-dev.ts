import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { findFreePort } from "../stubs/find-free-port.ts";
import { startBuiltWorker } from "./built-worker.ts";

/** Platform: `npm run dev` or `npm run dev:aws`. */
export type Target = "workers" | "aws";

/** Platform of this run. Both run the same tests as far as they apply. */
const TARGET: Target =
  process.env["PARLEY_TARGET"] === "aws" ? "aws" : "workers";

/** Folder with a built Worker; empty: `wrangler dev` builds its own. */
const WORKER = process.env["PARLEY_WORKER"] ?? "";

const DYNAMODB_ENDPOINT = process.env["PARLEY_DYNAMODB_ENDPOINT"] ?? "";

/**
 * A running `wrangler dev` or `dev:aws` on a free port, with its data in a
 * temporary folder.
 */
export interface WranglerDev {
  readonly url: string;
  /** Output so far. */
  log(): string;
  /** Sends SIGKILL to all its processes: nothing can clean up. */
  kill(): Promise<void>;
  /** Restarts on the same data and port after a kill. */
  restart(): Promise<void>;
  /** CPU time of its workerd processes, in milliseconds. */
  cpuMs(): number;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 45_000;

interface Variables {
  readonly variables?: Readonly<Record<string, string>>;
}

/** For features that only Workers have. */
export function startWorker(options: Variables = {}): Promise<WranglerDev> {
  return startParley({ ...options, target: "workers" });
}

/**
 * Starts the Worker built for this run directly in workerd, which takes a
 * second; where there is none, or on AWS, what a developer starts.
 */
export function startParley({
  variables = {},
  target = TARGET,
}: Variables & { target?: Target } = {}): Promise<WranglerDev> {
  return target === "workers" && WORKER !== ""
    ? startBuiltWorker(WORKER, allVariables(variables))
    : startDev({ variables, target });
}

/** Starts `npm run dev`. */
export function startWranglerDev(
  options: Variables = {},
): Promise<WranglerDev> {
  return startDev({ ...options, target: "workers" });
}

/**
 * Starts `npm run dev` or `npm run dev:aws`.
 * @param dynamoDbEndpoint a running DynamoDB Local for `dev:aws`; empty: it
 *   starts one
 */
export async function startDev({
  variables = {},
  target = TARGET,
  dynamoDbEndpoint = DYNAMODB_ENDPOINT,
}: Variables & {
  target?: Target;
  dynamoDbEndpoint?: string;
} = {}): Promise<WranglerDev> {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "parley-"));
  const url = `http://localhost:${port}`;
  let log = "";
  let child: ChildProcess;

  const start = async (): Promise<void> => {
    child = spawn(
      process.execPath,
      ARGUMENTS[target]({ port, folder, variables, dynamoDbEndpoint }),
      {
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
        env: { ...process.env, ...temporaryFilesIn(folder), CI: "true" },
      },
    );
    const remember = (chunk: Buffer) => void (log += chunk.toString());
    child.stdout?.on("data", remember);
    child.stderr?.on("data", remember);
    await waitUntilReady(`${url}/healthz`, child, () => log);
  };

  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    process.kill(-(child.pid ?? 0), signal);
    await exited;
  };

  const close = async (): Promise<void> => {
    await end("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url,
    log: () => log,
    kill: () => end("SIGKILL"),
    restart: start,
    cpuMs: () => cpuOfWorkerd(child.pid ?? 0),
    close,
  };
}

/**
 * Environment that makes Wrangler put its temporary files into a folder: when
 * killed, they remain. Keeps the shared compile cache, and skips the
 * update check, whose cache is temporary, too.
 */
export function temporaryFilesIn(
  folder: string,
): Readonly<Record<string, string>> {
  return {
    TMPDIR: folder,
    NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
    WRANGLER_HIDE_BANNER: "true",
  };
}

/**
 * Polls `attempt` until it returns a value. Throws an error that names `what`
 * after the timeout.
 */
export async function eventually<Result>(
  what: string,
  attempt: () => Promise<Result | undefined> | Result | undefined,
  { timeoutMs = 30_000 } = {},
): Promise<Result> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (Date.now() > deadline)
      throw new Error(`Waited ${timeoutMs} ms for ${what}, without success.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

interface Start {
  readonly port: number;
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly dynamoDbEndpoint: string;
}

const ARGUMENTS: Readonly<Record<Target, (start: Start) => string[]>> = {
  workers: wranglerArguments,
  aws: ({ port, folder, variables, dynamoDbEndpoint }) => [
    "scripts/dev-aws.ts",
    "--port",
    String(port),
    "--data",
    folder,
    "--no-dev-vars",
    // The folder's name, so that a restart finds the table.
    ...(dynamoDbEndpoint === ""
      ? []
      : ["--dynamodb", dynamoDbEndpoint, "--table", basename(folder)]),
    ...variableArguments(variables),
  ],
};

function variableArguments(
  variables: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(allVariables(variables)).flatMap(([name, value]) => [
    "--var",
    `${name}:${value}`,
  ]);
}

/** All callers with the development key count as one user. */
function allVariables(
  variables: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    USER_MESSAGES_PER_MINUTE: "0",
    WEBHOOK_REQUESTS_PER_MINUTE: "0",
    WRONG_KEYS_PER_MINUTE: "0",
    ...variables,
  };
}

function wranglerArguments({ port, folder, variables }: Start): string[] {
  return [
    "scripts/dev.ts",
    "--port",
    String(port),
    "--inspector-port",
    "0",
    "--persist-to",
    folder,
    // An empty file keeps the developer's .dev.vars out of the tests.
    "--env-file",
    "/dev/null",
    "--show-interactive-dev-session=false",
    ...variableArguments(variables),
  ];
}

async function waitUntilReady(
  url: string,
  child: ChildProcess,
  log: () => string,
): Promise<void> {
  await eventually(
    `its start; it says:\n${log()}`,
    async () => {
      if (child.exitCode !== null) throw new Error(`Parley ended:\n${log()}`);
      const response = await fetch(url, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      await response?.body?.cancel();
      return response;
    },
    { timeoutMs: START_TIMEOUT_MS },
  ).catch((error: unknown) => {
    throw new Error(`Parley did not answer:\n${log()}`, { cause: error });
  });
}

/**
 * User and system time of all workerd processes from `top` down, from `/proc`
 * (in ticks of 10 ms).
 */
export function cpuOfWorkerd(top: number): number {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const isBelow = (given: number): boolean => {
    if (given === top) return true;
    const next = processes.find(({ id }) => id === given);
    return next !== undefined && isBelow(next.parentId);
  };
  return processes
    .filter(({ name, id }) => name === "workerd" && isBelow(id))
    .reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

function readProcess(
  id: number,
): { id: number; name: string; parentId: number; cpuMs: number }[] {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    return [
      {
        id,
        name,
        parentId: fields[1] ?? 0,
        cpuMs: ((fields[11] ?? 0) + (fields[12] ?? 0)) * 10,
      },
    ];
  } catch {
    return [];
  }
}
