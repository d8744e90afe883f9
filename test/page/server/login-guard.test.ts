import { describe, expect, it } from "vitest";
import { createLimiter } from "../../../src/limits/limiter.ts";
import { attemptLogin } from "../../../src/page/server/login-guard.ts";
import { createMemoryCounters } from "../../fakes/memory-counters.ts";
import { BROKEN_COUNTERS } from "../../fakes/no-limits.ts";

const TEN_MINUTES = 600_000;

interface Place {
  readonly address?: string;
  readonly device?: string;
}

/** Where an attempt comes from. */
type From = (index: number) => Place;

function setUp({ isBroken = false } = {}) {
  const clock = { at: 2_991_667 * TEN_MINUTES };
  const now = () => clock.at;
  const counters = isBroken ? BROKEN_COUNTERS : createMemoryCounters({ now });
  const delays: number[] = [];
  const guard = {
    limiter: createLimiter({ counters, now }),
    sleep: async (ms: number) => delays.push(ms),
  };
  let looks = 0;
  const attempt = (isRight: boolean, { address = "a", device }: Place = {}) =>
    attemptLogin(guard, { address: `address/${address}`, device }, async () => {
      looks++;
      return isRight ? "cookie" : undefined;
    });
  /** Wrong attempts, one after another. */
  const fail = async (count: number, from: From = () => ({})) => {
    const kinds = [];
    for (let index = 0; index < count; index++)
      kinds.push((await attempt(false, from(index))).kind);
    return kinds;
  };
  return { attempt, fail, clock, delays, looks: () => looks };
}

describe("password attempts", () => {
  it.each<[string, number, From]>([
    ["one address", 10, () => ({})],
    ["a thousand addresses", 100, (index) => ({ address: `${index}` })],
    [
      "a known browser, anywhere",
      10,
      (index) => ({ address: `${index}`, device: "d1" }),
    ],
  ])("from %s are checked %d times, even at once", async (_, limit, from) => {
    const { attempt, looks } = setUp();
    await Promise.all(
      Array.from({ length: 1_000 }, (__, index) => attempt(false, from(index))),
    );
    expect(looks()).toBe(limit);
  });

  it("are refused for the rest of ten minutes, even the right password", async () => {
    const { attempt, fail, clock } = setUp();
    await fail(10);
    expect(await attempt(true)).toMatchObject({
      kind: "refused",
      problem: {
        status: 429,
        slug: "too-many-guesses",
        retryAfterSeconds: 600,
        detail: expect.stringContaining("in 10 minutes"),
      },
    });
    clock.at += TEN_MINUTES;
    expect((await attempt(true)).kind).toBe("right");
  });

  it("are delayed longer each time", async () => {
    const { fail, delays } = setUp();
    await fail(7);
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  it("refused for their address do not count against all addresses", async () => {
    const { fail } = setUp();
    await fail(500);
    const others = await fail(90, (index) => ({ address: `b${index}` }));
    expect(new Set(others)).toEqual(new Set(["wrong"]));
  });

  it("by strangers do not lock out a known browser", async () => {
    const { attempt, fail } = setUp();
    await fail(101, (index) => ({ address: `${index}` }));
    const home = await fail(11, () => ({ address: "home" }));
    expect(new Set(home)).toEqual(new Set(["refused"]));
    const known = { address: "home", device: "d1" };
    expect((await attempt(true, known)).kind).toBe("right");
  });

  it("do not count if right", async () => {
    const { attempt, looks } = setUp();
    for (let time = 0; time < 200; time++) await attempt(true);
    expect(looks()).toBe(200);
  });

  it("are not checked while nothing can be counted", async () => {
    const { attempt, looks } = setUp({ isBroken: true });
    await expect(attempt(true)).rejects.toThrow("The counters are away.");
    expect(looks()).toBe(0);
  });
});
