import type { DeliveryResult } from "../../conversation/deliver/deliver-reply.ts";
import type { Memory } from "../../conversation/memory.ts";
import { runTurn } from "../../conversation/run-turn.ts";
import { finishedSteps } from "../../conversation/turn-events.ts";
import { createEitherSignal } from "../../runtime/abort.ts";
import { logWarning } from "../../runtime/log.ts";
import { lengthIn } from "../../text/text.ts";
import type { Turn, TurnEvent } from "../../types/turn.ts";
import { NO_LIVE_TURN, type LiveState, type LiveTurn } from "./live-state.ts";
import type { TurnWorker } from "./queue-message.ts";

/** Polling interval: about how long a user who stops a turn waits. */
const POLL_MS = 1_000;

/**
 * Runs a turn and polls once a second whether another process has stopped,
 * forgotten or started watching it. Throws what `runTurn` throws.
 */
export async function runWatched(
  turn: Turn,
  {
    conversation,
    memory,
    worker: { bot, channels, callbackQueue, conversations },
    signal,
  }: {
    conversation: string;
    memory: Memory;
    worker: Pick<
      TurnWorker,
      "bot" | "channels" | "callbackQueue" | "conversations"
    >;
    signal: AbortSignal;
  },
): Promise<DeliveryResult> {
  const stop = new AbortController();
  const forget = new AbortController();
  using either = createEitherSignal([signal, forget.signal]);
  const live = conversations.liveStateOf(conversation);
  const pollTurn = conversations.turnPollerOf(conversation, turn.id);
  await using progress = createProgress({
    turn: turn.id,
    steps: finishedSteps(turn.steps).length,
    live,
  });
  await using stack = new AsyncDisposableStack();
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
  stack.use(repeat(poll));
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
  }
}

/**
 * Runs `work` now and once a second until disposed of, never twice at once.
 * Logs errors and carries on.
 */
function repeat(work: () => Promise<void>): AsyncDisposable {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      logWarning("turn not looked at", { error });
    }
    if (!isOver)
      timer = setTimeout(() => {
        running = go();
      }, POLL_MS);
  };
  let running = go();
  return {
    async [Symbol.asyncDispose]() {
      isOver = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * Limits the cost of progress: each KB written is a unit, and a second one if
 * the item shrinks. An answer of 8 KB is written every second, one of 80 KB
 * every ten.
 */
const BYTES_PER_SECOND = 8_192;

/** Reports a running turn's progress to watchers, best effort. Never throws. */
interface Progress extends AsyncDisposable {
  note(event: TurnEvent): void;
  /** Writes changes if the turn is watched. */
  flush(options: { isWatched: boolean }): Promise<void>;
}

/**
 * Disposing of it clears the live answer: the turn holds it by then, or it must
 * be deleted.
 */
export function createProgress({
  turn,
  steps,
  live,
  now = Date.now,
}: {
  turn: string;
  /** Number of steps finished before this run. */
  steps: number;
  live: Pick<LiveState, "write">;
  now?: () => number;
}): Progress {
  let current: LiveTurn = { ...NO_LIVE_TURN, turn, steps };
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
    note(event) {
      if (event.type === "step")
        current = {
          ...current,
          steps: Math.max(current.steps, event.index + 1),
        };
      if (event.type === "delta")
        current = {
          ...current,
          answer: current.answer.slice(0, event.offset) + event.text,
        };
    },
    async flush({ isWatched }) {
      if (!isWatched || current === written || now() < nextAt) return;
      const bytes = lengthIn(current.answer, "utf-8");
      nextAt = now() + (bytes * 1000) / BYTES_PER_SECOND;
      await write(current);
    },
    async [Symbol.asyncDispose]() {
      if (isWritten) await write({ ...NO_LIVE_TURN, turn });
    },
  };
}
