import { readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { expectOutcome } from "../../bench/search/expect-outcome.ts";
import { readFixtures } from "../../bench/search/fixture.ts";
import { runFixture } from "../../bench/search/run-fixture.ts";
import {
  startSearchServer,
  type SearchServer,
} from "../stubs/search-server.ts";

const FOLDER = "test/fixtures/search";
const fixtures = readFixtures(FOLDER);

let server: SearchServer;
beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  server = await startSearchServer(() => ({ status: 404, body: "" }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

it.each(fixtures)("reads $id as expected", async (fixture) => {
  const { complaint } = await runFixture(fixture, server);
  expect(complaint).toBeUndefined();
});

it.each(fixtures)(
  "derives the outcome of $id from its status and body",
  ({ outcome, ...fixture }) => {
    expect(expectOutcome(fixture)).toBe(outcome);
  },
);

it("reports how a result differs from the expected one", async () => {
  const [fixture] = fixtures;
  if (fixture === undefined) throw new Error("There are no fixtures.");
  const complaintOf = async (change: Partial<typeof fixture>) =>
    (await runFixture({ ...fixture, ...change }, server)).complaint;
  expect(await complaintOf({ outcome: "empty" })).toBe(
    "found instead of empty",
  );
  expect(await complaintOf({ contains: ["a unicorn"] })).toBe(
    'does not say "a unicorn"',
  );
  expect(
    await complaintOf({
      body: '{"batchcomplete":true,"query":{"search":[{"title":"undefined"}]}}',
      contains: [],
    }),
  ).toBe("shows undefined");
});

it("has an entry for every file", () => {
  const listed = fixtures.map(({ file }) => file);
  const files = readdirSync(FOLDER).filter((file) => file !== "manifest.json");
  expect(files.filter((file) => !listed.includes(file))).toEqual([]);
});
