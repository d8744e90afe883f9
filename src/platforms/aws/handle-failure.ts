import type { Memory } from "../../conversation/memory.ts";
import {
  ConversationBusyError,
  LeaseLostError,
} from "../../conversation/state/document.ts";
import { logError } from "../../runtime/log.ts";
import { TableError } from "../../stores/dynamodb/table-error.ts";
import { putOff, type ReceivedMessage } from "./hold-message.ts";
import type { TurnQueue } from "./queues.ts";

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
