import type { Budget, MessageExcess } from "../budget.ts";
import { describeFailure } from "../describe-failure.ts";
import type { IncomingMessage } from "../message.ts";
import type { Turn } from "../turn.ts";
import { canRefuse } from "./can-refuse.ts";
import { personOf } from "./person-of.ts";

/**
 * Counts a message that a channel hands over and can refuse; tells where its sender has sent too many in this minute.
 * Without a limit nobody is asked. Where it cannot be counted it is let through: a message must not be lost for that, and
 * the tokens for it are counted apart. Never throws.
 */
export async function findExcessAtDoor({
  budget,
  message,
  at,
}: {
  budget: Budget | undefined;
  message: IncomingMessage;
  /** When it came; milliseconds since the epoch. */
  at: number;
}): Promise<MessageExcess | undefined> {
  return canRefuse(message.channel)
    ? count({ budget, message, at })
    : undefined;
}

/** The same for a message that is stored, where it was not counted before. Messages that were merged count as one. */
export async function findExcessOfTurn({
  budget,
  turn: { message, acceptedAt },
}: {
  budget: Budget | undefined;
  turn: Turn;
}): Promise<MessageExcess | undefined> {
  return canRefuse(message.channel)
    ? undefined
    : count({ budget, message, at: acceptedAt });
}

async function count({
  budget,
  message,
  at,
}: {
  budget: Budget | undefined;
  message: IncomingMessage;
  at: number;
}): Promise<MessageExcess | undefined> {
  if (budget === undefined || budget.limits.messagesPerMinute === 0)
    return undefined;
  try {
    const result = await budget.countMessage({
      id: `${message.conversation}/${message.id}`,
      person: personOf(message),
      at,
    });
    return result.kind === "limited" ? result : undefined;
  } catch (error) {
    const event = "message not counted";
    console.error(JSON.stringify({ event, ...describeFailure(error) }));
    return undefined;
  }
}
