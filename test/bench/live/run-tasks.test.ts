import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OWN, type LiveContestant } from "../../../bench/live/contestant.ts";
import { startMeter, type Meter } from "../../../bench/live/meter.ts";
import { openResults } from "../../../bench/live/results.ts";
import { runTasks } from "../../../bench/live/run-tasks.ts";
import {
  startScriptedServer,
  type ScriptedServer,
} from "../../../bench/live/scripted-server.ts";
import { summarise } from "../../../bench/live/summarise.ts";
import { readTasks } from "../../../bench/live/task.ts";
import type { ScriptedMood } from "../../../bench/live/write-scripted.ts";
import { pick } from "../../property-runs.ts";

const tasks = readTasks();
let server: ScriptedServer;
let meter: Meter;
beforeAll(async () => {
  server = await startScriptedServer(tasks);
  meter = await startMeter({ apiKey: "test-key", extraBody: { seed: 1 } });
});
afterAll(() => {
  meter.close();
  server.close();
});

async function run({
  contestants = OWN,
  mood = "obedient",
  file,
  given = tasks,
  baseUrl,
}: {
  contestants?: readonly LiveContestant[];
  mood?: ScriptedMood;
  file?: string;
  given?: typeof tasks;
  baseUrl?: string;
}) {
  const results = openResults(file);
  const told: string[] = [];
  await runTasks({
    tasks: given,
    contestants,
    model: "scripted",
    meter,
    baseUrlFor: ({ format }) => baseUrl ?? server.urlFor(format, mood),
    timeoutMs: 5_000,
    results,
    tell: (progress) => told.push(progress),
  });
  return { results: results.results, told };
}

/** One contestant per task in `npm test`, in turn; with more time, all. */
async function runAll(mood: ScriptedMood) {
  const all = [];
  for (const [turn, task] of tasks.entries()) {
    const contestants = pick(OWN, { count: 1, turn });
    all.push(...(await run({ contestants, mood, given: [task] })).results);
  }
  return all;
}

it("an obedient model is right in every task and style", async () => {
  const results = await runAll("obedient");
  expect(results.filter(({ isRight }) => !isRight)).toEqual([]);
  expect(summarise(results, undefined)).toHaveLength(4);
});

it("a model with formatting errors is right in every task, without leaking its format", async () => {
  const results = await runAll("clumsy");
  expect(
    results.filter(
      ({ outcome, showsFormatMarkup, isRight }) =>
        outcome !== "answer" || showsFormatMarkup || !isRight,
    ),
  ).toEqual([]);
});

it("counts calls, tokens and the price", async () => {
  const { results } = await run({
    contestants: OWN.slice(0, 1),
    given: tasks.slice(0, 1),
  });
  expect(results).toMatchObject([
    { calls: 2, promptTokens: 200, cachedTokens: 120, outputTokens: 20 },
  ]);
  const price = { input: 1, cached: 0.5, output: 2, asOf: "2026-01-01" };
  const [figures] = summarise(results, price);
  expect(figures?.per1000Tasks).toBeCloseTo((80 + 60 + 40) / 1000);
});

it("resumes after the last complete result", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "live-")), "results.jsonl");
  const contestants = OWN.slice(0, 1);
  await run({ contestants, file, given: tasks.slice(0, 2) });
  const [first = ""] = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, `${first}\n{"model": "scrip`);
  const { results, told } = await run({
    contestants,
    file,
    given: tasks.slice(0, 3),
  });
  expect(told).toHaveLength(2);
  expect(results.map(({ task }) => task)).toEqual(
    tasks.slice(0, 3).map(({ id }) => id),
  );
  expect(openResults(file).results).toHaveLength(3);
});

it("stops with an explanation if the server is unreachable", async () => {
  await expect(
    run({
      contestants: OWN.slice(0, 1),
      given: tasks.slice(0, 1),
      baseUrl: "http://127.0.0.1:9",
    }),
  ).rejects.toThrow(/stopped answering.*--resume/);
});
