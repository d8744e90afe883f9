import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { listRuns } from "./list-runs.ts";
import { publish } from "./publish.ts";
import type { Results } from "./report.ts";
import { runSuite } from "./run-suite.ts";
import { parseShare } from "./take-share.ts";
import { buildWorker, install } from "./workerd.ts";
import { createWorld } from "./world.ts";

/**
 * Kills workerd at each point of a turn, restarts it on the same data, and
 * counts what was lost, duplicated or broken; redelivers updates. Exits with 1
 * if a promise is violated. `--only TEXT`: only rows that contain the text.
 * `--share 3`: a third of each scene's and row's runs. `--write`: writes the tables into
 * docs/reliability-figures.md.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    share: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  },
});
const share = parseShare(values.share, { isToWrite: values.write });

/** Runs mostly wait for processes to start. */
const WORLDS = 4;

async function run(): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), "parley-faults-"));
  await buildWorker("test/faults/worker.ts", folder);
  const installWorker = (variables: Readonly<Record<string, string>>) => {
    const own = mkdtempSync(join(folder, "world-"));
    copyFileSync(join(folder, "worker.js"), join(own, "worker.js"));
    return install({ folder: own, variables });
  };
  const worlds = await Promise.all(
    Array.from({ length: WORLDS }, () => createWorld(installWorker)),
  );
  try {
    const { only } = values;
    const redelivers = only === "";
    return await runSuite(worlds, { all: listRuns(), only, share, redelivers });
  } finally {
    await Promise.all(worlds.map((world) => world.close()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const startedAt = performance.now();
publish(await run(), {
  command: "npm run test:faults",
  fault: "Killed",
  startedAt,
  isToWrite: values.write,
});
