import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { REACHED, type InsideFault } from "./inside-fault.ts";

/** Parley in a process of its own. */
export interface ParleyProcess {
  readonly url: string;
  readonly pid: number;
  /** Resolves when it blocks at its fault's point. */
  readonly reached: Promise<void>;
  /** Output so far. */
  log(): string;
  /**
   * Sends SIGKILL, so nothing can clean up. Resolves when the process has
   * ended.
   */
  kill(): Promise<void>;
}

/**
 * What was built, with its data, which can be started repeatedly, one
 * process at a time.
 */
export interface Installation {
  /**
   * @param otherVariables override some of the variables it was installed with
   */
  start(
    fault?: InsideFault,
    otherVariables?: Readonly<Record<string, string>>,
  ): Promise<ParleyProcess>;
}

/** A second, on a busy machine many. */
const START_TIMEOUT_MS = 60_000;

/**
 * Resolves when it listens, which it says on its file descriptor 3 as workerd
 * does.
 */
export async function watchProcess(
  child: ChildProcess,
): Promise<ParleyProcess> {
  const exited = once(child, "exit");
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);

  const lines: string[] = [];
  const reached = new Promise<void>((resolveReached) => {
    for (const stream of [child.stdout, child.stderr])
      onLine(stream, (line) => {
        if (line === REACHED) resolveReached();
        else lines.push(line);
      });
  });
  const log = () => lines.join("\n");
  const listening = new Promise<number>((resolvePort) =>
    onLine(child.stdio[3], (line) => {
      const port = /"socket":"http","port":(\d+)/.exec(line)?.[1];
      if (port !== undefined) resolvePort(Number(port));
    }),
  );
  const port = await Promise.race([
    listening,
    exited.then(() => undefined),
    setTimeout(START_TIMEOUT_MS, undefined, { ref: false }),
  ]);
  if (port === undefined) {
    killWithUs();
    throw new Error(`It did not start:\n${log()}`);
  }

  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    reached,
    log,
    async kill() {
      child.kill("SIGKILL");
      const [code, signal] = await exited;
      process.off("exit", killWithUs);
      if (signal !== "SIGKILL")
        throw new Error(`It ended by itself (${code ?? signal}):\n${log()}`);
    },
  };
}

function onLine(
  stream: ChildProcess["stdio"][number] | undefined,
  listener: (line: string) => void,
): void {
  if (!stream || !("read" in stream)) return;
  createInterface({ input: stream satisfies Readable }).on("line", listener);
}
