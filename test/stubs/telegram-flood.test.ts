import { describe, expect, it } from "vitest";
import { createFloodControl } from "./telegram-flood.ts";

describe("flood control", () => {
  let time = 0;
  const flood = createFloodControl({ now: () => time });
  const waitIn = (chat: number): number | undefined => {
    try {
      flood.take(chat);
      return undefined;
    } catch (error) {
      return (error as { parameters: { retry_after: number } }).parameters
        .retry_after;
    }
  };
  const takeAt = (chat: number, seconds: number) => {
    time = seconds * 1000;
    return waitIn(chat);
  };

  it("allows a short burst, then a message per second, per chat", () => {
    expect([1, 2, 3, 4].map(() => waitIn(1))).toEqual([
      undefined,
      undefined,
      undefined,
      1,
    ]);
    expect(waitIn(2)).toBeUndefined();
    expect(takeAt(1, 1)).toBeUndefined();
    expect(takeAt(1, 1.5)).toBe(1);
    expect(takeAt(1, 2)).toBeUndefined();
  });

  it("allows 20 messages per minute in a group", () => {
    const waits = Array.from({ length: 40 }, (_, second) =>
      takeAt(-1, 100 + second),
    );
    const taken = waits.filter((wait) => wait === undefined).length;
    expect(taken).toBeGreaterThanOrEqual(30);
    expect(taken).toBeLessThan(36);
    const spaced = Array.from({ length: 40 }, (_, index) =>
      takeAt(-2, 1_000 + 3 * index),
    );
    expect(spaced.every((wait) => wait === undefined)).toBe(true);
  });
});
