import type { Archive } from "../archive.ts";
import type { Budget, MessageExcess } from "../budget.ts";
import { describeFailure } from "../describe-failure.ts";
import { sha256, toHex } from "../hash.ts";
import type { IncomingMessage } from "../message.ts";
import type { Mailbox } from "../ports.ts";
import type { RateLimiter } from "../rate-limiter.ts";
import { type AccessRules, isAllowed } from "./access.ts";
import { isForStrangers } from "./commands.ts";
import { findExcessAtDoor } from "./find-excess.ts";
import { personOf } from "./person-of.ts";

/** What strangers may be told: one refusal, and who they are. */
const STRANGERS_RATE = { limit: 1, windowMs: 60_000 };

/**
 * The same mailbox, which takes no more messages of a person in a minute than the budget allows, where senders hear of it at
 * once and can send again; and of strangers only those that are answered: one a minute of each person, and in each group. All others of theirs are
 * dropped before anything is stored or read for them. A message that it has already is always known again.
 * @param limiter keys of strangers begin with `stranger/` and a hash of the person or group
 */
export function limitMessages({
  mailbox,
  access,
  budget,
  limiter,
}: {
  mailbox: Mailbox & Pick<Archive, "findTurn">;
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
      const excess = await findExcessAtDoor({ budget, message });
      const isNew =
        excess !== undefined && (await mailbox.findTurn(message)) === undefined;
      return isNew ? excess : mailbox.deliver(message);
    },
  };
}

/** Where nothing can be counted the message passes: whoever is refused twice is not harmed. Never throws. */
async function findExcessOfStranger(
  message: IncomingMessage,
  limiter: RateLimiter,
): Promise<MessageExcess | undefined> {
  const keys = isForStrangers(message)
    ? [`${await personOf(message)}/whoami`]
    : [
        `${await personOf(message)}/refusals`,
        ...(message.isGroup ? [`${await groupOf(message)}/refusals`] : []),
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
    const event = "stranger's message not counted";
    console.error(JSON.stringify({ event, ...describeFailure(error) }));
  }
  return undefined;
}

async function groupOf({ channel, replyTo }: IncomingMessage): Promise<string> {
  const hash = await sha256(
    JSON.stringify([channel, "group", replyTo["chat"]]),
  );
  return toHex(hash.subarray(0, 16));
}
