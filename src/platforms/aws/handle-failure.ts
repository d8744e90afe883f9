import { logError } from "../../log.ts";
import type { Memory } from "../../conversation/memory.ts";
import {
  ConversationBusyError,
  LeaseLostError,
} from "../../conversation/state/document.ts";
import { TableError } from "../../stores/dynamodb/table-error.ts";
import {
  type ReceivedMessage,
  renewWornMessage,
  type TurnWorker,
} from "./queue-message.ts";

/** How long to wait after an error of the storage or of our own before the turn is tried again. */
const RECOVERY_MS = 30_000;

/** Another worker's lease is looked at again no earlier than that. */
const BUSY_MS = 1_000;

/** The function's time ends while a turn runs: it resumes after its last finished step when the message comes again. */
export class OutOfTimeError extends Error {
  override readonly name = "OutOfTimeError";

  constructor() {
    super("The function's time is over.");
  }
}

/** Sees to it that the message comes again when that makes sense. Never throws: at worst it comes when its time is over. */
export async function handleFailure(
  error: unknown,
  {
    message,
    memory,
    worker: { queue, visibilityMs },
  }: {
    message: ReceivedMessage;
    memory: Pick<Memory, "releaseLease">;
    worker: Pick<TurnWorker, "queue" | "visibilityMs">;
  },
): Promise<"done" | "again"> {
  const say = (event: string, cause: unknown) =>
    logError(event, { error: cause });
  // The message was received by the worker that has the conversation now.
  if (error instanceof LeaseLostError) {
    say("conversation lost to another worker", error);
    return "again";
  }
  const isBusy = error instanceof ConversationBusyError;
  if (!isBusy) say("turn not finished", error);
  try {
    // Nothing of another worker's, and what this one has where too many were in its way.
    await memory.releaseLease();
  } catch (trouble) {
    say("conversation not given back", trouble);
  }
  try {
    // Not the turn's failure: it must not be given up for it.
    const isTransient =
      isBusy || (error instanceof TableError && error.isTransient);
    if (isTransient && (await renewWornMessage(message, queue))) return "done";
    await queue.hide(message.receipt, delayAfter(error, visibilityMs));
  } catch (trouble) {
    say("turn not left in order", trouble);
  }
  return "again";
}

function delayAfter(error: unknown, visibilityMs: number): number {
  if (error instanceof ConversationBusyError)
    return Math.min(Math.max(error.retryAfterMs, BUSY_MS), visibilityMs);
  return error instanceof OutOfTimeError ? 0 : RECOVERY_MS;
}
