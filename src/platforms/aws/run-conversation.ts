import type { Bot } from "../../conversation/bot.ts";
import type { DeliveryResult } from "../../conversation/deliver/deliver-reply.ts";
import type { Memory } from "../../conversation/memory.ts";
import {
  listTurns,
  listWhileRunning,
  tellReceivers,
  type EventTelling,
  type TurnListing,
} from "../../conversation/reports.ts";
import { ConversationBusyError } from "../../conversation/state/document.ts";
import { mustEndNow } from "../../conversation/state/state.ts";
import { MAX_ATTEMPTS_WITH_NOTICE } from "../../runtime/backoff.ts";
import { logWarning } from "../../runtime/log.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { Channels } from "../../types/channel.ts";
import type { Turn } from "../../types/turn.ts";
import type { Conversations } from "./conversations.ts";
import type { LiveState } from "./live-state.ts";
import type { TurnQueue } from "./queues.ts";
import {
  handleFailure,
  holdMessage,
  OutOfTimeError,
  putOff,
  type ReceivedMessage,
} from "./received-message.ts";
import { runWatched } from "./run-watched.ts";

export interface TurnWorker {
  readonly bot: Bot;
  readonly channels: Pick<Channels, "find">;
  readonly callbackQueue: Pick<CallbackQueue, "enqueue">;
  readonly conversations: Conversations;
  readonly queue: TurnQueue;
  readonly listing: TurnListing;
  readonly telling: EventTelling;
  /**
   * Visibility timeout of received messages, and duration of the conversation's
   * lease.
   */
  readonly visibilityMs: number;
}

/**
 * The queue moves a message to the dead letters after 20 receives. Before that,
 * a turn that never ends is given up and listed as failed, so that dead letters
 * are only messages that no worker could begin. Messages that only wait are
 * replaced earlier, see `putOff`.
 */
const LAST_RECEIVES = 18;

/** Function time reserved for cleanup when a turn is aborted. */
const TIDY_MS = 10_000;

/** Time for reading, sending and summarising, in addition to the agent's. */
const REST_OF_TURN_MS = 60_000;

interface Run extends TurnWorker {
  readonly message: ReceivedMessage;
  readonly memory: Memory;
  readonly live: LiveState;
}

/**
 * Runs a conversation's open turns, oldest first. `done`: the message may be
 * deleted, since nothing is left to do or another message replaces it. `again`:
 * it must be received again, after its current visibility timeout; that also
 * happens if the process dies. Never throws.
 */
export async function runConversation(
  message: ReceivedMessage,
  { worker, remainingMs }: { worker: TurnWorker; remainingMs: () => number },
): Promise<"done" | "again"> {
  const { conversation } = message;
  const { conversations, queue, listing, bot } = worker;
  const memory = conversations.memoryOf(conversation);
  const live = conversations.liveStateOf(conversation);
  const run: Run = { ...worker, message, memory, live };
  await using hold = await holdMessage(message, run);
  using time = abortAfter(remainingMs() - TIDY_MS);
  const signal = AbortSignal.any([hold.signal, time.signal]);
  try {
    for (;;) {
      const turn = await memory.nextTurn();
      if (turn === undefined) {
        await tell(run);
        // The process that ended or forgot turns may have died before this.
        await listTurns(memory, listing);
        return await eraseSome(run);
      }
      const result = await runListed(turn, run, signal);
      // A closed turn has released the lease already, a forgotten one has not.
      await memory.releaseLease();
      await tell(run);
      // A message that was received before, or that has no time left for
      // another turn, is replaced with a new one.
      const isFresh = message.receiveCount === 1;
      const needed = bot.agent.timeoutMs + REST_OF_TURN_MS;
      const isLater = result.kind === "later";
      // The next turn does not wait for the index.
      if (!isLater && isFresh && remainingMs() > needed) continue;
      await listTurns(memory, listing);
      if (isLater) {
        await hold.release();
        return await postpone(turn, result.delayMs, run);
      }
      if ((await memory.nextOpen()) === undefined) return await eraseSome(run);
      await queue.send(conversation);
      return "done";
    }
  } catch (error) {
    await hold.release();
    return await handleFailure(error, run);
  }
}

/** What is not told of an event now is told by a wake-up. */
const TELL_AGAIN_MS = 60_000;

async function tell({ memory, telling, conversations, message }: Run) {
  if (await tellReceivers(memory, telling)) return;
  const { conversation } = message;
  await conversations.due.put({ conversation, at: Date.now() + TELL_AGAIN_MS });
}

/**
 * Erases one batch. The rest is queued after messages that have arrived
 * meanwhile, so that none waits for it.
 */
async function eraseSome({ message, memory, queue }: Run): Promise<"done"> {
  if (!(await memory.hasForgotten())) return "done";
  await memory.eraseForgotten();
  if (await memory.hasForgotten()) await queue.send(message.conversation);
  return "done";
}

/** Runs the turn; lists it as unanswered if that takes long. */
async function runListed(
  turn: Turn,
  run: Run,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  await using _ = listWhileRunning(run.memory, run.listing);
  return await runNext(turn, run, signal);
}

async function runNext(
  turn: Turn,
  run: Run,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const delayMs = await delayUntilDue(turn, run);
  if (delayMs > 0) return { kind: "later", delayMs };
  if (run.message.receiveCount < LAST_RECEIVES)
    return runWatched(turn, run, signal);
  await beginLastAttempt(turn, run);
  const attempts = MAX_ATTEMPTS_WITH_NOTICE;
  return runWatched({ ...turn, attempts }, run, signal);
}

/**
 * Begins the attempt that gives the turn up. Throws `ConversationBusyError` if
 * another worker has it; other errors are only logged, since they may be the
 * reason why the turn never ends.
 */
async function beginLastAttempt({ id }: Turn, { memory }: Run): Promise<void> {
  try {
    await memory.beginAttempt(id);
  } catch (error) {
    if (error instanceof ConversationBusyError) throw error;
    logWarning("turn to be given up not begun", { error });
  }
}

/**
 * Milliseconds until a postponed turn is due; at most 0 if it is due. Its
 * message may have been woken for another reason.
 */
async function delayUntilDue(turn: Turn, { live }: Run): Promise<number> {
  if (turn.attempts === 0 || mustEndNow(turn)) return 0;
  const known = await live.read({ isConsistent: true });
  return known.turn === turn.id ? known.waitsUntil - Date.now() : 0;
}

/**
 * Hides the message until the turn is due. Another process writes its change to
 * the state before it wakes the message; this one hides the message before it
 * reads the state. So one of them sees the other.
 */
async function postpone(
  { id: turn }: Turn,
  delayMs: number,
  { message, memory, live, queue }: Run,
): Promise<"done" | "again"> {
  const { receipt } = message;
  const waitsUntil = Date.now() + delayMs;
  await live.write({ turn, answer: "", steps: 0, waitsUntil, receipt });
  const outcome = await putOff(message, delayMs, queue);
  if (outcome === "done") return outcome;
  const next = await memory.nextOpen();
  const isUnchanged = next?.id === turn && !mustEndNow(next);
  if (!isUnchanged) await queue.hide(receipt, 0);
  return outcome;
}

/** A signal that aborts after `ms`, with `OutOfTimeError`. */
function abortAfter(ms: number): Disposable & { signal: AbortSignal } {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new OutOfTimeError()),
    Math.max(ms, 0),
  );
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
