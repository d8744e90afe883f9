import { describe, expect, it } from "vitest";
import {
  createLoginGuard,
  type LoginCandidate,
} from "../../../src/page/server/login-guard.ts";
import { createMemoryCounters } from "../../fakes/memory-counters.ts";

const START = 1_795_000_200_000;

function setUp() {
  let time = START - (START % 600_000);
  const delays: number[] = [];
  let looks = 0;
  const now = () => time;
  const guard = createLoginGuard({
    counters: createMemoryCounters({ now }),
    now,
    sleep: async (ms) => delays.push(ms),
  });
  const attempt = (
    isRight: boolean,
    { address = "a", device }: { address?: string; device?: string } = {},
  ) => {
    const candidate: LoginCandidate = { address: `address/${address}`, device };
    return guard.attempt(candidate, async () => {
      looks++;
      return isRight ? "cookie" : undefined;
    });
  };
  return {
    attempt,
    delays,
    looks: () => looks,
    wait: (ms: number) => (time += ms),
  };
}

/** Sequentially. */
async function times<Result>(count: number, work: (index: number) => Result) {
  const results: Awaited<Result>[] = [];
  for (let index = 0; index < count; index++) results.push(await work(index));
  return results;
}

describe("password attempts", () => {
  it("from one address are refused after ten wrong ones, even the right password", async () => {
    const { attempt, looks } = setUp();
    await times(10, () => attempt(false));
    expect(await attempt(true)).toMatchObject({
      kind: "refused",
      problem: {
        status: 429,
        slug: "too-many-guesses",
        retryAfterSeconds: 600,
        detail: expect.stringContaining("in 10 minutes"),
      },
    });
    expect(looks()).toBe(10);
  });

  it("are limited when concurrent, too", async () => {
    const { attempt, looks } = setUp();
    await Promise.all(Array.from({ length: 300 }, () => attempt(false)));
    expect(looks()).toBe(10);
  });

  it("are delayed longer each time", async () => {
    const { attempt, delays } = setUp();
    await times(7, () => attempt(false));
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  it("from a thousand addresses are refused after a hundred", async () => {
    const { attempt, looks } = setUp();
    await times(1_000, (index) => attempt(false, { address: `${index}` }));
    expect(looks()).toBe(100);
  });

  it("refused for their address do not count against all addresses", async () => {
    const { attempt } = setUp();
    await times(500, () => attempt(false, { address: "a" }));
    const others = await times(90, (index) =>
      attempt(false, { address: `b${index}` }),
    );
    expect(others.every(({ kind }) => kind === "wrong")).toBe(true);
  });

  it("by strangers do not lock out a known browser", async () => {
    const { attempt } = setUp();
    await times(1_000, (index) => attempt(false, { address: `${index}` }));
    const refused = await times(20, () => attempt(true, { address: "home" }));
    expect(refused.every(({ kind }) => kind === "refused")).toBe(true);
    const known = { address: "home", device: "d1" };
    expect((await attempt(true, known)).kind).toBe("right");
  });

  it("by a known browser are limited across addresses", async () => {
    const { attempt, looks } = setUp();
    await times(100, (index) =>
      attempt(false, { address: `${index}`, device: "d1" }),
    );
    expect(looks()).toBe(10);
  });

  it("are allowed again after ten minutes", async () => {
    const { attempt, wait } = setUp();
    await times(11, () => attempt(false));
    wait(600_000);
    expect((await attempt(true)).kind).toBe("right");
  });

  it("do not count if right", async () => {
    const { attempt } = setUp();
    const results = await times(200, () => attempt(true));
    expect(results.every(({ kind }) => kind === "right")).toBe(true);
  });
});
