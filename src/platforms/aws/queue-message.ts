import { logWarning } from "../../log.ts";
import type { FailureList } from "../../archive.ts";
import type { Channels } from "../../channel.ts";
import type { Memory } from "../../conversation/memory.ts";
import type { Bot } from "../../conversation/bot.ts";
import { LeaseLostError } from "../../conversation/state/document.ts";
import type { Conversations } from "./conversations.ts";
import type { TurnQueue } from "./queues.ts";

/** What a worker needs to run turns. */
export interface TurnWorker {
  readonly bot: Bot;
  readonly channels: Pick<Channels, "find">;
  readonly conversations: Conversations;
  readonly queue: TurnQueue;
  readonly failures: FailureList;
  /** A message that was received is hidden for that long at a time, as the lease on its conversation runs. */
  readonly visibilityMs: number;
}

/** A message of the queue, as it was received. */
export interface ReceivedMessage {
  readonly conversation: string;
  readonly receipt: string;
  /** How often it was received, this time included. */
  readonly receiveCount: number;
}

/** A message and its conversation, kept for this worker. */
export interface Heartbeat extends AsyncDisposable {
  /** Aborted with a `LeaseLostError` where another worker has the conversation. */
  readonly signal: AbortSignal;
  /** Nothing is renewed any more when it resolves. */
  release(): Promise<void>;
}

/**
 * Keeps a received message hidden, and its conversation leased, for `visibilityMs` at a time, renewed three times as often: where
 * the process dies, both are free within that time. Never throws: who does not get through tries again, while there is time.
 */
export async function startHeartbeat({
  message: { receipt },
  memory,
  worker: { queue, visibilityMs },
}: {
  message: ReceivedMessage;
  memory: Pick<Memory, "renewLease">;
  worker: Pick<TurnWorker, "queue" | "visibilityMs">;
}): Promise<Heartbeat> {
  const controller = new AbortController();
  let isReleased = false;
  let renewing = Promise.resolve();

  const trying = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (error instanceof LeaseLostError) controller.abort(error);
      logWarning("hold not renewed", { error });
    }
  };
  const hide = () => trying(() => queue.hide(receipt, visibilityMs));
  const renew = async (): Promise<void> => {
    await hide();
    if (!isReleased) await trying(() => memory.renewLease());
  };
  const timer = setInterval(() => {
    renewing = renewing.then(() => (isReleased ? undefined : renew()));
  }, visibilityMs / 3);

  const release = async (): Promise<void> => {
    isReleased = true;
    clearInterval(timer);
    await renewing;
  };
  // What the queue hid it for is the function's whole time: a crash is not to cost that.
  await hide();
  return { signal: controller.signal, release, [Symbol.asyncDispose]: release };
}

/** Half of what a message may be received until its turn is given up. */
const WORN_RECEIVES = 9;

/** Whether a new message should take the place of one that was received so often. */
export function isWorn(receiveCount: number): boolean {
  return receiveCount >= WORN_RECEIVES;
}

/**
 * To wait is no failure, however long and however often a message is called meanwhile: before that uses up its receives, a
 * new message takes its place, which comes at once and is hidden then. `true`: it does, and the old one may go.
 */
export async function renewWornMessage(
  { conversation, receiveCount }: ReceivedMessage,
  queue: Pick<TurnQueue, "send">,
): Promise<boolean> {
  if (!isWorn(receiveCount)) return false;
  await queue.send(conversation);
  return true;
}
