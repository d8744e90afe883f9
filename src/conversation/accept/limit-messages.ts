import type { Limiter } from "../../limits/limiter.ts";
import { hashOf } from "../../runtime/hash.ts";
import { logError } from "../../runtime/log.ts";
import type { AccessRules } from "../../types/access.ts";
import type { Archive } from "../../types/archive.ts";
import type {
  Budget,
  MessageCount,
  MessageExcess,
} from "../../types/budget.ts";
import type { FindChannel } from "../../types/channel.ts";
import type { Mailbox } from "../../types/mailbox.ts";
import { isEcho, type IncomingMessage } from "../../types/message.ts";
import type { TurnWork } from "../bot.ts";
import { isForStrangers } from "../commands/commands.ts";
import { isAllowed, personOf } from "./access.ts";

/** Replies to strangers: a refusal, or their id. */
const STRANGERS_RATE = { limit: 1, windowMs: 60_000 };

/**
 * Wraps a mailbox. Rejects a person's messages beyond the budget's limit per
 * minute, if their sender gets an error response and can retry. Of strangers'
 * messages, lets through only those that are answered, one per minute for each
 * person and each group; drops all others, and what the business wrote to
 * strangers, before anything is stored or read for them. A message that the
 * mailbox already has is always recognised as a duplicate.
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
  limiter: Limiter;
}): Mailbox {
  return {
    ...mailbox,
    async deliver(message) {
      if (isEcho(message))
        return isAllowed(message, access)
          ? mailbox.deliver(message)
          : { kind: "outdated" };
      if (!isAllowed(message, access))
        return (
          (await findExcessOfStranger(message, limiter)) ??
          mailbox.deliver(message)
        );
      const { capabilities } = await findChannel(message.channel);
      const count = capabilities.canRefuse
        ? await countMessage(message, budget)
        : undefined;
      const isExcess =
        count?.kind === "limited" &&
        (await mailbox.findTurn(message)) === undefined;
      if (isExcess) return count;
      return mailbox.deliver(message);
    },
  };
}

/**
 * If counting fails, the message passes: a second refusal does no harm. Never
 * throws.
 */
async function findExcessOfStranger(
  message: IncomingMessage,
  limiter: Limiter,
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
  for (const key of keys) {
    const taking = await limiter.take([
      { key: `stranger/${key}`, ...STRANGERS_RATE },
    ]);
    if (taking.kind !== "exceeded") continue;
    const { limit } = taking.limit;
    return { kind: "limited", limit, waitMs: taking.resetMs, isFirst: false };
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
  if (channel.capabilities.canRefuse || attempt > 1) return undefined;
  const count = await countMessage(turn.message, bot.budget);
  return count?.kind === "limited" ? count : undefined;
}

/**
 * Skipped if there is no limit. If counting fails, the message passes: no
 * message may be lost for that, and tokens are limited separately. Never
 * throws.
 */
async function countMessage(
  message: IncomingMessage,
  budget: Budget | undefined,
): Promise<MessageCount | undefined> {
  if (budget === undefined || budget.limits.messagesPerMinute === 0)
    return undefined;
  try {
    return await budget.countMessage(await personOf(message), {
      isPress: message.pressedBelow !== undefined,
    });
  } catch (error) {
    logError("message not counted", { error });
    return undefined;
  }
}
