import type { DeliveryResult } from "../../conversation/deliver/deliver-reply.ts";
import { reportFailures } from "../../conversation/failures/failure-list.ts";
import type { Memory } from "../../conversation/memory.ts";
import { ConversationBusyError } from "../../conversation/state/document.ts";
import { mustEndNow } from "../../conversation/state/state.ts";
import { MAX_ATTEMPTS_WITH_NOTICE } from "../../runtime/backoff.ts";
import { logWarning } from "../../runtime/log.ts";
import type { Turn } from "../../types/turn.ts";
import { handleFailure, OutOfTimeError } from "./handle-failure.ts";
import {
  replaceBeforeReceiveLimit,
  startHeartbeat,
  type ReceivedMessage,
  type TurnWorker,
} from "./queue-message.ts";
import { runWatched } from "./run-watched.ts";

/**
 * The queue moves a message to the dead letters after 20 receives. Before that,
 * a turn that never ends is given up and listed as failed, so that dead letters
 * are only messages that no worker could begin. Messages that only wait are
 * replaced earlier, see `replaceBeforeReceiveLimit`.
 */
const LAST_RECEIVES = 18;

/** Function time reserved for cleanup when a turn is aborted. */
const TIDY_MS = 10_000;

/** Time for reading, sending and summarising, in addition to the agent's. */
const REST_OF_TURN_MS = 60_000;

interface Run {
  readonly message: ReceivedMessage;
  readonly memory: Memory;
  readonly worker: TurnWorker;
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
  const { conversations, queue, failures, bot } = worker;
  const memory = conversations.memoryOf(conversation);
  const run: Run = { message, memory, worker };
  await using heartbeat = await startHeartbeat(run);
  using time = abortAfter(remainingMs() - TIDY_MS);
  const signal = AbortSignal.any([heartbeat.signal, time.signal]);
  try {
    for (;;) {
      const turn = await memory.nextTurn();
      if (turn === undefined) return await eraseSome(run);
      const result = await runNext(turn, run, signal);
      // A closed turn has released the lease already, a forgotten one has not.
      await memory.releaseLease();
      await reportFailures({ memory, list: failures });
      if (result.kind === "later") {
        await heartbeat.release();
        return await postpone(turn, result, run);
      }
      // A message that was received before, or that has no time left for
      // another turn, is replaced with a new one.
      const isFresh = message.receiveCount === 1;
      const needed = bot.agent.timeoutMs + REST_OF_TURN_MS;
      if (isFresh && remainingMs() > needed) continue;
      if ((await memory.nextOpen()) === undefined) return await eraseSome(run);
      await queue.send(conversation);
      return "done";
    }
  } catch (error) {
    await heartbeat.release();
    return await handleFailure(error, run);
  }
}

/**
 * Erases one batch. The rest is queued after messages that have arrived
 * meanwhile, so that none waits for it.
 */
async function eraseSome({
  message: { conversation },
  memory,
  worker: { queue },
}: Run): Promise<"done"> {
  if (!(await memory.hasForgotten())) return "done";
  await memory.eraseForgotten();
  if (await memory.hasForgotten()) await queue.send(conversation);
  return "done";
}

async function runNext(
  turn: Turn,
  { message: { conversation, receiveCount }, memory, worker }: Run,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const delayMs = await delayUntilDue(turn, { conversation, worker });
  if (delayMs > 0) return { kind: "later", delayMs };
  const isLastChance = receiveCount >= LAST_RECEIVES;
  if (isLastChance) await beginLastAttempt(turn, memory);
  return runWatched(
    isLastChance ? { ...turn, attempts: MAX_ATTEMPTS_WITH_NOTICE } : turn,
    { conversation, memory, worker, signal },
  );
}

/**
 * Begins the attempt that gives the turn up. Throws `ConversationBusyError` if
 * another worker has it; other errors are only logged, since they may be the
 * reason why the turn never ends.
 */
async function beginLastAttempt(
  { id }: Turn,
  memory: Pick<Memory, "beginAttempt">,
): Promise<void> {
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
async function delayUntilDue(
  turn: Turn,
  { conversation, worker }: { conversation: string; worker: TurnWorker },
): Promise<number> {
  if (turn.attempts === 0 || mustEndNow(turn)) return 0;
  const live = worker.conversations.liveStateOf(conversation);
  const known = await live.read({ isConsistent: true });
  return known.turn === turn.id ? known.waitsUntil - Date.now() : 0;
}

/**
 * Hides the message until the turn is due. Another process writes its change to
 * the state before it wakes the message; this one hides the message before it
 * reads the state. So one of them sees the other.
 */
async function postpone(
  { id }: Turn,
  { delayMs }: { delayMs: number },
  { message, memory, worker: { conversations, queue } }: Run,
): Promise<"done" | "again"> {
  const { conversation, receipt } = message;
  await conversations.liveStateOf(conversation).write({
    turn: id,
    answer: "",
    steps: 0,
    waitsUntil: Date.now() + delayMs,
    receipt,
  });
  if (await replaceBeforeReceiveLimit(message, queue)) return "done";
  await queue.hide(receipt, delayMs);
  const next = await memory.nextOpen();
  const isUnchanged = next?.id === id && !mustEndNow(next);
  if (!isUnchanged) await queue.hide(receipt, 0);
  return "again";
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
