import { describe, expect, it } from "vitest";
import { createLimiter, type Limit } from "../../src/limits/limiter.ts";
import type { CounterChange } from "../../src/types/counters.ts";
import { createMemoryCounters } from "../fakes/memory-counters.ts";

const MINUTE = 60_000;
const SHOP = { key: "caller/shop", limit: 2, windowMs: MINUTE };
const HELD = { ...SHOP, limit: 1, isHeld: true };

function setUp() {
  /** The tenth second of a minute. */
  const clock = { at: Date.UTC(2026, 10, 22, 8, 30, 10) };
  const now = () => clock.at;
  const counters = createMemoryCounters({ now });
  const state = { requests: 0, isDown: false, expiries: [] as number[] };
  const add = async (changes: readonly CounterChange[]) => {
    state.requests++;
    state.expiries = changes.map(({ expiresAt }) => expiresAt);
    if (state.isDown) throw new Error("The counters are away.");
    return counters.add(changes);
  };
  const limiter = createLimiter({ counters: { ...counters, add }, now });
  const take = (...limits: readonly Limit[]) => limiter.take(limits);
  const kinds = async (...each: readonly Limit[]) => {
    const takings = [];
    for (const limit of each) takings.push((await take(limit)).kind);
    return takings;
  };
  return { clock, state, take, kinds };
}

describe("a limiter", () => {
  it("counts up to the limit, then says until when it is used up", async () => {
    const { clock, take } = setUp();
    expect(await take(SHOP)).toMatchObject({ sum: 1, resetMs: 50_000 });
    expect(await take(SHOP)).toMatchObject({ kind: "taken", sum: 2 });
    clock.at += 49_999;
    const exceeded = { kind: "exceeded", limit: SHOP, resetMs: 1 };
    for (let time = 0; time < 2; time++)
      expect(await take(SHOP)).toEqual(exceeded);
    clock.at += 1;
    expect(await take(SHOP)).toMatchObject({ sum: 1, resetMs: MINUTE });
  });

  it("says until when the limit that is used up is, not another one", async () => {
    const { take } = setUp();
    const hour = { ...SHOP, key: "caller/desk", windowMs: 60 * MINUTE };
    await take(SHOP);
    const taken = { sum: 1, resetMs: 29 * MINUTE + 50_000 };
    expect(await take(SHOP, hour)).toMatchObject(taken);
    const exceeded = { kind: "exceeded", limit: SHOP, resetMs: 50_000 };
    expect(await take(hour, SHOP)).toEqual(exceeded);
    expect(await take(SHOP, hour)).toEqual(exceeded);
  });

  it("never exceeds the limit, even if all take at once", async () => {
    const { take } = setUp();
    const takings = await Promise.all(
      Array.from({ length: 400 }, () => take({ ...SHOP, limit: 50 })),
    );
    const taken = takings.filter(({ kind }) => kind === "taken");
    expect(taken).toHaveLength(50);
  });

  it("counts each key for itself, and each amount", async () => {
    const { kinds } = setUp();
    const all = ["a", "a/b", "b"].map((key) => ({ ...SHOP, key, limit: 1 }));
    expect(new Set(await kinds(...all))).toEqual(new Set(["taken"]));
    const two = { ...SHOP, amount: 2 };
    expect(await kinds(two, SHOP)).toEqual(["taken", "exceeded"]);
  });

  it("takes from all limits or from none, in one request", async () => {
    const { state, take, kinds } = setUp();
    const other = { ...SHOP, key: "caller/desk", limit: 1 };
    expect(await take(SHOP, other)).toMatchObject({ kind: "taken" });
    for (let time = 0; time < 3; time++)
      expect(await take(SHOP, other)).toMatchObject({ limit: other });
    expect(state.requests).toBe(4);
    expect(await kinds(SHOP, SHOP)).toEqual(["taken", "exceeded"]);
  });

  it("counts nothing where there is no limit, or no amount", async () => {
    const { state, kinds } = setUp();
    for (const nothing of [
      { ...SHOP, limit: 0 },
      { ...SHOP, amount: 0 },
    ]) {
      expect(await kinds(SHOP, nothing, nothing)).not.toContain("exceeded");
      expect(state.expiries).toEqual([]);
    }
  });

  it("gives back what is held, and nothing else", async () => {
    const { state, take, kinds } = setUp();
    const other = { ...SHOP, key: "caller/desk" };
    const nothing = { ...HELD, limit: 0 };
    const held = { ...HELD, limit: 2, amount: 2 };
    const taking = await take(nothing, other, held);
    expect(await kinds(HELD)).toEqual(["exceeded"]);
    if (taking.kind === "taken") await taking.release();
    expect(state.requests).toBe(3);
    expect(await kinds(HELD, other, other)).toEqual([
      "taken",
      "taken",
      "exceeded",
    ]);
  });

  it("keeps counts until their window ends, and what is held for one more", async () => {
    const { clock, state, take } = setUp();
    await take({ ...SHOP, key: "caller/desk" }, HELD);
    const end = clock.at + 50_000;
    expect(state.expiries).toEqual([end, end + MINUTE]);
  });

  it("gives back to the window that it has taken from", async () => {
    const { clock, take, kinds } = setUp();
    const old = await take(HELD);
    clock.at += MINUTE;
    expect(await kinds(HELD)).toEqual(["taken"]);
    if (old.kind === "taken") await old.release();
    expect(await kinds(HELD)).toEqual(["exceeded"]);
  });

  it("tells if nothing can be counted, and gives back without a word", async () => {
    const { state, take } = setUp();
    const taking = await take(HELD);
    state.isDown = true;
    const error = new Error("The counters are away.");
    expect(await take(SHOP)).toEqual({ kind: "uncounted", error });
    if (taking.kind === "taken") await taking.release();
  });
});
