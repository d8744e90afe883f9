import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type {
  ClientOptions,
  Measurement,
  MeasureRequest,
} from "./measurement.ts";

export interface Client {
  measure(request: MeasureRequest): Promise<Measurement>;
  close(): void;
}

/**
 * Keeps full garbage collections out of the batches: one takes as long as
 * twenty turns and would decide a comparison. Young-generation collections are
 * counted. Compiled code is kept.
 */
const FLAGS = [
  "--expose-gc",
  "--heap-growing-percent=1000",
  "--no-flush-bytecode",
];

/**
 * Starts a contestant's process.
 * @param profiles folder for its CPU profile
 */
export function startClient(
  options: ClientOptions,
  { profiles }: { profiles: string | undefined },
): Client {
  const child = fork(
    fileURLToPath(import.meta.resolve("./client.ts")),
    [JSON.stringify(options)],
    {
      execArgv: [
        ...FLAGS,
        ...(profiles === undefined
          ? []
          : ["--cpu-prof", `--cpu-prof-dir=${profiles}`]),
      ],
    },
  );
  const failed = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`A client ended: ${options.module}`));
    child.once("exit", fail);
    child.on("error", fail);
  });
  failed.catch(() => {});
  return {
    async measure(request) {
      child.send(request);
      const [measurement] = (await Promise.race([
        once(child, "message"),
        failed,
      ])) as [Measurement];
      return measurement;
    },
    close() {
      if (child.connected) child.disconnect();
    },
  };
}
