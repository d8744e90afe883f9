import { keepTyping } from "../../src/conversation/show-progress.ts";
import { createRecordingChannel } from "../fakes/recording-channel.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("keepTyping", () => {
  it("shows it at once, and every 4.5 seconds until it is stopped", () => {
    const channel = createRecordingChannel();
    const typing = keepTyping(channel, { chat: 1 });
    expect(channel.typingShown()).toBe(1);
    vi.advanceTimersByTime(9_000);
    expect(channel.typingShown()).toBe(3);
    typing.stop();
    typing.stop();
    vi.advanceTimersByTime(60_000);
    expect(channel.typingShown()).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("says each time but the first that it was shown before", () => {
    const renewals: unknown[] = [];
    const channel = {
      ...createRecordingChannel(),
      showTyping: async (_: unknown, { isRenewal }: { isRenewal?: boolean }) =>
        void renewals.push(isRenewal),
    };
    using typing = keepTyping(channel, { chat: 1 });
    vi.advanceTimersByTime(9_000);
    expect(renewals).toEqual([false, true, true]);
    typing.stop();
  });

  it("ends the call under way when it is stopped", () => {
    const signals: AbortSignal[] = [];
    const channel = {
      ...createRecordingChannel(),
      showTyping: async (_: unknown, { signal }: { signal: AbortSignal }) =>
        void signals.push(signal),
    };
    using typing = keepTyping(channel, { chat: 1 });
    typing.stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("shows nothing where the platform cannot", () => {
    const channel = createRecordingChannel();
    const capabilities = { ...channel.capabilities, typing: false };
    keepTyping({ ...channel, capabilities }, { chat: 1 }).stop();
    expect(channel.typingShown()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
