import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { buildFunctions } from "../../scripts/build-functions.ts";

/**
 * The variables that the stack sets, plus a model. Startup sends no requests to
 * any of them.
 */
const VARIABLES = {
  AWS_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "bench",
  AWS_SECRET_ACCESS_KEY: "bench",
  DYNAMODB_TABLE: "parley",
  SQS_QUEUE_URL: "https://sqs.eu-central-1.amazonaws.com/0/turns.fifo",
  SQS_CALLBACK_QUEUE_URL: "https://sqs.eu-central-1.amazonaws.com/0/callbacks",
  OPENAI_API_KEY: "sk-bench",
  WEBHOOK_API_KEYS: "bench:key-of-the-workbench-in-all-benches",
};

/** Returns one row per function. */
export async function measureFunctions({
  runs,
}: {
  runs: number;
}): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), "parley-functions-"));
  try {
    const rows: object[] = [];
    for (const [name, bytes] of Object.entries(
      await buildFunctions({ folder }),
    )) {
      const file = join(folder, name, "index.mjs");
      const times: number[] = [];
      for (let run = 0; run < runs; run++) times.push(await timeInit(file));
      rows.push({
        function: name,
        "bundle KB": Math.round(bytes / 1_000),
        "compressed KB": Math.round(
          gzipSync(readFileSync(file)).length / 1_000,
        ),
        "init ms": Math.round(
          times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? NaN,
        ),
        "lowest to highest": `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`,
        node: process.version,
      });
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds in a new process, excluding Node's own startup. */
async function timeInit(file: string): Promise<number> {
  const child = fork(
    fileURLToPath(import.meta.resolve("./time-init.ts")),
    [pathToFileURL(file).href],
    { env: { PATH: process.env["PATH"], ...VARIABLES }, silent: true },
  );
  child.stderr?.pipe(process.stderr);
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`The function did not start (${code}).`);
  });
  exited.catch(() => {});
  const [ms] = (await Promise.race([once(child, "message"), exited])) as [
    number,
  ];
  return ms;
}
