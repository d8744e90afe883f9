import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { publish } from "../publish.ts";
import { parseShare } from "../take-share.ts";
import { runSuite } from "./run-suite.ts";
import { runScenes } from "./scenes/run-scenes.ts";
import { createWorld } from "./world.ts";

/**
 * Injects every possible fault into each request of the functions on AWS, and
 * counts what was lost, duplicated or broken. Exits with 1 if a promise is
 * violated. `--only TEXT`: only rows that contain the text, without scenes.
 * `--scenes`: only the scenes with people. `--share 3`: a third of each scene's
 * and row's runs. `--write`: writes the tables into docs/reliability-figures.md.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    scenes: { type: "boolean", default: false },
    share: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  },
});
const share = parseShare(values.share, { isToWrite: values.write });

const COMMAND = "npm run test:faults:aws";

/** Silences expected errors in the functions' logs. */
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
    return await runSuite(world, { only: values.only, share });
  });
  publish(results, {
    command: COMMAND,
    fault: "What happens",
    startedAt,
    isToWrite: values.write,
  });
}

async function playScenes(): Promise<void> {
  const startedAt = performance.now();
  const { only } = values;
  publish(await runScenes({ only, share }), {
    command: `${COMMAND}, scenes`,
    fault: "Killed",
    startedAt,
    isToWrite: values.write,
  });
}

if (spawnSync("java", ["-version"]).status === 0) {
  const { scenes, only } = values;
  if (!scenes) await spoilTurns();
  if (scenes || only === "") await playScenes();
} else
  console.warn(
    "The faults on AWS are skipped: DynamoDB Local needs Java 17 or newer, and there is no `java` on this machine.",
  );
