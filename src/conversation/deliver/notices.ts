import { logError } from "../../runtime/log.ts";
import type { Channel } from "../../types/channel.ts";
import type { FoundEvent } from "../../types/event.ts";
import type { IncomingMessage, ReplyAddress } from "../../types/message.ts";
import { MAX_OPEN_TURNS } from "../accept/accept-message.ts";
import { writePersonWanted } from "../texts/notifications.ts";
import { textsFor } from "../texts/texts.ts";
import { partKey } from "./part-key.ts";

/**
 * Tells the author of a rejected message that the queue is full, unless the
 * sender gets an error response. Tries once; never throws.
 */
export async function notifyFull({
  message,
  channel,
  signal,
}: {
  message: IncomingMessage;
  channel: Pick<Channel, "capabilities" | "split" | "send">;
  signal: AbortSignal;
}): Promise<void> {
  if (channel.capabilities.canRefuse) return;
  const { conversation, id, replyTo: to } = message;
  try {
    await sendNotice(
      textsFor(message).tooManyWaiting({ limit: MAX_OPEN_TURNS }),
      {
        conversation,
        id,
        channel,
        to,
        signal,
      },
    );
  } catch (error) {
    logError("sender not told about full queue", { error });
  }
}

/**
 * Tells the team in a chat of theirs that a person is wanted, in the language
 * of the user. Throws only `DeliveryError`; repeats what was sent before that
 * unless the platform knows keys.
 */
export async function notifyOperators(
  { event, turn }: FoundEvent,
  { consoleUrl, ...notice }: Notice & { consoleUrl: string | undefined },
): Promise<void> {
  if (event.type !== "conversation.needs_human" || turn === undefined) return;
  const { author } = turn.message;
  const { conversation } = notice;
  const text = writePersonWanted(
    {
      conversation,
      name: author.name ?? author.username,
      reason: event.reason,
      link:
        consoleUrl &&
        `${consoleUrl}#/conversations/${encodeURIComponent(conversation)}`,
    },
    textsFor(turn.message).reminders.language,
  );
  await sendNotice(text, notice);
}

/** Where a text goes that is no turn's reply. */
interface Notice {
  readonly conversation: string;
  /** Of the message or the event that it is about; unique with its text. */
  readonly id: string;
  readonly channel: Pick<Channel, "split" | "send">;
  readonly to: ReplyAddress;
  readonly signal: AbortSignal;
}

async function sendNotice(
  text: string,
  { conversation, id: turn, channel, to, signal }: Notice,
): Promise<void> {
  const parts = await channel.split(text);
  for (const [index, part] of parts.entries()) {
    const key = partKey({
      conversation,
      turn,
      index,
      kind: "notice",
      text: part.text,
    });
    await channel.send(part, to, { key, index, signal });
  }
}
