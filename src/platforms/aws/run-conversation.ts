import { logWarning } from "../../log.ts";
import { MAX_ATTEMPTS_WITH_NOTICE } from "../../backoff.ts";
import type { DeliveryResult } from "../../conversation/deliver-reply.ts";
import type { Memory } from "../../conversation/memory.ts";
import { reportFailures } from "../../conversation/failure-list.ts";
import { ConversationBusyError } from "../../conversation/state/document.ts";
import { mustEndNow } from "../../conversation/state/state.ts";
import type { Turn } from "../../turn.ts";
import { handleFailure, OutOfTimeError } from "./handle-failure.ts";
import {
  startHeartbeat,
  type ReceivedMessage,
  renewWornMessage,
  type TurnWorker,
} from "./queue-message.ts";
import { runWatched } from "./run-watched.ts";

/**
 * The queue takes a message away that was received 20 times. Before, whatever turn it is that never ends is given up, and so
 * appears among the failed ones: what becomes a dead letter are messages that no worker could begin at all. Those that only
 * wait do not come so far: see `renewWornMessage`.
 */
const LAST_RECEIVES = 18;

/** Left of the function's time when a turn is broken off, to leave it in order. */
const TIDY_MS = 10_000;

/** On top of the agent's own time: what reading, sending and summarising take. */
const REST_OF_TURN_MS = 60_000;

/** A received message, and what it takes to run its conversation's turns. */
interface Run {
  readonly message: ReceivedMessage;
  readonly memory: Memory;
  readonly worker: TurnWorker;
}

/**
 * Runs a conversation's open turns, oldest first. `done`: the message may go, nothing is left to do, or another message
 * replaces it. `again`: it has to come again, after the time for which it is hidden now. Whatever fails or dies, the message comes again.
 * Never throws.
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
  using time = endWith(remainingMs() - TIDY_MS);
  const signal = AbortSignal.any([heartbeat.signal, time.signal]);
  try {
    for (;;) {
      const turn = await memory.nextTurn();
      if (turn === undefined) return await eraseSome(run);
      const result = await runOne(turn, run, signal);
      // Closed, it has been given back; forgotten, it has not.
      await memory.releaseLease();
      await reportFailures({ memory, list: failures });
      if (result.kind === "later") {
        await heartbeat.release();
        return await putOff(turn, result, run);
      }
      // One that came several times, or that has no time left for another turn, has its place taken by a new one.
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

/** The rest runs after the messages that have arrived meanwhile, so that nobody waits for it. */
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

async function runOne(
  turn: Turn,
  { message: { conversation, receiveCount }, memory, worker }: Run,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const delayMs = await timeLeft(turn, { conversation, worker });
  if (delayMs > 0) return { kind: "later", delayMs };
  const isLastChance = receiveCount >= LAST_RECEIVES;
  if (isLastChance) await takeToGiveUp(turn, memory);
  return runWatched(
    isLastChance ? { ...turn, attempts: MAX_ATTEMPTS_WITH_NOTICE } : turn,
    { conversation, memory, worker, signal },
  );
}

/**
 * A turn that another worker is working on is not given up: throws `ConversationBusyError` then. Whatever else keeps this one from
 * beginning may be what keeps the turn from ending.
 */
async function takeToGiveUp(
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

/** Until a turn is due that was put off: its message may have been called for something else. */
async function timeLeft(
  turn: Turn,
  { conversation, worker }: { conversation: string; worker: TurnWorker },
): Promise<number> {
  if (turn.attempts === 0 || mustEndNow(turn)) return 0;
  const live = worker.conversations.liveStateOf(conversation);
  const known = await live.read({ isConsistent: true });
  return known.turn === turn.id ? known.waitsUntil - Date.now() : 0;
}

/**
 * Hides the message until then. A process that changes something first says so in the root, then looks for a message to wake; here it is
 * the other way around, so that one of the two sees the other.
 */
async function putOff(
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
  if (await renewWornMessage(message, queue)) return "done";
  await queue.hide(receipt, delayMs);
  const next = await memory.nextOpen();
  const isAsBefore = next?.id === id && !mustEndNow(next);
  if (!isAsBefore) await queue.hide(receipt, 0);
  return "again";
}

/** A signal that ends with the function's time. */
function endWith(ms: number): Disposable & { signal: AbortSignal } {
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
