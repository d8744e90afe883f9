import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startSearchServer } from "../test/stubs/search-server.ts";
import { readFixtures } from "./search/fixture.ts";
import { runFixture, type Run } from "./search/run-fixture.ts";

/**
 * Counts how many search responses in a folder are read as expected: results,
 * word that nothing was found, or an error, in plain text of limited length.
 * The folder's `manifest.json` lists `{file, provider, status, headers,
 * outcome, contains}`; a missing `outcome` is derived from status and body.
 * `--json` prints one line per fixture: its id and the model's text.
 */
const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
});
const folder =
  positionals[0] ??
  fileURLToPath(import.meta.resolve("../test/fixtures/search"));
const fixtures = readFixtures(folder);

// Silences the log: many fixtures test failures.
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
