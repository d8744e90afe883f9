import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { publish } from "../publish.ts";
import { runSuite } from "./run-suite.ts";
import { createWorld } from "./world.ts";

/**
 * Spoils each request of the functions on AWS, in each way in which it can go wrong, and counts what was lost, doubled or
 * broken. Ends with status 1 where anything is not as promised.
 *
 * `--only TEXT`: rows with that text alone. `--write`: puts the tables into docs/reliability.md.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
  },
});

async function run() {
  await using world = await createWorld();
  // What the functions log of their troubles is as it should be.
  console.error = () => {};
  console.warn = () => {};
  return await runSuite(world, { only: values.only });
}

if (spawnSync("java", ["-version"]).status === 0) {
  const { error, warn } = console;
  const startedAt = performance.now();
  const results = await run();
  Object.assign(console, { error, warn });
  publish(results, {
    command: "npm run test:faults:aws",
    fault: "What happens",
    startedAt,
    isToWrite: values.write,
  });
} else
  console.warn(
    "The faults on AWS are skipped: DynamoDB Local needs Java 17 or newer, and there is no `java` on this machine.",
  );
