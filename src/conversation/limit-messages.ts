import type { AccessRules } from "../access.ts";
import type { Archive } from "../archive.ts";
import type { Budget, MessageExcess } from "../budget.ts";
import type { FindChannel } from "../channel.ts";
import { logError } from "../log.ts";
import type { IncomingMessage } from "../message.ts";
import type { Mailbox } from "../ports.ts";
import type { RateLimiter } from "../rate-limiter.ts";
import { hashOf, isAllowed, personOf } from "./access.ts";
import type { TurnWork } from "./bot.ts";
import { isForStrangers } from "./commands/commands.ts";

/** Replies to strangers: a refusal, or their id. */
const STRANGERS_RATE = { limit: 1, windowMs: 60_000 };

/**
 * Wraps a mailbox. Rejects a person's messages beyond the budget's limit per
 * minute, if their sender gets an error response and can retry. Of strangers'
 * messages, lets through only those that are answered, one per minute for each
 * person and each group; drops all others before anything is stored or read for
 * them. A message that the mailbox already has is always recognised as a
 * duplicate.
 * @param limiter strangers' keys begin with `stranger/` and a hash of the
 * person or group
 */
export function limitMessages({
  mailbox,
  findChannel,
  access,
  budget,
  limiter,
}: {
  mailbox: Mailbox & Pick<Archive, "findTurn">;
  findChannel: FindChannel;
  access: AccessRules;
  budget: Budget | undefined;
  limiter: RateLimiter;
}): Mailbox {
  return {
    ...mailbox,
    async deliver(message) {
      if (!isAllowed(message, access))
        return (
          (await findExcessOfStranger(message, limiter)) ??
          mailbox.deliver(message)
        );
      const { capabilities } = await findChannel(message.channel);
      const excess = capabilities.canRefuse
        ? await count(message, budget)
        : undefined;
      const isNew =
        excess !== undefined && (await mailbox.findTurn(message)) === undefined;
      return isNew ? excess : mailbox.deliver(message);
    },
  };
}

/**
 * If counting fails, the message passes: a second refusal does no harm. Never
 * throws.
 */
async function findExcessOfStranger(
  message: IncomingMessage,
  limiter: RateLimiter,
): Promise<MessageExcess | undefined> {
  const { channel, replyTo, isGroup } = message;
  const person = await personOf(message);
  const groupOf = () => hashOf([channel, "group", replyTo["chat"]]);
  const keys = isForStrangers(message)
    ? [`${person}/whoami`]
    : [
        `${person}/refusals`,
        ...(isGroup ? [`${await groupOf()}/refusals`] : []),
      ];
  try {
    for (const key of keys) {
      const { limit, isExceeded, resetMs } = await limiter.take(
        `stranger/${key}`,
        STRANGERS_RATE,
      );
      if (isExceeded)
        return { kind: "limited", limit, waitMs: resetMs, isFirst: false };
    }
  } catch (error) {
    logError("stranger's message not counted", { error });
  }
  return undefined;
}

/**
 * Counts a stored message, command or button press, unless counted on delivery.
 * Merged messages count as one. If the process dies between count and notice,
 * the next attempt lets the message through.
 */
export async function findExcessOfTurn({
  turn,
  attempt,
  bot,
  channel,
}: Pick<TurnWork, "turn" | "attempt" | "bot" | "channel">): Promise<
  MessageExcess | undefined
> {
  return channel.capabilities.canRefuse || attempt > 1
    ? undefined
    : count(turn.message, bot.budget);
}

/**
 * Skipped if there is no limit. If counting fails, the message passes: no
 * message may be lost for that, and tokens are limited separately. Never
 * throws.
 */
async function count(
  message: IncomingMessage,
  budget: Budget | undefined,
): Promise<MessageExcess | undefined> {
  if (budget === undefined || budget.limits.messagesPerMinute === 0)
    return undefined;
  try {
    const result = await budget.countMessage(await personOf(message), {
      isPress: message.pressedBelow !== undefined,
    });
    return result.kind === "limited" ? result : undefined;
  } catch (error) {
    logError("message not counted", { error });
    return undefined;
  }
}
