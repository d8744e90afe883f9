import { logWarning } from "../../log.ts";
import { createEitherSignal } from "../../abort.ts";
import type { DeliveryResult } from "../../conversation/deliver-reply.ts";
import type { Memory } from "../../conversation/memory.ts";
import { runTurn } from "../../conversation/run-turn.ts";
import { finishedSteps } from "../../conversation/turn-events.ts";
import { lengthIn } from "../../text.ts";
import type { Turn, TurnEvent } from "../../turn.ts";
import { type LiveState, type LiveTurn, NOTHING_LIVE } from "./live-state.ts";
import type { TurnWorker } from "./queue-message.ts";

/** People who stop a turn wait about that long for its end. */
const LOOK_MS = 1_000;

/**
 * Runs a turn. Another process may stop or forget it meanwhile, or have somebody watch: this one looks once a second.
 * Throws what `runTurn` throws.
 */
export async function runWatched(
  turn: Turn,
  {
    conversation,
    memory,
    worker: { bot, channels, conversations },
    signal,
  }: {
    conversation: string;
    memory: Memory;
    worker: Pick<TurnWorker, "bot" | "channels" | "conversations">;
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
  const look = async (): Promise<void> => {
    const [sight, isWatched] = await Promise.all([
      pollTurn(),
      live.isWatched(),
    ]);
    if (sight.isStopped) stop.abort();
    if (sight.isForgotten)
      forget.abort(new Error("The conversation was deleted."));
    else await progress.flush({ isWatched });
  };
  stack.use(repeat(look));
  const beforeSideEffect = async (): Promise<void> => {
    try {
      await memory.confirmLease();
    } catch (error) {
      // Not the model's failure, nor the tool's or the messenger's: the turn ends here.
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
      beforeSideEffect,
      publish: (event) => progress.note(event),
      stop: stop.signal,
      signal: either.signal,
    });
    // Whatever a forgotten turn came to, nothing more is done for it.
    return forget.signal.aborted ? { kind: "closed" } : result;
  } catch (error) {
    if (forget.signal.aborted) return { kind: "closed" };
    throw error;
  }
}

/** Does it now, and once a second until it is disposed of, never twice at once. What fails is done again a second later. */
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
      }, LOOK_MS);
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
 * What progress costs at most: each KB that is written is a unit, and a second one where the item gets smaller. An answer of
 * 8 KB is written each second, one of 80 KB every ten.
 */
const BYTES_PER_SECOND = 8_192;

/** Tells watchers of a turn that runs. Never throws: nobody relies on it. */
interface Progress extends AsyncDisposable {
  note(event: TurnEvent): void;
  /** Writes what is new, if somebody watches. */
  flush(options: { isWatched: boolean }): Promise<void>;
}

/** Nothing is left of the answer when it is disposed of: the turn has it, or nobody may have it. */
export function createProgress({
  turn,
  steps,
  live,
  now = Date.now,
}: {
  turn: string;
  /** Those that are finished already. */
  steps: number;
  live: Pick<LiveState, "write">;
  now?: () => number;
}): Progress {
  let told: LiveTurn = { ...NOTHING_LIVE, turn, steps };
  let written = told;
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
        told = { ...told, steps: Math.max(told.steps, event.index + 1) };
      if (event.type === "delta")
        told = {
          ...told,
          answer: told.answer.slice(0, event.offset) + event.text,
        };
    },
    async flush({ isWatched }) {
      if (!isWatched || told === written || now() < nextAt) return;
      const bytes = lengthIn(told.answer, "utf-8");
      nextAt = now() + (bytes * 1000) / BYTES_PER_SECOND;
      await write(told);
    },
    async [Symbol.asyncDispose]() {
      if (isWritten) await write({ ...NOTHING_LIVE, turn });
    },
  };
}
