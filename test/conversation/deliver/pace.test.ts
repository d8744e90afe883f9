import { describe, expect, it } from "vitest";
import { createPace } from "../../../src/conversation/deliver/pace.ts";

describe("createPace", () => {
  function setUp() {
    const clock = { ms: 1_000_000 };
    const pace = createPace({ intervalMs: 1_000, now: () => clock.ms });
    return { clock, pace };
  }

  it("leaves an interval between two calls", () => {
    const { clock, pace } = setUp();
    expect(pace.waitMs()).toBe(0);
    pace.count();
    expect(pace.waitMs()).toBe(1_000);
    clock.ms += 400;
    expect(pace.waitMs()).toBe(600);
    clock.ms += 5_000;
    expect(pace.waitMs()).toBe(0);
    pace.count();
    expect(pace.waitMs()).toBe(1_000);
  });

  it("lets a burst through, and after it one call in each interval", () => {
    const { clock, pace } = setUp();
    for (let call = 0; call < 3; call++) {
      expect(pace.waitMs({ burst: 3 })).toBe(0);
      pace.count();
    }
    expect(pace.waitMs({ burst: 3 })).toBe(1_000);
    clock.ms += 1_000;
    expect(pace.waitMs({ burst: 3 })).toBe(0);
  });

  it("pauses for the longest requested time, whatever the burst", () => {
    const { clock, pace } = setUp();
    pace.pause(7_000);
    pace.pause(2_000);
    expect(pace.waitMs({ burst: 9 })).toBe(7_000);
    clock.ms += 7_000;
    expect(pace.waitMs({ burst: 9 })).toBe(0);
  });
});
