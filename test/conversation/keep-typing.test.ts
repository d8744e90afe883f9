import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepTyping } from "../../src/conversation/deliver/show-progress.ts";
import { createRecordingChannel } from "../fakes/recording-channel.ts";

const to = { chat: 1 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("keepTyping", () => {
  it("shows it every 4.5 seconds since the channel showed it, until it is stopped", () => {
    const channel = createRecordingChannel();
    const typing = keepTyping(channel, { to, shownAt: Date.now() - 1_000 });
    vi.advanceTimersByTime(3_499);
    expect(channel.typingShown()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(channel.typingShown()).toBe(1);
    vi.advanceTimersByTime(9_000);
    expect(channel.typingShown()).toBe(3);
    typing.stop();
    typing.stop();
    vi.advanceTimersByTime(60_000);
    expect(channel.typingShown()).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("shows it at once if that was too long ago", () => {
    const channel = createRecordingChannel();
    const shownAt = Date.now() - 4_500;
    using typing = keepTyping(channel, { to, shownAt });
    expect(channel.typingShown()).toBe(1);
    typing.stop();
  });

  it("aborts the pending call when stopped", () => {
    const signals: AbortSignal[] = [];
    const channel = {
      ...createRecordingChannel(),
      showTyping: async (_: unknown, { signal }: { signal: AbortSignal }) =>
        void signals.push(signal),
    };
    using typing = keepTyping(channel, { to, shownAt: 0 });
    typing.stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("continues if the platform rejects it", async () => {
    let calls = 0;
    const channel = {
      ...createRecordingChannel(),
      showTyping: () => {
        calls++;
        return Promise.reject(new Error("HTTP 500"));
      },
    };
    using typing = keepTyping(channel, { to, shownAt: 0 });
    await vi.advanceTimersByTimeAsync(4_500);
    expect(calls).toBe(2);
    typing.stop();
  });

  it("shows nothing if the platform does not support it", () => {
    const channel = createRecordingChannel();
    const { typingMs: _, ...capabilities } = channel.capabilities;
    keepTyping({ ...channel, capabilities }, { to, shownAt: 0 });
    expect(channel.typingShown()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
