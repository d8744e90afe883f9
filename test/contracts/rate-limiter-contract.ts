import { describe, expect, it } from "vitest";
import type { RateLimiter } from "../../src/rate-limiter.ts";

/** The tenth second of a minute of the clock. */
const START = Date.UTC(2026, 10, 22, 8, 30, 10);

/** What every rate limiter promises. Callers of one test are those of no other. */
export function describeRateLimiterContract(
  name: string,
  createLimiter: (options: { limit: number; now: () => number }) => RateLimiter,
): void {
  describe(`${name} keeps RateLimiter's promises`, () => {
    it("counts down to nought, and refuses what comes then", async () => {
      const limiter = createLimiter({ limit: 3, now: () => START });
      const counts = [];
      for (let request = 0; request < 5; request++)
        counts.push(await limiter.take("counts-down"));
      expect(counts.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
      expect(counts.map(({ isExceeded }) => isExceeded)).toEqual([
        false,
        false,
        false,
        true,
        true,
      ]);
      expect(counts[4]).toMatchObject({ limit: 3, resetMs: 50_000 });
    });

    it("begins anew with the next minute of the clock", async () => {
      let now = START;
      const limiter = createLimiter({ limit: 1, now: () => now });
      await limiter.take("next-minute");
      expect(await limiter.take("next-minute")).toMatchObject({
        isExceeded: true,
      });
      now += 49_999;
      expect(await limiter.take("next-minute")).toMatchObject({
        isExceeded: true,
        resetMs: 1,
      });
      now += 1;
      expect(await limiter.take("next-minute")).toMatchObject({
        isExceeded: false,
        resetMs: 60_000,
      });
    });

    it("lets through no more than the limit of all that come at once", async () => {
      const limiter = createLimiter({ limit: 10, now: () => START });
      const counts = await Promise.all(
        Array.from({ length: 30 }, () => limiter.take("at-once")),
      );
      expect(counts.filter(({ isExceeded }) => !isExceeded)).toHaveLength(10);
    });

    it("counts callers apart, whatever they are called", async () => {
      const limiter = createLimiter({ limit: 1, now: () => START });
      for (const caller of ["a", "a#b", "b", "_-9"])
        expect(await limiter.take(caller)).toMatchObject({
          isExceeded: false,
        });
    });

    it("knows the count again from another place", async () => {
      const create = () => createLimiter({ limit: 2, now: () => START });
      await create().take("other-place");
      expect(await create().take("other-place")).toMatchObject({
        remaining: 0,
      });
    });
  });
}
