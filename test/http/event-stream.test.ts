import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepAlive } from "../../src/http/event-stream.ts";

describe("keepAlive", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("writes a comment every 15 seconds, until it is disposed", async () => {
    const write = vi.fn(async () => {});
    const comments = keepAlive(write);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(write.mock.calls).toEqual(
      Array.from({ length: 3 }, () => [": still here\n\n"]),
    );
    comments[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(45_000);
    expect(write).toHaveBeenCalledTimes(3);
  });

  it("writes no second comment while the first is unread", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const write = vi.fn(() => promise);
    using _ = keepAlive(write);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(write).toHaveBeenCalledTimes(1);
    resolve();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(write).toHaveBeenCalledTimes(2);
  });
});
