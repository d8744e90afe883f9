import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startSearchServer } from "../test/stubs/search-server.ts";
import { readFixtures } from "./search/fixture.ts";
import { type Run, runFixture } from "./search/run-fixture.ts";

/**
 * How many of the answers in a folder come to what they should: results, word that nothing was found, or an error, in
 * bounded plain text. The folder's `manifest.json` lists `{file, provider, status, headers, outcome, contains}`; without
 * `outcome`, status and body tell it. With `--json` a line a fixture: its id and what the model reads.
 */
const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
});
const folder =
  positionals[0] ??
  fileURLToPath(import.meta.resolve("../test/fixtures/search"));
const fixtures = readFixtures(folder);

// Each failure is logged, and failures are what many of the fixtures are for.
console.error = () => undefined;
const server = await startSearchServer(() => ({ status: 404, body: "" }));
const runs: Run[] = [];
for (const fixture of fixtures) runs.push(await runFixture(fixture, server));
await server.close();

if (values.json)
  for (const [index, { id }] of fixtures.entries())
    console.log(JSON.stringify({ id, ...runs[index] }));
else {
  printFigures();
  printMisses();
}

function printFigures(): void {
  const rows: Record<string, Record<string, number>> = {};
  for (const [index, { provider }] of fixtures.entries())
    for (const group of [provider, "all"]) {
      const row = (rows[group] ??= { fixtures: 0, "as expected": 0, wrong: 0 });
      const verdict =
        runs[index]?.complaint === undefined ? "as expected" : "wrong";
      row["fixtures"] = (row["fixtures"] ?? 0) + 1;
      row[verdict] = (row[verdict] ?? 0) + 1;
    }
  const { all = {}, ...providers } = rows;
  console.table({ ...providers, all });
}

function printMisses(): void {
  for (const [index, { id }] of fixtures.entries()) {
    const { complaint, text = "" } = runs[index] ?? {};
    if (complaint !== undefined)
      console.log(`${id}: ${complaint}\n  ${text.replaceAll("\n", "\n  ")}`);
  }
}
