import type { Bot } from "../../conversation/bot.ts";
import type { DeliveryResult } from "../../conversation/deliver/deliver-reply.ts";
import type { Memory } from "../../conversation/memory.ts";
import { runTurn } from "../../conversation/run-turn.ts";
import { finishedSteps } from "../../conversation/turn-events.ts";
import { createEitherSignal, sleep } from "../../runtime/abort.ts";
import { logWarning } from "../../runtime/log.ts";
import { lengthIn } from "../../text/text.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { Channels } from "../../types/channel.ts";
import type { Turn, TurnEvent } from "../../types/turn.ts";
import type { Conversations } from "./conversations.ts";
import { NO_LIVE_TURN, type LiveState, type LiveTurn } from "./live-state.ts";

/** Polling interval: about how long a user who stops a turn waits. */
const POLL_MS = 1_000;

/**
 * Runs a turn and polls once a second whether another process has stopped,
 * forgotten or started watching it. Throws what `runTurn` throws.
 */
export async function runWatched(
  turn: Turn,
  {
    bot,
    channels,
    conversations,
    memory,
    callbackQueue,
    live,
    message: { conversation },
  }: {
    bot: Bot;
    channels: Pick<Channels, "find">;
    conversations: Pick<Conversations, "turnPollerOf">;
    memory: Memory;
    callbackQueue: Pick<CallbackQueue, "enqueue">;
    live: LiveState;
    message: { conversation: string };
  },
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const stop = new AbortController();
  const forget = new AbortController();
  const over = new AbortController();
  using either = createEitherSignal([signal, forget.signal]);
  const progress = createProgress(turn, { live });
  const pollTurn = conversations.turnPollerOf(conversation, turn.id);
  const poll = async (): Promise<void> => {
    const [polled, isWatched] = await Promise.all([
      pollTurn(),
      live.isWatched(),
    ]);
    if (polled.isStopped) stop.abort();
    if (polled.isForgotten)
      forget.abort(new Error("The conversation was deleted."));
    else await progress.flush({ isWatched });
  };
  const beforeSideEffect = async (): Promise<void> => {
    try {
      await memory.confirmLease();
    } catch (error) {
      // Not the model's, the tool's or the channel's failure: end the turn
      // here.
      either.abort(error);
      throw error;
    }
  };
  const polling = repeat(poll, over.signal);
  try {
    const result = await runTurn({
      turn,
      bot,
      memory,
      channel: await channels.find(turn.message.channel),
      callbacks: callbackQueue,
      beforeSideEffect,
      publish: (event) => progress.note(event),
      stop: stop.signal,
      signal: either.signal,
    });
    // A forgotten turn needs no further work.
    return forget.signal.aborted ? { kind: "closed" } : result;
  } catch (error) {
    if (forget.signal.aborted) return { kind: "closed" };
    throw error;
  } finally {
    over.abort();
    await polling;
    await progress.clear();
  }
}

/** Runs `work` now and then once a second. Logs errors and carries on. */
async function repeat(
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      logWarning("turn not looked at", { error });
    }
    await sleep(POLL_MS, { signal }).catch(() => {});
  }
}

/**
 * Limits the cost of progress: each KB written is a unit, and a second one if
 * the item shrinks. An answer of 8 KB is written every second, one of 80 KB
 * every ten.
 */
const BYTES_PER_SECOND = 8_192;

/** Reports a running turn's progress to watchers, best effort. Never throws. */
export function createProgress(
  { id, steps }: Pick<Turn, "id" | "steps">,
  {
    live,
    now = Date.now,
  }: { live: Pick<LiveState, "write">; now?: () => number },
) {
  const begun = { ...NO_LIVE_TURN, turn: id };
  let current: LiveTurn = { ...begun, steps: finishedSteps(steps).length };
  let written = current;
  let isWritten = false;
  let nextAt = 0;

  const write = async (state: LiveTurn): Promise<void> => {
    try {
      await live.write(state);
      written = state;
      isWritten = true;
    } catch (error) {
      logWarning("progress not written", { error });
    }
  };

  return {
    note(event: TurnEvent): void {
      const { answer } = current;
      if (event.type === "step" && event.index >= current.steps)
        current = { ...current, steps: event.index + 1 };
      if (event.type === "delta")
        current = {
          ...current,
          answer: answer.slice(0, event.offset) + event.text,
        };
    },
    /** Writes changes if the turn is watched. */
    async flush({ isWatched }: { isWatched: boolean }): Promise<void> {
      if (!isWatched || current === written || now() < nextAt) return;
      const bytes = lengthIn(current.answer, "utf-8");
      nextAt = now() + (bytes * 1000) / BYTES_PER_SECOND;
      await write(current);
    },
    /**
     * Removes the live answer: the turn holds it by then, or it must be
     * deleted.
     */
    async clear(): Promise<void> {
      if (isWritten) await write(begun);
    },
  };
}
