import { logError } from "../../runtime/log.ts";
import type { Callback, CallbackQueue } from "../../types/callback-queue.ts";
import type { EventArchive } from "../../types/event.ts";
import type { TurnReference } from "../../types/mailbox.ts";
import type { Turn } from "../../types/turn.ts";
import type { UndeliveredList } from "../../types/undelivered.ts";
import { eventTypeOf, type Told } from "./callback-event.ts";
import type { CallbackSender } from "./callback-senders.ts";
import {
  endAttempt,
  giveUpState,
  openState,
  postponeState,
  reopenState,
  resendState,
  startAttempt,
  toRecord,
  toUndelivered,
  type CallbackState,
} from "./callback-state.ts";

/** Stores callbacks. Writes are durable when a method returns. */
export interface CallbackStore {
  find(turn: TurnReference): Promise<CallbackState | undefined>;
  /**
   * Compare-and-swap; `before` is `undefined` to store the first state. `false`
   * if the stored state is another one; nothing was changed then.
   */
  swap(
    before: CallbackState | undefined,
    after: CallbackState,
  ): Promise<boolean>;
  remove(turn: TurnReference): Promise<void>;
  forget(conversation: string): Promise<void>;
}

/** `later`: call `run` again at `at`. */
type CallbackRun =
  { readonly kind: "done" } | { readonly kind: "later"; readonly at: number };

export interface RunnableCallbackQueue extends CallbackQueue {
  /**
   * Does what is due for a callback, mostly one attempt. Stored before and
   * after, so a crash repeats at most one attempt. Safe to call concurrently.
   * Throws what the store and `findTurn` throw.
   */
  run(turn: TurnReference): Promise<CallbackRun>;
}

/** How often to retry a lost compare-and-swap; contention is low. */
const MAX_TRIES = 5;

/**
 * @param wake schedules `run` for that time or soon after; durable when it
 * returns
 * @param findTurn the turn's current state, from the archive, like `findEvent`
 */
export function createCallbackQueue({
  store,
  wake,
  findTurn,
  findEvent,
  send,
  undelivered,
  now = Date.now,
  random = Math.random,
}: {
  store: CallbackStore;
  wake: (turn: TurnReference, at: number) => Promise<void>;
  findTurn: (turn: TurnReference) => Promise<Turn | undefined>;
  findEvent: EventArchive["findEvent"];
  send: CallbackSender;
  /** Lists what is given up, for operators. */
  undelivered: Pick<UndeliveredList, "add" | "remove" | "forget">;
  now?: () => number;
  random?: () => number;
}): RunnableCallbackQueue {
  /** `gone`: what it tells of was forgotten. */
  const findTold = async (
    callback: Callback,
    at: number,
  ): Promise<Told | "open" | "gone"> => {
    if ("event" in callback) {
      const found = await findEvent(callback.conversation, callback.event);
      return found === undefined
        ? "gone"
        : { kind: "event", callback, found, type: found.event.type };
    }
    const turn = await findTurn(callback);
    const type = turn && eventTypeOf(turn);
    if (turn === undefined) return "gone";
    return type === undefined
      ? "open"
      : { kind: "turn", callback, turn, type, at };
  };

  /**
   * Lists what is given up before it is, so that a crash hides nothing. What was
   * listed too early is taken from the list when it is delivered after all.
   */
  const conclude = async (
    before: CallbackState,
    after: CallbackState,
  ): Promise<boolean> => {
    const { callback, status, deliveries } = after;
    const listed = toUndelivered(after, now());
    const { attempt: attempts = 0 } = deliveries.at(-1) ?? {};
    if (listed !== undefined) await undelivered.add(listed);
    else if (status === "delivered" && attempts > 1)
      await undelivered.remove(callback);
    const isSwapped = await store.swap(before, after);
    if (listed === undefined || isSwapped) return isSwapped;
    const current = await store.find(callback);
    if (current === undefined || toUndelivered(current, now()) === undefined)
      await undelivered.remove(callback);
    return false;
  };

  const attempt = async (
    state: CallbackState,
    told: Told | "open",
  ): Promise<CallbackRun> => {
    if (told === "open") {
      const postponed = postponeState(state, now());
      await store.swap(state, postponed);
      return { kind: "later", at: postponed.dueAt };
    }
    const begun = startAttempt(state, { told: told.type, now: now(), random });
    // Another worker has won the attempt.
    if (!(await store.swap(state, begun)))
      return { kind: "later", at: begun.dueAt };
    const result = await send(told);
    const ended = endAttempt(begun, result, { now: now(), random });
    const isNoted = await conclude(begun, ended);
    if (result.kind === "failed") logFailure(ended);
    // A concurrent change may have made it due.
    if (!isNoted) return { kind: "later", at: now() };
    return ended.status === "pending"
      ? { kind: "later", at: ended.dueAt }
      : { kind: "done" };
  };

  return {
    async enqueue(callback) {
      const state = await updateState(store, callback, async (before) => {
        if (before === undefined) return openState(callback, now());
        if (before.told === undefined || "event" in callback) return before;
        const told = await findTold(callback, before.endedAt);
        if (typeof told !== "object" || told.type === before.told)
          return before;
        await undelivered.remove(callback);
        return reopenState(before, now());
      });
      // Also if it was stored before: the process that stored it may have died
      // before waking.
      if (state?.status === "pending") await wake(callback, state.dueAt);
    },

    async find(turn) {
      const state = await store.find(turn);
      return state && toRecord(state);
    },

    async resend(turn) {
      let isPending = false;
      const state = await updateState(store, turn, async (before) => {
        isPending = before?.status === "pending";
        return before === undefined || isPending
          ? before
          : resendState(before, now());
      });
      // Stays listed until it is sure to be sent, or if it is being given up.
      if (state !== undefined) await wake(turn, state.dueAt);
      if (!isPending) await undelivered.remove(turn);
      if (state === undefined) return "unknown";
      return isPending ? "pending" : "resending";
    },

    async forget(conversation) {
      await store.forget(conversation);
      await undelivered.forget(conversation);
    },

    async run(reference) {
      const state = await store.find(reference);
      if (state === undefined) return { kind: "done" };
      const isPending = state.status === "pending";
      if (state.dueAt > now())
        return isPending
          ? { kind: "later", at: state.dueAt }
          : { kind: "done" };
      const told = isPending
        ? await findTold(state.callback, state.endedAt)
        : "gone";
      // Retention is over, or the conversation was forgotten.
      if (told === "gone") {
        await store.remove(reference);
        if (toUndelivered(state, now())) await undelivered.remove(reference);
        return { kind: "done" };
      }
      if (state.attemptsLeft > 0) return attempt(state, told);
      await conclude(state, giveUpState(state, now()));
      return { kind: "done" };
    },
  };
}

/** Returns the new state, or the current one if there is nothing to change. */
async function updateState(
  store: CallbackStore,
  turn: TurnReference,
  change: (
    state: CallbackState | undefined,
  ) => Promise<CallbackState | undefined>,
): Promise<CallbackState | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = await store.find(turn);
    const after = await change(before);
    if (after === undefined || after === before) return before;
    if (await store.swap(before, after)) return after;
  }
  throw new Error("Too many concurrent changes to the callback.");
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
