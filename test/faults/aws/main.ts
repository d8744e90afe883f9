import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { publish } from "../publish.ts";
import { publishCallbacks } from "./callbacks/publish.ts";
import { runCallbackSuite } from "./callbacks/run-suite.ts";
import { createCallbackWorld } from "./callbacks/world.ts";
import { runSuite } from "./run-suite.ts";
import { createWorld } from "./world.ts";

/**
 * Spoils each request of the functions on AWS, in each way in which it can go wrong, and counts what was lost, doubled or
 * broken. Ends with status 1 where anything is not as promised.
 *
 * `--only TEXT`: rows with that text alone, and no callbacks. `--callbacks`: those alone. `--write`: puts the tables into
 * docs/reliability-figures.md.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    callbacks: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

const COMMAND = "npm run test:faults:aws";

/** What the functions log of their troubles is as it should be. */
async function inSilence<Result>(work: () => Promise<Result>): Promise<Result> {
  const { error, warn } = console;
  console.error = () => {};
  console.warn = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { error, warn });
  }
}

async function spoilTurns(): Promise<void> {
  const startedAt = performance.now();
  const results = await inSilence(async () => {
    await using world = await createWorld();
    return await runSuite(world, { only: values.only });
  });
  publish(results, {
    command: COMMAND,
    fault: "What happens",
    startedAt,
    isToWrite: values.write,
  });
}

async function spoilCallbacks(): Promise<void> {
  const results = await inSilence(async () => {
    await using world = await createCallbackWorld();
    return await runCallbackSuite(world);
  });
  publishCallbacks(results, {
    command: `${COMMAND}, callbacks`,
    isToWrite: values.write,
  });
}

if (spawnSync("java", ["-version"]).status === 0) {
  if (!values.callbacks) await spoilTurns();
  if (values.only === "") await spoilCallbacks();
} else
  console.warn(
    "The faults on AWS are skipped: DynamoDB Local needs Java 17 or newer, and there is no `java` on this machine.",
  );
