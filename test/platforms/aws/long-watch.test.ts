import { afterEach, expect, it, vi } from "vitest";
import { createMemory } from "../../../src/conversation/memory.ts";
import type { Conversations } from "../../../src/platforms/aws/conversations.ts";
import {
  NO_LIVE_TURN,
  WATCH_MS,
  type LiveState,
} from "../../../src/platforms/aws/live-state.ts";
import { watchTurn } from "../../../src/platforms/aws/watch-turn.ts";
import { openTurn } from "../../contracts/play-turns.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";

afterEach(() => vi.useRealTimers());

it("A watcher of a long turn is noted again before it counts as gone", async () => {
  vi.useFakeTimers();
  const memory = createMemory({ store: createMemoryStore() });
  await openTurn(memory, "1");
  const notedAt: number[] = [];
  const liveState: Pick<LiveState, "read" | "noteWatcher"> = {
    read: async () => NO_LIVE_TURN,
    noteWatcher: async () => void notedAt.push(Date.now()),
  };
  const conversations = {
    memoryOf: () => memory,
    liveStateOf: () => liveState as LiveState,
    turnPollerOf: () => async () => ({
      state: "queued 0",
      isStopped: false,
      isForgotten: false,
    }),
  } satisfies Partial<Conversations> as unknown as Conversations;
  const leaving = new AbortController();
  const { signal } = leaving;
  const turn = { conversation: "telegram:1", id: "1" };
  const watching = watchTurn(turn, { conversations, signal });
  const ended = Array.fromAsync(watching).catch(() => {});
  await vi.advanceTimersByTimeAsync(5 * WATCH_MS);
  leaving.abort();
  await ended;
  const gaps = notedAt.slice(1).map((at, index) => at - (notedAt[index] ?? 0));
  expect(gaps.length).toBeGreaterThan(5);
  expect(Math.max(...gaps)).toBeLessThan(WATCH_MS);
});
