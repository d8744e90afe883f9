import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createEitherSignal,
  createTimeLimit,
  sleep,
  untilAborted,
} from "../../src/runtime/abort.ts";

describe("createEitherSignal", () => {
  it.each([0, 1])(
    "aborts with signal %i of two, for the same reason",
    (index) => {
      const controllers = [new AbortController(), new AbortController()];
      const { signal } = createEitherSignal(
        controllers.map((one) => one.signal),
      );
      expect(signal.aborted).toBe(false);
      controllers[index]?.abort(new Error("Enough."));
      expect(signal.reason).toEqual(new Error("Enough."));
    },
  );

  it("is aborted at once if one of the signals was", () => {
    const { signal } = createEitherSignal([AbortSignal.abort("Earlier.")]);
    expect(signal.reason).toBe("Earlier.");
  });

  it("aborts on `abort`, and keeps the first reason", () => {
    const controller = new AbortController();
    const either = createEitherSignal([controller.signal]);
    either.abort("Done.");
    controller.abort("Late.");
    expect(either.signal.reason).toBe("Done.");
  });

  it("no longer follows the signals once disposed of", () => {
    const controller = new AbortController();
    const either = createEitherSignal([controller.signal]);
    either[Symbol.dispose]();
    controller.abort();
    expect(either.signal.aborted).toBe(false);
  });
});

describe("a time limit", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const { signal } = new AbortController();

  it("aborts when its time is over, unless it was lifted, disposed of, or stopped before", () => {
    const stop = new AbortController();
    const limits = [
      createTimeLimit({ ms: 100, signal }),
      createTimeLimit({ ms: 100, signal }),
      createTimeLimit({ ms: 100, signal }),
      createTimeLimit({ ms: 100, signal, stop: stop.signal }),
      createTimeLimit({ ms: Infinity, signal }),
    ] as const;
    limits[1].lift();
    limits[2][Symbol.dispose]();
    stop.abort();
    const shown = () =>
      limits.map((limit) => [limit.signal.aborted, limit.isOver]);
    const no = [false, false];
    vi.advanceTimersByTime(99);
    expect(shown()).toEqual([no, no, no, [true, false], no]);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([[true, true], no, no, [true, false], no]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no timer of a wait that it ends", async () => {
    const limit = createTimeLimit({ ms: 100, signal });
    await sleep(0, limit);
    const waits = Promise.allSettled([
      sleep(1_000, limit),
      untilAborted(new Promise(() => {}), limit.signal),
    ]);
    vi.advanceTimersByTime(100);
    const { reason } = limit.signal;
    const ended = { status: "rejected", reason };
    expect(await waits).toEqual([ended, ended]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
