import { describe, expect, it } from "vitest";
import type { Budget, BudgetLimits } from "../../src/budget.ts";

/** Has a fresh budget with these limits and this clock do the work. */
export type WithBudget = (
  options: { limits: BudgetLimits; now: () => number },
  work: (budget: Budget) => Promise<void>,
) => Promise<void>;

const NO_LIMITS: BudgetLimits = {
  messagesPerMinute: 0,
  userDailyTokens: 0,
  globalDailyTokens: 0,
};
const HOUR = 3_600_000;
/** Three hours before a day's end. */
const EVENING = Date.UTC(2026, 10, 22, 21);
const RESERVED = { kind: "reserved" };

/** What every budget promises. */
export function describeBudgetContract(
  name: string,
  withBudget: WithBudget,
): void {
  const clock = { at: EVENING };
  const test = (
    claim: string,
    limits: Partial<BudgetLimits>,
    work: (budget: Budget) => Promise<void>,
  ) =>
    it(claim, async () => {
      clock.at = EVENING;
      const options = {
        limits: { ...NO_LIMITS, ...limits },
        now: () => clock.at,
      };
      await withBudget(options, work);
    });
  const reserve = (
    budget: Budget,
    id: string,
    tokens: number,
    { person = "ann", settled = [] as { id: string; tokens: number }[] } = {},
  ) => budget.reserve({ id, person, tokens }, { settled });
  const tokensOf = async (budget: Budget, person = "ann") =>
    (await budget.usageOf(person)).tokens;
  const send = (budget: Budget, id: string, { person = "ann" } = {}) =>
    budget.countMessage({ id, person, at: clock.at });

  describe(`${name} keeps Budget's promises`, () => {
    test(
      "reserves up to a person's limit, and not a token more",
      { userDailyTokens: 100 },
      async (budget) => {
        expect(await reserve(budget, "1", 60)).toEqual(RESERVED);
        expect(await reserve(budget, "2", 41)).toEqual({
          kind: "spent",
          scope: "person",
          waitMs: 3 * HOUR,
        });
        expect(await reserve(budget, "3", 40)).toEqual(RESERVED);
        expect(await tokensOf(budget)).toBe(100);
      },
    );

    test(
      "lets calls of the same moment through only while they fit together",
      { userDailyTokens: 100 },
      async (budget) => {
        const results = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            reserve(budget, `${index}`, 30),
          ),
        );
        const kinds = results.map(({ kind }) => kind);
        expect(kinds.filter((kind) => kind === "reserved")).toHaveLength(3);
      },
    );

    test(
      "keeps people apart, and all of them within the common limit",
      { userDailyTokens: 100, globalDailyTokens: 150 },
      async (budget) => {
        const bob = { person: "bob" };
        expect(await reserve(budget, "1", 100)).toEqual(RESERVED);
        expect(await reserve(budget, "2", 60, bob)).toMatchObject({
          kind: "spent",
          scope: "everybody",
        });
        expect(await reserve(budget, "3", 50, bob)).toEqual(RESERVED);
        expect(await reserve(budget, "4", 1)).toMatchObject({
          scope: "person",
        });
        expect(await tokensOf(budget, "bob")).toBe(50);
      },
    );

    test(
      "gives back what a call did not use, and takes what it used beyond",
      { userDailyTokens: 100 },
      async (budget) => {
        await reserve(budget, "1", 80);
        await budget.settle([{ id: "1", tokens: 10 }]);
        expect(await tokensOf(budget)).toBe(10);
        await reserve(budget, "2", 80);
        await budget.settle([{ id: "2", tokens: 95 }]);
        expect(await tokensOf(budget)).toBe(105);
        expect(await reserve(budget, "3", 0)).toMatchObject({ kind: "spent" });
      },
    );

    test(
      "settles earlier calls with the next reservation, before it looks whether that fits",
      { userDailyTokens: 100 },
      async (budget) => {
        await reserve(budget, "1", 80);
        const settled = [{ id: "1", tokens: 20 }];
        expect(await reserve(budget, "2", 80, { settled })).toEqual(RESERVED);
        expect(
          await reserve(budget, "3", 80, {
            settled: [{ id: "2", tokens: 50 }],
          }),
        ).toMatchObject({ kind: "spent" });
        expect(await tokensOf(budget)).toBe(70);
      },
    );

    test("counts nothing twice that is told twice", {}, async (budget) => {
      await reserve(budget, "1", 30);
      expect(await reserve(budget, "1", 30)).toEqual(RESERVED);
      expect(await tokensOf(budget)).toBe(30);
      const call = { id: "1", tokens: 10 };
      await budget.settle([call, call]);
      await reserve(budget, "2", 5, { settled: [call] });
      await budget.settle([call, { id: "never reserved", tokens: 99 }]);
      expect(await tokensOf(budget)).toBe(15);
    });

    test(
      "knows a reservation again when nothing else would fit",
      { userDailyTokens: 100 },
      async (budget) => {
        await reserve(budget, "1", 80);
        expect(await reserve(budget, "1", 80)).toEqual(RESERVED);
      },
    );

    test(
      "begins each day with nothing used, also where a call was never settled",
      { userDailyTokens: 100, globalDailyTokens: 100 },
      async (budget) => {
        await reserve(budget, "died", 100);
        expect(await reserve(budget, "2", 1)).toMatchObject({ kind: "spent" });
        clock.at += 3 * HOUR;
        expect(await budget.usageOf("ann")).toEqual({
          tokens: 0,
          messages: 0,
          waitMs: 24 * HOUR,
        });
        expect(await reserve(budget, "2", 100)).toEqual(RESERVED);
      },
    );

    test(
      "books a call that goes on past midnight on the day on which it began",
      { userDailyTokens: 100 },
      async (budget) => {
        await reserve(budget, "1", 40);
        clock.at += 3 * HOUR;
        await reserve(budget, "2", 10);
        await budget.settle([{ id: "1", tokens: 90 }]);
        expect(await tokensOf(budget)).toBe(10);
      },
    );

    test(
      "refuses nobody where the limits are 0, and counts",
      {},
      async (budget) => {
        for (let index = 0; index < 50; index++) {
          expect(await reserve(budget, `${index}`, 1_000_000)).toEqual(
            RESERVED,
          );
          expect(await send(budget, `${index}`)).toEqual({ kind: "counted" });
        }
        expect(await budget.usageOf("ann")).toMatchObject({
          tokens: 50_000_000,
          messages: 50,
        });
      },
    );

    test(
      "takes so many messages of a person in a minute, and tells of the first one too many",
      { messagesPerMinute: 2 },
      async (budget) => {
        clock.at += 20_000;
        expect(await send(budget, "1")).toEqual({ kind: "counted" });
        expect(await send(budget, "2")).toEqual({ kind: "counted" });
        const excess = { kind: "limited", limit: 2, waitMs: 40_000 };
        expect(await send(budget, "3")).toEqual({ ...excess, isFirst: true });
        expect(await send(budget, "4")).toEqual({ ...excess, isFirst: false });
        expect(await send(budget, "3")).toEqual({ ...excess, isFirst: true });
        expect(await send(budget, "1", { person: "bob" })).toEqual({
          kind: "counted",
        });
        expect(await budget.usageOf("ann")).toMatchObject({ messages: 2 });
      },
    );

    test(
      "takes messages again in the next minute, those that were too many among them",
      { messagesPerMinute: 1 },
      async (budget) => {
        await send(budget, "1");
        expect(await send(budget, "2")).toMatchObject({ isFirst: true });
        clock.at += 60_000;
        expect(await send(budget, "2")).toEqual({ kind: "counted" });
        expect(await send(budget, "3")).toMatchObject({ isFirst: true });
      },
    );

    test(
      "counts a message once that comes again",
      { messagesPerMinute: 2 },
      async (budget) => {
        for (let times = 0; times < 100; times++)
          expect(await send(budget, "1")).toEqual({ kind: "counted" });
        clock.at += HOUR;
        expect(await send(budget, "1")).toEqual({ kind: "counted" });
        expect(await send(budget, "2")).toEqual({ kind: "counted" });
        expect(await budget.usageOf("ann")).toMatchObject({ messages: 2 });
      },
    );

    test(
      "counts a message that has waited for its turn by the minute in which it came",
      { messagesPerMinute: 1 },
      async (budget) => {
        const came = clock.at;
        clock.at += HOUR;
        const countLate = (id: string) =>
          budget.countMessage({ id, person: "ann", at: came });
        expect(await countLate("1")).toEqual({ kind: "counted" });
        expect(await countLate("2")).toMatchObject({
          isFirst: true,
          waitMs: 0,
        });
        expect(await send(budget, "3")).toEqual({ kind: "counted" });
        // No way around the limit: it counts with the newest one now.
        expect(await countLate("4")).toMatchObject({ kind: "limited" });
      },
    );

    test("takes any text for a person's name", {}, async (budget) => {
      for (const person of ["telegram:1", "订单", "'; --", "a/b", "\0"]) {
        await reserve(budget, person, 7, { person });
        expect(await tokensOf(budget, person)).toBe(7);
      }
    });
  });
}
