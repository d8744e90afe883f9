import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { listBroken, type Results, writeReport } from "./report.ts";
import { runSuite } from "./run-suite.ts";
import { buildWorker } from "./workerd.ts";
import { createWorld } from "./world.ts";

/**
 * Kills workerd at each point of a turn's way, starts it again on the same data, and counts what was lost, doubled or
 * broken; delivers updates again and again. Ends with status 1 where anything is not as promised.
 *
 * `--only TEXT`: rows with that text alone. `--write`: puts the tables into docs/reliability.md.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
  },
});

const DOCUMENT = "docs/reliability.md";
const BEGIN = "<!-- tables of npm run test:faults -->\n";
const END = "\n<!-- end of the tables -->";

/** Runs wait for processes to start, more than for anything else. */
const WORLDS = 2;

async function run(): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), "parley-faults-"));
  await buildWorker("test/faults/worker.ts", folder);
  const worker = join(folder, "worker.js");
  const worlds = await Promise.all(
    Array.from({ length: WORLDS }, () => createWorld(worker)),
  );
  try {
    return await runSuite(worlds, { only: values.only });
  } finally {
    await Promise.all(worlds.map((world) => world.close()));
    rmSync(folder, { recursive: true });
  }
}

const startedAt = performance.now();
const results = await run();
const report = writeReport(results);
console.log(report);
console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} seconds`);

if (values.write) {
  const document = readFileSync(DOCUMENT, "utf8");
  const begin = document.indexOf(BEGIN) + BEGIN.length;
  const end = document.indexOf(END);
  writeFileSync(
    DOCUMENT,
    `${document.slice(0, begin)}\n${report}${document.slice(end)}`,
  );
}

const broken = listBroken(results);
for (const line of broken) console.error(`Not as promised: ${line}`);
process.exitCode = broken.length > 0 ? 1 : 0;
