import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBudget } from "../../src/limits/budget.ts";
import { createSlicedCounters } from "../../src/limits/sliced-counters.ts";
import type { BudgetLimits, Reservation } from "../../src/types/budget.ts";
import type { Counters } from "../../src/types/counters.ts";
import { createMemoryCounters } from "../fakes/memory-counters.ts";
import { runs } from "../property-runs.ts";

/** Three days before the end of the year, at noon. */
const NOON = Date.UTC(2026, 11, 28, 12);
const LIMITS: BudgetLimits = {
  messagesPerMinute: 20,
  userDailyTokens: 0,
  channelDailyTokens: { telegram: 0, webhook: 0, web: 150_000_000 },
  globalDailyTokens: 200_000_000,
};
const DAY = Math.floor(NOON / 86_400_000);
const EVERYBODY = `tokens:${DAY}/shared/everybody`;

function setUp(limits: Partial<BudgetLimits> = {}) {
  const clock = { at: NOON };
  const now = () => clock.at;
  const parts = new Map<number, Counters>();
  const failing = { at: Infinity, calls: 0 };
  const partOf = (part: number): Counters => {
    const counters = parts.get(part) ?? createMemoryCounters({ now });
    parts.set(part, counters);
    return {
      read: (key) => counters.read(key),
      async add(changes) {
        if (++failing.calls >= failing.at) throw new Error("The process died.");
        return counters.add(changes);
      },
    };
  };
  const all = { ...LIMITS, ...limits };
  const budget = createBudget({
    counters: createSlicedCounters(all, partOf),
    limits: all,
    now,
  });
  const reserve = (person: string, tokens: number, channel = "webhook") =>
    budget.reserve(
      { person, channel },
      {
        prompt: { expected: tokens, atMost: tokens },
        reply: { atLeast: 1, atMost: 1 },
        settled: [],
      },
    );
  /** The tokens booked in all parts. */
  const booked = async (key = EVERYBODY): Promise<number> => {
    const sums = await Promise.all(
      [...parts.values()].map((one) => one.read(key)),
    );
    return sums.reduce((sum, { booked: one = 0 }) => sum + one, 0);
  };
  return { budget, reserve, booked, parts, clock, failing };
}

describe("a sharded budget", () => {
  it("has one part while a limit is small", async () => {
    const { reserve, parts } = setUp({ globalDailyTokens: 2_000_000 });
    for (const person of "abcdefgh") await reserve(person, 1_000);
    expect([...parts.keys()]).toEqual([0]);
  });

  it("assigns each person to one part permanently", async () => {
    const { budget, reserve, parts } = setUp();
    for (let person = 0; person < 100; person++)
      await reserve(`person-${person}`, 1_000);
    expect([...parts.keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
    expect((await budget.usageOf("person-7")).tokens).toBe(1_001);
  });

  it("allows all of a limit except what is left in other parts' slices", async () => {
    const { reserve, booked } = setUp();
    const limit = LIMITS.globalDailyTokens;
    for (let call = 0; call < 5_000; call++)
      if ((await reserve(`person-${call % 97}`, 50_000)).kind === "spent")
        break;
    expect(await booked()).toBeLessThanOrEqual(limit);
    expect(await booked()).toBeGreaterThan(limit * (1 - 1 / 16));
  });

  it("reports which limit is spent", async () => {
    const { reserve } = setUp();
    let result = await reserve("ann", 1_000, "web");
    while (result.kind === "reserved")
      result = await reserve("ann", 3_000_000, "web");
    expect(result).toMatchObject({ kind: "busy", scope: "channel" });
  });

  it("releases what was reserved and not used", async () => {
    const { budget, reserve } = setUp();
    const open: Reservation[] = [];
    for (;;) {
      const result = await reserve("ann", 10_000_000);
      if (result.kind !== "reserved") break;
      open.push(result.reservation);
    }
    await budget.settle(
      open.map((reservation) => ({ reservation, tokens: 1 })),
    );
    expect((await reserve("ann", 10_000_000)).kind).toBe("reserved");
  });

  it("starts again on the next day", async () => {
    const { reserve, clock } = setUp();
    while ((await reserve("ann", 20_000_000)).kind === "reserved");
    clock.at += 12 * 3_600_000;
    expect((await reserve("ann", 20_000_000)).kind).toBe("reserved");
  });

  it("never books more than a limit, despite concurrency and crashes", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            person: fc.integer({ min: 0, max: 30 }),
            tokens: fc.integer({ min: 1, max: 30_000_000 }),
            used: fc.integer({ min: 0, max: 100 }),
            diesAt: fc.option(fc.integer({ min: 1, max: 4 })),
          }),
          { minLength: 1, maxLength: 60 },
        ),
        fc.integer({ min: 1, max: 8 }),
        async (calls, atOnce) => {
          const { budget, reserve, booked, failing } = setUp();
          for (let first = 0; first < calls.length; first += atOnce) {
            const batch = calls.slice(first, first + atOnce);
            const dies = batch.find(({ diesAt }) => diesAt !== null)?.diesAt;
            failing.at = failing.calls + (dies ?? Infinity);
            await Promise.allSettled(
              batch.map(async ({ person, tokens, used }) => {
                const result = await reserve(String(person), tokens);
                if (result.kind !== "reserved") return;
                const { reservation } = result;
                await budget.settle([
                  { reservation, tokens: Math.floor((tokens * used) / 100) },
                ]);
              }),
            );
            expect(await booked()).toBeLessThanOrEqual(
              LIMITS.globalDailyTokens,
            );
          }
        },
      ),
      { numRuns: runs(60) },
    ));
});
