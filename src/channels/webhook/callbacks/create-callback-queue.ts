import { logError } from "../../../log.ts";
import type { CallbackQueue } from "../../../callback-queue.ts";
import type { TurnReference } from "../../../ports.ts";
import type { Turn } from "../../../turn.ts";
import { eventTypeOf } from "./callback-event.ts";
import {
  beginState,
  type CallbackState,
  endState,
  giveUpState,
  openState,
  postponeState,
  reopenState,
  resendState,
  toRecord,
} from "./callback-state.ts";
import type { CallbackSender } from "./create-callback-sender.ts";

/** Where callbacks are kept. What a method has written is durable when it returns. */
export interface CallbackStore {
  find(turn: TurnReference): Promise<CallbackState | undefined>;
  /** Replaces the state `before`, or stores the first one. `false`, and nothing changed, where another one is there. */
  swap(
    before: CallbackState | undefined,
    after: CallbackState,
  ): Promise<boolean>;
  remove(turn: TurnReference): Promise<void>;
  forget(conversation: string): Promise<void>;
}

/** `later`: there is something to do at that time, in milliseconds since the epoch. */
type CallbackRun =
  { readonly kind: "done" } | { readonly kind: "later"; readonly at: number };

export interface RunnableCallbackQueue extends CallbackQueue {
  /**
   * Does what is due for a callback: mostly one attempt, which is stored before and after, so that a process that dies costs one
   * repetition at most. Any number of workers may call it. Throws what the store and `findTurn` throw.
   */
  run(turn: TurnReference): Promise<CallbackRun>;
}

/** Who is beaten to a change looks again so often; there are never more than a few at the same callback. */
const MAX_TRIES = 5;

/**
 * @param wake sees to it that `run` is called at that time, or soon after; durable when it returns
 * @param findTurn as the archive has it now
 */
export function createCallbackQueue({
  store,
  wake,
  findTurn,
  send,
  now = Date.now,
  random = Math.random,
}: {
  store: CallbackStore;
  wake: (turn: TurnReference, at: number) => Promise<void>;
  findTurn: (turn: TurnReference) => Promise<Turn | undefined>;
  send: CallbackSender;
  now?: () => number;
  random?: () => number;
}): RunnableCallbackQueue {
  const attempt = async (
    state: CallbackState,
    turn: Turn,
  ): Promise<CallbackRun> => {
    const told = eventTypeOf(turn);
    if (told === undefined) {
      const postponed = postponeState(state, now());
      await store.swap(state, postponed);
      return { kind: "later", at: postponed.dueAt };
    }
    const begun = beginState(state, { told, now: now(), random });
    // Another worker was faster: it has the attempt.
    if (!(await store.swap(state, begun)))
      return { kind: "later", at: begun.dueAt };
    const { callback, endedAt } = state;
    const result = await send(callback, { turn, type: told, at: endedAt });
    const ended = endState(begun, result, { now: now(), random });
    const isNoted = await store.swap(begun, ended);
    if (result.kind === "failed") logFailure(ended);
    // What has changed it meanwhile may have made it due.
    if (!isNoted) return { kind: "later", at: now() };
    return ended.status === "pending"
      ? { kind: "later", at: ended.dueAt }
      : { kind: "done" };
  };

  /** The state that the change leads to; the state as it is, where there is nothing to change. */
  const update = async (
    turn: TurnReference,
    change: (
      state: CallbackState | undefined,
    ) => Promise<CallbackState | undefined>,
  ): Promise<CallbackState | undefined> => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const before = await store.find(turn);
      const after = await change(before);
      if (after === undefined || after === before) return before;
      if (await store.swap(before, after)) return after;
    }
    throw new Error("Too many concurrent changes to the callback.");
  };

  return {
    async enqueue(callback) {
      const state = await update(callback, async (before) => {
        if (before === undefined) return openState(callback, now());
        if (before.told === undefined) return before;
        const turn = await findTurn(callback);
        const type = turn && eventTypeOf(turn);
        const isNew = type !== undefined && type !== before.told;
        return isNew ? reopenState(before, now()) : before;
      });
      // Also for one that was stored before: the process that stored it may have died before it said so.
      if (state?.status === "pending") await wake(callback, state.dueAt);
    },

    async find(turn) {
      const state = await store.find(turn);
      return state && toRecord(state);
    },

    async resend(turn) {
      let isPending = false;
      const state = await update(turn, async (before) => {
        isPending = before?.status === "pending";
        return before === undefined || isPending
          ? before
          : resendState(before, now());
      });
      if (state === undefined) return "unknown";
      await wake(turn, state.dueAt);
      return isPending ? "pending" : "resending";
    },

    forget: (conversation) => store.forget(conversation),

    async run(reference) {
      const state = await store.find(reference);
      if (state === undefined) return { kind: "done" };
      const isPending = state.status === "pending";
      if (state.dueAt > now())
        return isPending
          ? { kind: "later", at: state.dueAt }
          : { kind: "done" };
      const turn = isPending ? await findTurn(reference) : undefined;
      // It was kept long enough, or its conversation was forgotten.
      if (turn === undefined) {
        await store.remove(reference);
        return { kind: "done" };
      }
      if (state.attemptsLeft > 0) return attempt(state, turn);
      await store.swap(state, giveUpState(state, now()));
      return { kind: "done" };
    },
  };
}

function logFailure({ callback, status, deliveries }: CallbackState): void {
  const last = deliveries.at(-1);
  logError("callback not delivered", {
    turn: callback.id,
    attempt: last?.attempt,
    status,
    ...last?.end?.answer,
  });
}
