import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBudget } from "../../src/limits/budget.ts";
import type {
  BudgetLimits,
  Reservation,
  Spender,
} from "../../src/types/budget.ts";
import { createMemoryCounters } from "../fakes/memory-counters.ts";
import { runs } from "../property-runs.ts";

const HOUR = 3_600_000;
const LIMITS: BudgetLimits = {
  messagesPerMinute: 20,
  userDailyTokens: 10_000,
  channelDailyTokens: { telegram: 0, webhook: 0, web: 12_000 },
  globalDailyTokens: 25_000,
};
const ANN: Spender = { person: "ann", channel: "web" };
const BOB: Spender = { person: "bob", channel: "web" };
const CLEO: Spender = { person: "cleo", channel: "webhook" };

function setUp(limits: Partial<BudgetLimits> = {}) {
  /** Three hours before the end of a day. */
  const clock = { at: Date.UTC(2026, 10, 22, 21) };
  const now = () => clock.at;
  const counters = createMemoryCounters({ now });
  const open = () =>
    createBudget({ counters, limits: { ...LIMITS, ...limits }, now });
  const budget = open();
  const reserve = (
    spender: Spender,
    { expected = 100, bound = 400, least = 300, most = 2_000 } = {},
    settled: Parameters<typeof budget.settle>[0] = [],
  ) =>
    budget.reserve(spender, {
      prompt: { expected, atMost: bound },
      reply: { atLeast: least, atMost: most },
      settled,
    });
  /** Reserves tokens and uses all of them. */
  const spend = async (spender: Spender, tokens: number) => {
    const result = await reserve(spender, { most: tokens });
    if (result.kind !== "reserved") throw new Error("There is no room.");
    await budget.settle([{ reservation: result.reservation, tokens }]);
  };
  return { budget, open, counters, clock, reserve, spend };
}

function reservationOf(result: {
  kind: string;
  reservation?: Reservation;
}): Reservation {
  expect(result.kind).toBe("reserved");
  return result.reservation as Reservation;
}

describe("a reservation", () => {
  it("covers the upper bound of the prompt and the longest reply", async () => {
    const { reserve, budget } = setUp();
    const { replyTokens, booked } = reservationOf(await reserve(ANN));
    expect(replyTokens).toBe(2_000);
    expect(booked).toEqual({ person: 2_400, channel: 2_400, everybody: 2_400 });
    expect((await budget.usageOf("ann")).tokens).toBe(2_400);
  });

  it.each([
    [0, ["person", "channel"]],
    [12_000, ["person", "everybody"]],
    [12_001, ["person", "channel", "everybody"]],
  ])(
    "counts in the sums that have a limit of their own: %s",
    async (globalDailyTokens, scopes) => {
      const { reserve } = setUp({ globalDailyTokens });
      const { booked } = reservationOf(await reserve(ANN));
      expect(Object.keys(booked)).toEqual(scopes);
    },
  );

  it("is replaced by the actual usage, with the next call or at the end", async () => {
    const { reserve, budget } = setUp();
    const first = reservationOf(await reserve(ANN));
    const settled = [{ reservation: first, tokens: 150 }];
    const second = reservationOf(await reserve(ANN, {}, settled));
    expect((await budget.usageOf("ann")).tokens).toBe(2_550);
    await budget.settle([{ reservation: second, tokens: 50 }]);
    expect((await budget.usageOf("ann")).tokens).toBe(200);
  });

  it.each([
    [9_000, 600],
    [9_300, 300],
    // Only the expected prompt fits.
    [9_301, 599],
    [9_600, 300],
  ])("shortens the reply if less is left: after %s", async (spent, left) => {
    const { reserve, spend } = setUp();
    await spend(ANN, spent);
    expect(reservationOf(await reserve(ANN)).replyTokens).toBe(left);
  });

  it("covers the expected prompt if its upper bound does not fit, one at a time", async () => {
    const { reserve, spend, budget } = setUp();
    await spend(ANN, 9_500);
    const alone = reservationOf(await reserve(ANN));
    expect(alone.replyTokens).toBe(400);
    expect(await reserve(ANN)).toMatchObject({ kind: "busy", scope: "person" });
    await budget.settle([{ reservation: alone, tokens: 90 }]);
    expect(reservationOf(await reserve(ANN)).replyTokens).toBe(310);
  });

  it.each([
    ["person", ANN, ANN, 9_700],
    ["channel", ANN, BOB, 2_300],
    ["everybody", CLEO, CLEO, 3_400],
  ] as const)(
    "is refused if the limit of the %s leaves too little for an answer",
    async (scope, first, second, tokens) => {
      const { reserve, spend } = setUp(
        scope === "everybody" ? { globalDailyTokens: 13_000 } : {},
      );
      if (scope === "everybody") await spend(BOB, 9_400);
      if (scope === "channel") await spend(ANN, 9_400);
      await spend(scope === "channel" ? second : first, tokens);
      expect(await reserve(second)).toMatchObject({
        kind: "spent",
        scope,
        waitMs: 3 * HOUR,
      });
    },
  );

  it("is busy if running calls have reserved the rest", async () => {
    const { reserve, budget } = setUp();
    const open = [];
    for (;;) {
      const result = await reserve(ANN);
      if (result.kind !== "reserved") {
        expect(result).toMatchObject({ kind: "busy", scope: "person" });
        break;
      }
      open.push(result.reservation);
    }
    expect(open.length).toBeGreaterThan(3);
    await budget.settle(
      open.map((reservation) => ({ reservation, tokens: 10 })),
    );
    expect((await reserve(ANN)).kind).toBe("reserved");
  });

  it("settles earlier calls even if it is refused", async () => {
    const { reserve, budget } = setUp();
    const first = reservationOf(await reserve(ANN, { most: 9_000 }));
    const settled = [{ reservation: first, tokens: 9_900 }];
    expect(await reserve(ANN, {}, settled)).toMatchObject({ kind: "spent" });
    expect((await budget.usageOf("ann")).tokens).toBe(9_900);
  });

  it("does not affect budgets of other people and channels", async () => {
    const { reserve, spend } = setUp();
    await spend(ANN, 9_900);
    await spend(BOB, 2_000);
    expect(await reserve(BOB)).toMatchObject({ scope: "channel" });
    expect((await reserve(CLEO)).kind).toBe("reserved");
  });

  it("counts towards the budget of the site that embeds the chat", async () => {
    const { reserve, spend } = setUp({ siteDailyTokens: 3_000 });
    const site = "https://a.example";
    await spend({ ...ANN, site }, 2_000);
    expect(await reserve({ ...BOB, site }, { least: 1_500 })).toMatchObject({
      kind: "spent",
      scope: "site",
    });
    expect(await reserve({ ...BOB, site: "https://b.example" })).toMatchObject({
      kind: "reserved",
    });
    expect(await reserve(BOB)).toMatchObject({ kind: "reserved" });
  });

  it("is counted but never refused without limits", async () => {
    const { budget, spend } = setUp({
      userDailyTokens: 0,
      channelDailyTokens: { telegram: 0, webhook: 0, web: 0 },
      globalDailyTokens: 0,
    });
    await spend(ANN, 1_000_000);
    expect((await budget.usageOf("ann")).tokens).toBe(1_000_000);
  });

  it("counts for its day, even if it is settled on the next", async () => {
    const { reserve, budget, clock } = setUp();
    const late = reservationOf(await reserve(ANN));
    clock.at += 4 * HOUR;
    expect((await budget.usageOf("ann")).tokens).toBe(0);
    await budget.settle([{ reservation: late, tokens: 5 }]);
    expect((await budget.usageOf("ann")).tokens).toBe(0);
    clock.at -= 4 * HOUR;
    expect((await budget.usageOf("ann")).tokens).toBe(5);
  });
});

it("keeps to the limit for forty concurrent messages that request 8,000 tokens each and are retried", async () => {
  const { budget } = setUp({
    userDailyTokens: 0,
    channelDailyTokens: { telegram: 0, webhook: 0, web: 0 },
    globalDailyTokens: 20_000,
  });
  const prompt = { expected: 200, atMost: 800 };
  const tryAll = () =>
    Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const spender = { person: `p${index}`, channel: "web" } as const;
        const result = await budget.reserve(spender, {
          prompt,
          reply: { atLeast: 300, atMost: 8_000 },
          settled: [],
        });
        return result.kind === "reserved" ? [result.reservation] : [];
      }),
    );
  let spent = 0;
  for (let round = 0; round < 5; round++) {
    const reserved = (await tryAll()).flat();
    // Each model writes the maximum.
    const settled = reserved.map((reservation) => ({
      reservation,
      tokens: prompt.expected + reservation.replyTokens,
    }));
    for (const { tokens } of settled) spent += tokens;
    await budget.settle(settled);
  }
  expect(spent).toBeGreaterThan(19_000);
  expect(spent).toBeLessThanOrEqual(28_800);
});

/** An event in concurrent processes. `share`: of the call's maximum usage. */
type BudgetEvent =
  | {
      readonly kind: "call";
      readonly spender: Spender;
      readonly prompt: number;
      readonly worst: number;
      readonly reply: number;
    }
  | { readonly kind: "end"; readonly pick: number; readonly share: number }
  /**
   * The process of an open call is killed after the call, so nobody settles it.
   */
  | { readonly kind: "kill"; readonly pick: number };

const anyEvent: fc.Arbitrary<BudgetEvent> = fc.oneof(
  fc.record({
    kind: fc.constant("call" as const),
    spender: fc.constantFrom(ANN, BOB, CLEO),
    prompt: fc.integer({ min: 1, max: 3_000 }),
    worst: fc.integer({ min: 0, max: 6_000 }),
    reply: fc.integer({ min: 300, max: 8_000 }),
  }),
  fc.record({
    kind: fc.constant("end" as const),
    pick: fc.nat(),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ kind: fc.constant("kill" as const), pick: fc.nat() }),
);

it("never exceeds a limit by more than one call, despite concurrency and crashes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { maxLength: 40 }), async (events) => {
      const { open } = setUp();
      const calls: { reservation: Reservation; worst: number }[] = [];
      const spent = new Map<string, number>();
      let largest = 0;
      const note = ({ person, channel }: Reservation, tokens: number) => {
        for (const key of [person, channel, "everybody"])
          spent.set(key, (spent.get(key) ?? 0) + tokens);
      };
      for (const event of events) {
        const budget = open();
        if (event.kind === "call") {
          const { prompt, worst, reply, spender } = event;
          const result = await budget.reserve(spender, {
            prompt: { expected: prompt, atMost: prompt + worst },
            reply: { atLeast: 300, atMost: reply },
            settled: [],
          });
          if (result.kind !== "reserved") continue;
          const { reservation } = result;
          const most = prompt + worst + reservation.replyTokens;
          calls.push({ reservation, worst: most });
          largest = Math.max(largest, most);
          continue;
        }
        const [call] = calls.splice(event.pick % (calls.length || 1), 1);
        if (call === undefined) continue;
        const share = event.kind === "end" ? event.share : 1;
        const tokens = Math.floor(call.worst * share);
        note(call.reservation, tokens);
        if (event.kind === "end")
          await budget.settle([{ reservation: call.reservation, tokens }]);
      }
      // Calls that are still open cost their maximum.
      for (const { reservation, worst } of calls) note(reservation, worst);
      const limits = {
        ann: LIMITS.userDailyTokens,
        bob: LIMITS.userDailyTokens,
        cleo: LIMITS.userDailyTokens,
        web: LIMITS.channelDailyTokens.web,
        everybody: LIMITS.globalDailyTokens,
      };
      for (const [key, limit] of Object.entries(limits))
        expect(spent.get(key) ?? 0, key).toBeLessThanOrEqual(limit + largest);
    }),
    { numRuns: runs(100) },
  );
});

describe("messages", () => {
  it("are limited per clock minute, and the first excess one is marked", async () => {
    const { budget, clock } = setUp({ messagesPerMinute: 1 });
    clock.at += 10_000;
    const counts = [];
    for (let message = 0; message < 3; message++)
      counts.push(await budget.countMessage("ann"));
    const limited = { kind: "limited", limit: 1, waitMs: 50_000 };
    expect(counts).toEqual([
      { kind: "counted" },
      { ...limited, isFirst: true },
      { ...limited, isFirst: false },
    ]);
    expect(await budget.countMessage("bob")).toEqual({ kind: "counted" });
    const press = await budget.countMessage("ann", { isPress: true });
    expect(press).toEqual({ kind: "counted" });
    clock.at += 50_000;
    expect(await budget.countMessage("ann")).toEqual({ kind: "counted" });
    expect(await budget.usageOf("ann")).toMatchObject({ messages: 2 });
  });

  it("are counted without a limit", async () => {
    const { budget } = setUp({ messagesPerMinute: 0 });
    for (let message = 0; message < 50; message++)
      expect(await budget.countMessage("ann")).toEqual({ kind: "counted" });
    expect(await budget.usageOf("ann")).toMatchObject({
      messages: 50,
      waitMs: 3 * HOUR,
    });
  });
});
