import type { Memory } from "../../conversation/memory.ts";
import {
  ConversationBusyError,
  LeaseLostError,
} from "../../conversation/state/document.ts";
import { logError, logWarning } from "../../runtime/log.ts";
import { TableError } from "../../stores/dynamodb/table-error.ts";
import type { TurnQueue } from "./queues.ts";

export interface ReceivedMessage {
  readonly conversation: string;
  readonly receipt: string;
  /** Number of receives, including this one. */
  readonly receiveCount: number;
}

/** A hold on a message and on the lease of its conversation. */
interface Hold extends AsyncDisposable {
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
export async function holdMessage(
  { receipt }: ReceivedMessage,
  {
    memory,
    queue,
    visibilityMs,
  }: {
    memory: Pick<Memory, "renewLease">;
    queue: Pick<TurnQueue, "hide">;
    visibilityMs: number;
  },
): Promise<Hold> {
  const controller = new AbortController();
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
  const timer = setInterval(() => {
    renewing = renewing.then(hide).then(() => trying(memory.renewLease));
  }, visibilityMs / 3);

  const release = async (): Promise<void> => {
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
 * Has a received message return after `ms`. Since waiting must not use up its
 * receives, a message that has been received many times is replaced with a new
 * one instead (`done`), which is received at once and hidden then.
 */
export async function putOff(
  { conversation, receipt, receiveCount }: ReceivedMessage,
  ms: number,
  queue: Pick<TurnQueue, "send" | "hide">,
): Promise<"done" | "again"> {
  if (receiveCount >= REPLACE_AFTER_RECEIVES) {
    await queue.send(conversation);
    return "done";
  }
  await queue.hide(receipt, ms);
  return "again";
}

/** Retry delay after an error of the storage or of Parley. */
const RECOVERY_MS = 30_000;

/** Minimum delay before another worker's lease is checked again. */
const BUSY_MS = 1_000;

/**
 * The function's time ended during a turn, which resumes after its last
 * finished step when the message is received again.
 */
export class OutOfTimeError extends Error {
  override readonly name = "OutOfTimeError";

  constructor() {
    super("The function's time limit was reached.");
  }
}

/**
 * Sets when the message is received again, or replaces it (`done`). Never
 * throws: at worst the message returns when its visibility timeout ends.
 */
export async function handleFailure(
  error: unknown,
  {
    message,
    memory,
    queue,
    visibilityMs,
  }: {
    message: ReceivedMessage;
    memory: Pick<Memory, "releaseLease">;
    queue: TurnQueue;
    visibilityMs: number;
  },
): Promise<"done" | "again"> {
  const log = (event: string, cause: unknown) =>
    logError(event, { error: cause });
  // The worker that has the lease now received the message as well.
  if (error instanceof LeaseLostError) {
    log("conversation lost to another worker", error);
    return "again";
  }
  const isBusy = error instanceof ConversationBusyError;
  if (!isBusy) log("turn not finished", error);
  try {
    // Does nothing to another worker's lease; frees this worker's if the error
    // was too many conflicts.
    await memory.releaseLease();
  } catch (trouble) {
    log("conversation not given back", trouble);
  }
  try {
    // The turn did not cause a transient error and must not be given up for it.
    const isTransient =
      isBusy || (error instanceof TableError && error.kind === "unreachable");
    const delayMs = delayAfter(error, visibilityMs);
    if (isTransient) return await putOff(message, delayMs, queue);
    await queue.hide(message.receipt, delayMs);
  } catch (trouble) {
    log("turn not left in order", trouble);
  }
  return "again";
}

function delayAfter(error: unknown, visibilityMs: number): number {
  if (error instanceof ConversationBusyError)
    return Math.min(Math.max(error.retryAfterMs, BUSY_MS), visibilityMs);
  return error instanceof OutOfTimeError ? 0 : RECOVERY_MS;
}
