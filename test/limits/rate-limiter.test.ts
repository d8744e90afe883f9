import { expect, it } from "vitest";
import { createRateLimiter } from "../../src/limits/rate-limiter.ts";
import { createSqliteCounters } from "../../src/stores/sqlite/sqlite-counters.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

const MINUTE = 60_000;

function setUp() {
  /** The tenth second of a minute. */
  const clock = { at: Date.UTC(2026, 10, 22, 8, 30, 10) };
  const now = () => clock.at;
  const database = createNodeSqliteDatabase();
  const counters = createSqliteCounters({ database, now });
  return { clock, limiter: createRateLimiter({ counters, now }) };
}

it("counts down to zero, then refuses", async () => {
  const { limiter } = setUp();
  const rate = { limit: 2, windowMs: MINUTE };
  const counts = [];
  for (let time = 0; time < 4; time++)
    counts.push(await limiter.take("shop", rate));
  expect(counts.map(({ remaining }) => remaining)).toEqual([1, 0, 0, 0]);
  expect(counts.map(({ isExceeded }) => isExceeded)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(counts[3]).toMatchObject({ limit: 2, resetMs: 50_000 });
});

it("starts again in the next window of the clock", async () => {
  const { limiter, clock } = setUp();
  const rate = { limit: 1, windowMs: MINUTE };
  await limiter.take("shop", rate);
  clock.at += 49_999;
  expect(await limiter.take("shop", rate)).toMatchObject({
    isExceeded: true,
    resetMs: 1,
  });
  clock.at += 1;
  expect(await limiter.take("shop", rate)).toMatchObject({
    isExceeded: false,
    resetMs: MINUTE,
  });
});

it("counts keys and window lengths separately", async () => {
  const { limiter } = setUp();
  for (const key of ["a", "a/b", "b"])
    for (const windowMs of [MINUTE, 60 * MINUTE])
      expect(await limiter.take(key, { limit: 1, windowMs })).toMatchObject({
        isExceeded: false,
      });
});
