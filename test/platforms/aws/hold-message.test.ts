import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LeaseLostError } from "../../../src/conversation/state/document.ts";
import {
  holdMessage,
  putOff,
} from "../../../src/platforms/aws/received-message.ts";

const message = { conversation: "web:1", receipt: "r", receiveCount: 1 };

describe("a held message", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers().restoreAllMocks());

  const hold = async (renewLease = async () => {}) => {
    const calls: string[] = [];
    const held = await holdMessage(message, {
      memory: {
        renewLease: () => (calls.push("lease"), renewLease()),
      },
      queue: { hide: async (...hidden) => void calls.push(hidden.join(" ")) },
      visibilityMs: 60_000,
    });
    return { held, calls };
  };

  it("is hidden at once, and leased and hidden every third of the time, until it is released", async () => {
    const { held, calls } = await hold();
    expect(calls).toEqual(["r 60000"]);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(calls).toEqual(["r 60000", "r 60000", "lease", "r 60000", "lease"]);
    await held.release();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(calls).toHaveLength(5);
  });

  it.each([
    [
      "ends its turn if another worker has the conversation",
      new LeaseLostError(),
      true,
    ],
    ["is renewed again after a failure", new Error("Unreachable."), false],
  ])("%s", async (_, error, isLost) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { held, calls } = await hold(() => Promise.reject(error));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(held.signal.aborted).toBe(isLost);
    expect(calls.filter((call) => call === "lease")).toHaveLength(2);
    await held.release();
  });
});

it.each([
  [8, "again", ["hide r 5"]],
  [9, "done", ["send web:1"]],
])(
  "a message that is put off after %i receives is received %s",
  async (receiveCount, outcome, calls) => {
    const called: string[] = [];
    const queue = {
      send: async (conversation: string) =>
        void called.push(`send ${conversation}`),
      hide: async (receipt: string, ms: number) =>
        void called.push(`hide ${receipt} ${ms}`),
    };
    expect(await putOff({ ...message, receiveCount }, 5, queue)).toBe(outcome);
    expect(called).toEqual(calls);
  },
);
