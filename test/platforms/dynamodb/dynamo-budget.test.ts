import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Budget } from "../../../src/budget.ts";
import { createDynamoBudget } from "../../../src/platforms/dynamodb/dynamo-budget.ts";
import type {
  Capacity,
  DynamoTable,
} from "../../../src/platforms/dynamodb/table.ts";
import { describeBudgetContract } from "../../contracts/budget-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

const LIMITS = {
  messagesPerMinute: 20,
  userDailyTokens: 1_000,
  globalDailyTokens: 2_500,
};

describeWithDynamoDb("the budget in DynamoDB", () => {
  describeBudgetContract("DynamoDB budget", async (options, work) => {
    const { table } = await createLocalTable({ now: options.now });
    await work(createDynamoBudget({ table, ...options }));
  });

  const capacities: Capacity[] = [];
  let table: DynamoTable;
  beforeAll(async () => {
    ({ table } = await createLocalTable({
      onCapacity: (capacity) => capacities.push(capacity),
    }));
  });
  const openBudget = (limits = LIMITS): Budget =>
    createDynamoBudget({ table, limits });
  const unitsOf = async (work: () => Promise<unknown>) => {
    capacities.length = 0;
    await work();
    const sum = (kind: "reads" | "writes") =>
      capacities.reduce((units, capacity) => units + capacity[kind], 0);
    return { reads: sum("reads"), writes: sum("writes") };
  };
  let number = 0;
  const newPerson = () => `person ${number++}`;

  it("is not overrun by many processes at once, neither a person's nor everybody's", async () => {
    const limits = { ...LIMITS, globalDailyTokens: 1_500 };
    const { table: own } = await createLocalTable();
    const people = ["ann", "bob", "cleo"];
    const results = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const budget = createDynamoBudget({ table: own, limits });
        const person = people[index % people.length] ?? "";
        const call = { id: `${index}`, person, tokens: 90 };
        const { kind } = await budget.reserve(call, { settled: [] });
        return { person, kind };
      }),
    );
    const reserved = results.filter(({ kind }) => kind === "reserved");
    expect(reserved.length * 90).toBeLessThanOrEqual(1_500);
    const judge = createDynamoBudget({ table: own, limits });
    let sum = 0;
    for (const person of people) {
      const { tokens } = await judge.usageOf(person);
      expect(tokens).toBeLessThanOrEqual(1_000);
      expect(tokens).toBe(
        90 * reserved.filter((result) => result.person === person).length,
      );
      sum += tokens;
    }
    expect(sum).toBe(reserved.length * 90);
    // What was given back can be used.
    expect(
      await judge.reserve(
        { id: "last", person: "dora", tokens: 1_500 - sum },
        { settled: [] },
      ),
    ).toEqual({ kind: "reserved" });
  });

  it("keeps all sums right whatever several processes do at once", async () => {
    const people = ["ann", "bob", "cleo"];
    const call = fc.record({
      person: fc.constantFrom(...people),
      tokens: fc.integer({ min: 0, max: 600 }),
      /** Of what was reserved. */
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    /** The calls of one process, one after another, each settled with the next. */
    const scripts = fc.array(fc.array(call, { maxLength: 6 }), {
      minLength: 2,
      maxLength: 5,
    });
    const follow = async (
      budget: Budget,
      calls: readonly { person: string; tokens: number; share: number }[],
    ) => {
      const used: { person: string; tokens: number }[] = [];
      let settled: { id: string; tokens: number }[] = [];
      for (const { person, tokens, share } of calls) {
        const id = crypto.randomUUID();
        const { kind } = await budget.reserve(
          { id, person, tokens },
          { settled },
        );
        settled = [];
        if (kind === "spent") continue;
        const spent = Math.floor(tokens * share);
        settled = [{ id, tokens: spent }];
        used.push({ person, tokens: spent });
      }
      await budget.settle(settled);
      return used;
    };
    await fc.assert(
      fc.asyncProperty(scripts, async (processes) => {
        const { table: own } = await createLocalTable();
        const open = () => createDynamoBudget({ table: own, limits: LIMITS });
        const used = await Promise.all(
          processes.map((calls) => follow(open(), calls)),
        );
        const sumOf = (whose: readonly string[]) =>
          used
            .flat()
            .filter(({ person }) => whose.includes(person))
            .reduce((sum, { tokens }) => sum + tokens, 0);
        for (const person of people) {
          const { tokens } = await open().usageOf(person);
          expect(tokens).toBe(sumOf([person]));
          expect(tokens).toBeLessThanOrEqual(LIMITS.userDailyTokens);
        }
        // Everybody's sum is what is left of its limit.
        const left = LIMITS.globalDailyTokens - sumOf(people);
        const reserve = (tokens: number) =>
          createDynamoBudget({
            table: own,
            limits: { ...LIMITS, userDailyTokens: 0 },
          }).reserve(
            { id: crypto.randomUUID(), person: "dora", tokens },
            { settled: [] },
          );
        expect(await reserve(left + 1)).toMatchObject({ scope: "everybody" });
        expect(await reserve(left)).toEqual({ kind: "reserved" });
      }),
      { numRuns: 15 },
    );
  });

  it("takes two write units for a call, and for what was settled before it none", async () => {
    const budget = openBudget();
    const person = newPerson();
    const reserve = (id: string, settled: { id: string; tokens: number }[]) =>
      unitsOf(() =>
        budget.reserve(
          { id: `${person} ${id}`, person, tokens: 10 },
          { settled },
        ),
      );
    expect(await reserve("1", [])).toEqual({ reads: 0, writes: 2 });
    expect(await reserve("2", [{ id: `${person} 1`, tokens: 7 }])).toEqual({
      reads: 0,
      writes: 2,
    });
    expect(
      await unitsOf(() => budget.settle([{ id: `${person} 2`, tokens: 7 }])),
    ).toEqual({ reads: 0, writes: 2 });
  });

  it("takes half of that where everybody's sum has no limit", async () => {
    const budget = openBudget({ ...LIMITS, globalDailyTokens: 0 });
    const call = { id: "alone", person: newPerson(), tokens: 10 };
    expect(await unitsOf(() => budget.reserve(call, { settled: [] }))).toEqual({
      reads: 0,
      writes: 1,
    });
  });

  it("takes two write units for a message, and none for one that comes again", async () => {
    const budget = openBudget();
    const message = { id: "1", person: newPerson(), at: Date.now() };
    const count = () => unitsOf(() => budget.countMessage(message));
    expect(await count()).toEqual({ reads: 1.5, writes: 2 });
    expect(await count()).toEqual({ reads: 1, writes: 0 });
  });

  it("counts messages of the same moment each, up to the limit", async () => {
    const budget = openBudget({ ...LIMITS, messagesPerMinute: 5 });
    const person = newPerson();
    const at = Date.now();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        budget.countMessage({ id: `${index}`, person, at }),
      ),
    );
    expect(results.filter(({ kind }) => kind === "counted")).toHaveLength(5);
    expect(
      results.filter((result) => result.kind === "limited" && result.isFirst),
    ).toHaveLength(1);
    expect(await budget.usageOf(person)).toMatchObject({ messages: 5 });
  });

  it("adds nothing twice where an answer gets lost and the client asks again", async () => {
    const update: DynamoTable["update"] = async (...given) => {
      await table.update(...given);
      return table.update(...given);
    };
    const asksTwice = { ...table, update };
    const budget = createDynamoBudget({ table: asksTwice, limits: LIMITS });
    const person = newPerson();
    const call = { id: `of ${person}`, person, tokens: 600 };
    expect(await budget.reserve(call, { settled: [] })).toEqual({
      kind: "reserved",
    });
    expect(await budget.usageOf(person)).toMatchObject({ tokens: 600 });
    await budget.settle([{ id: call.id, tokens: 100 }]);
    expect(await budget.usageOf(person)).toMatchObject({ tokens: 100 });
  });

  it.each([1, 2, 3, 4])(
    "charges too much rather than too little where it dies before addition %d",
    async (nth) => {
      let additions = 0;
      const update: DynamoTable["update"] = async (...given) => {
        additions += 1;
        if (additions >= nth) throw new Error("The process is dead.");
        return table.update(...given);
      };
      const dying = createDynamoBudget({
        table: { ...table, update },
        limits: LIMITS,
      });
      const person = newPerson();
      const call = { id: `of ${person}`, person, tokens: 100 };
      const work = async () => {
        await dying.reserve(call, { settled: [] });
        await dying.settle([{ id: call.id, tokens: 60 }]);
      };
      await expect(work()).rejects.toThrow("dead");
      const { tokens } = await openBudget().usageOf(person);
      // The call is made behind both additions of its reservation.
      expect(tokens).toBeGreaterThanOrEqual(nth > 2 ? 60 : 0);
      expect(tokens).toBeLessThanOrEqual(100);
    },
  );

  it("leaves what another process has reserved as it is", async () => {
    const person = newPerson();
    const call = { id: `of ${person}`, person, tokens: 100 };
    await openBudget().reserve(call, { settled: [] });
    await openBudget().settle([{ id: call.id, tokens: 1 }]);
    expect(await openBudget().usageOf(person)).toMatchObject({ tokens: 100 });
  });
});
