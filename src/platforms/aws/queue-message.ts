import type { Bot } from "../../conversation/bot.ts";
import type { Memory } from "../../conversation/memory.ts";
import { LeaseLostError } from "../../conversation/state/document.ts";
import { logWarning } from "../../runtime/log.ts";
import type { FailureList } from "../../types/archive.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { Channels } from "../../types/channel.ts";
import type { Conversations } from "./conversations.ts";
import type { TurnQueue } from "./queues.ts";

export interface TurnWorker {
  readonly bot: Bot;
  readonly channels: Pick<Channels, "find">;
  readonly callbackQueue: Pick<CallbackQueue, "enqueue">;
  readonly conversations: Conversations;
  readonly queue: TurnQueue;
  readonly failures: FailureList;
  /**
   * Visibility timeout of received messages, and duration of the conversation's
   * lease.
   */
  readonly visibilityMs: number;
}

export interface ReceivedMessage {
  readonly conversation: string;
  readonly receipt: string;
  /** Number of receives, including this one. */
  readonly receiveCount: number;
}

/** A hold on a message and on the lease of its conversation. */
interface Heartbeat extends AsyncDisposable {
  /** Aborted with a `LeaseLostError` if another worker has the conversation. */
  readonly signal: AbortSignal;
  /** Stops renewing; resolves once no renewal is in flight. */
  release(): Promise<void>;
}

/**
 * Keeps a received message hidden and its conversation leased, for
 * `visibilityMs` at a time, renewed every third of it: if the process dies,
 * both are free within that time. Never throws: failed renewals are retried at
 * the next beat.
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
  // The queue's visibility timeout is the function's whole time, too long to
  // wait after a crash.
  await hide();
  return { signal: controller.signal, release, [Symbol.asyncDispose]: release };
}

/** Half of the receives after which a turn is given up. */
const REPLACE_AFTER_RECEIVES = 9;

/**
 * Whether a message with that many receives should be replaced with a new one.
 */
export function isNearReceiveLimit(receiveCount: number): boolean {
  return receiveCount >= REPLACE_AFTER_RECEIVES;
}

/**
 * Replaces a message that has been received many times, since waiting must not
 * use up its receives. The new message is received at once and hidden then.
 * Returns whether it did; the old message may then be deleted.
 */
export async function replaceBeforeReceiveLimit(
  { conversation, receiveCount }: ReceivedMessage,
  queue: Pick<TurnQueue, "send">,
): Promise<boolean> {
  if (!isNearReceiveLimit(receiveCount)) return false;
  await queue.send(conversation);
  return true;
}
