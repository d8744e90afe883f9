import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Budget } from "../../src/budget.ts";
import { createSqliteBudget } from "../../src/platforms/cloudflare/sqlite-budget.ts";
import { describeBudgetContract } from "../contracts/budget-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";

const DAY = 86_400_000;
const LIMITS = {
  messagesPerMinute: 20,
  userDailyTokens: 1_000,
  globalDailyTokens: 2_500,
};

describeBudgetContract("SQLite budget over node:sqlite", (options, work) =>
  work(
    createSqliteBudget({ database: createNodeSqliteDatabase(), ...options }),
  ),
);

/** What the turns of several people do, mixed in any order. */
type Deed =
  | {
      readonly kind: "reserve";
      readonly person: string;
      readonly tokens: number;
    }
  /** Ends one of the calls that are open, if there is one: `share` of what was reserved for it was used. */
  | { readonly kind: "settle"; readonly pick: number; readonly share: number };

interface OpenCall {
  readonly id: string;
  readonly person: string;
  readonly tokens: number;
}

const person = fc.constantFrom("ann", "bob", "cleo");
const deeds = (maxShare: number) =>
  fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant("reserve" as const),
        person,
        tokens: fc.integer({ min: 0, max: 600 }),
      }),
      fc.record({
        kind: fc.constant("settle" as const),
        pick: fc.nat(),
        share: fc.double({ min: 0, max: maxShare, noNaN: true }),
      }),
    ),
    { maxLength: 80 },
  );

/** Does it all, and keeps the same books in plain sums, by which the budget is judged after each deed. */
async function follow(
  script: readonly Deed[],
  check: (state: {
    budget: Budget;
    booked: ReadonlyMap<string, number>;
    /** By how much calls have used more than was reserved for them. */
    errors: ReadonlyMap<string, number>;
  }) => Promise<void>,
): Promise<void> {
  const database = createNodeSqliteDatabase();
  const budget = createSqliteBudget({ database, limits: LIMITS, now: () => 0 });
  const booked = new Map<string, number>();
  const errors = new Map<string, number>();
  const add = (sums: Map<string, number>, who: string, tokens: number) => {
    for (const key of [who, "all"])
      sums.set(key, (sums.get(key) ?? 0) + tokens);
  };
  const open: OpenCall[] = [];
  for (const [index, deed] of script.entries()) {
    if (deed.kind === "reserve") {
      const call = { id: `${index}`, person: deed.person, tokens: deed.tokens };
      const fits =
        (booked.get(call.person) ?? 0) + call.tokens <=
          LIMITS.userDailyTokens &&
        (booked.get("all") ?? 0) + call.tokens <= LIMITS.globalDailyTokens;
      const { kind } = await budget.reserve(call, { settled: [] });
      expect(kind).toBe(fits ? "reserved" : "spent");
      if (kind === "reserved") {
        open.push(call);
        add(booked, call.person, call.tokens);
      }
    } else if (open.length > 0) {
      const [call] = open.splice(deed.pick % open.length, 1);
      if (call === undefined) continue;
      const used = Math.ceil(call.tokens * deed.share);
      await budget.settle([{ id: call.id, tokens: used }]);
      add(booked, call.person, used - call.tokens);
      add(errors, call.person, Math.max(0, used - call.tokens));
    }
    await check({ budget, booked, errors });
  }
}

describe("the budget in SQLite", () => {
  it("keeps everybody's sums right whatever turns do at once: never below zero, never past a limit by more than calls went beyond their reservations", async () => {
    await fc.assert(
      fc.asyncProperty(deeds(3), (script) =>
        follow(script, async ({ budget, booked, errors }) => {
          for (const who of ["ann", "bob", "cleo"]) {
            const { tokens } = await budget.usageOf(who);
            expect(tokens).toBe(booked.get(who) ?? 0);
            expect(tokens).toBeGreaterThanOrEqual(0);
            expect(tokens).toBeLessThanOrEqual(
              LIMITS.userDailyTokens + (errors.get(who) ?? 0),
            );
          }
          expect(booked.get("all") ?? 0).toBeLessThanOrEqual(
            LIMITS.globalDailyTokens + (errors.get("all") ?? 0),
          );
        }),
      ),
      { numRuns: 100 },
    );
  });

  it("is never overrun by a single token where reservations are large enough", async () => {
    await fc.assert(
      fc.asyncProperty(deeds(1), (script) =>
        follow(script, async ({ booked }) => {
          for (const [who, tokens] of booked)
            expect(tokens).toBeLessThanOrEqual(
              who === "all" ? LIMITS.globalDailyTokens : LIMITS.userDailyTokens,
            );
        }),
      ),
      { numRuns: 100 },
    );
  });

  it("keeps today and yesterday, and nothing of the days before", async () => {
    const database = createNodeSqliteDatabase();
    const clock = { at: 100 * DAY };
    const budget = createSqliteBudget({
      database,
      limits: LIMITS,
      now: () => clock.at,
    });
    for (let day = 0; day < 5; day++) {
      clock.at = (100 + day) * DAY;
      const id = `${day}`;
      await budget.countMessage({ id, person: "ann", at: clock.at });
      await budget.reserve({ id, person: "ann", tokens: 1 }, { settled: [] });
    }
    for (const table of ["days", "messages", "reservations"]) {
      const rows = database.query(`SELECT DISTINCT day FROM ${table}`);
      expect(
        rows.map(({ day }) => day),
        table,
      ).toEqual([103, 104]);
    }
  });

  it("writes three rows for a reservation, three to settle it, and two for a message", async () => {
    const database = createNodeSqliteDatabase();
    const budget = createSqliteBudget({ database, limits: LIMITS });
    const count = () =>
      Number(database.query("SELECT total_changes() AS rows")[0]?.["rows"]);
    const written = async (work: () => Promise<unknown>) => {
      const before = count();
      await work();
      return count() - before;
    };
    const call = { id: "1", person: "ann", tokens: 10 };
    expect(await written(() => budget.reserve(call, { settled: [] }))).toBe(3);
    expect(await written(() => budget.settle([call]))).toBe(3);
    const message = { id: "1", person: "ann", at: Date.now() };
    expect(await written(() => budget.countMessage(message))).toBe(2);
  });

  it("has an open database up to date already", async () => {
    const database = createNodeSqliteDatabase();
    const call = { id: "1", person: "ann", tokens: 10 };
    const limits = LIMITS;
    await createSqliteBudget({ database, limits }).reserve(call, {
      settled: [],
    });
    const again = createSqliteBudget({ database, limits });
    expect(await again.usageOf("ann")).toMatchObject({ tokens: 10 });
  });
});
