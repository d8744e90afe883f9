import type { Budget, MessageExcess } from "../budget.ts";
import { describeFailure } from "../describe-failure.ts";
import type { IncomingMessage } from "../message.ts";
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
}: {
  budget: Budget | undefined;
  message: IncomingMessage;
}): Promise<MessageExcess | undefined> {
  return canRefuse(message.channel) ? count({ budget, message }) : undefined;
}

/**
 * The same for a message that is stored, a command or press as well, where it was not counted before. Messages that were merged count as
 * one. A process that dies between the count and the notice has counted: the next attempt lets the message through.
 */
export async function findExcessOfTurn({
  budget,
  message,
  attempt,
}: {
  budget: Budget | undefined;
  message: IncomingMessage;
  attempt: number;
}): Promise<MessageExcess | undefined> {
  return canRefuse(message.channel) || attempt > 1
    ? undefined
    : count({ budget, message });
}

async function count({
  budget,
  message,
}: {
  budget: Budget | undefined;
  message: IncomingMessage;
}): Promise<MessageExcess | undefined> {
  if (budget === undefined || budget.limits.messagesPerMinute === 0)
    return undefined;
  try {
    const isPress = message.pressedBelow !== undefined;
    const result = await budget.countMessage(await personOf(message), {
      isPress,
    });
    return result.kind === "limited" ? result : undefined;
  } catch (error) {
    const event = "message not counted";
    console.error(JSON.stringify({ event, ...describeFailure(error) }));
    return undefined;
  }
}
