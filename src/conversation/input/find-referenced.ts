import { cutText, shorten } from "../../text/text.ts";
import type { Channel } from "../../types/channel.ts";
import {
  MAX_MESSAGE_LENGTH,
  type IncomingMessage,
  type QuotedMessage,
} from "../../types/message.ts";
import type { Memory } from "../memory.ts";

const MAX_QUOTE_LENGTH = 2_000;
/** More would push everything else out of the window. */
const MAX_FORWARDED = 100;

/**
 * Adds what a message refers to by id: the message that it replies to, from the
 * conversation, else as quoted, else from the channel; and forwarded messages,
 * from the channel.
 * `quotedId` stays if nobody knows that message; forwarded messages that cannot
 * be read make the message unread. Throws what the channel throws.
 */
export async function findReferenced(
  message: IncomingMessage,
  {
    memory,
    channel,
    signal,
  }: {
    memory: Pick<Memory, "findQuoted">;
    channel: Pick<Channel, "fetchMessages">;
    signal: AbortSignal;
  },
): Promise<IncomingMessage> {
  const { quotedId, forwardedId, ...rest } = message;
  const fetch = async (id: string) =>
    (await channel.fetchMessages?.(id, { signal })) ?? [];
  if (forwardedId !== undefined) {
    const forwarded = limitForwarded(await fetch(forwardedId));
    return forwarded.length > 0
      ? { ...rest, forwarded }
      : { ...rest, isUnread: true };
  }
  if (quotedId === undefined) return message;
  const quoted =
    (await memory.findQuoted(quotedId)) ??
    message.quoted ??
    quoteAll(await fetch(quotedId));
  return quoted === undefined ? message : { ...rest, quoted };
}

/** At most as many messages and as much text as fit into one message. */
function limitForwarded(
  messages: readonly QuotedMessage[],
): readonly QuotedMessage[] {
  let room = MAX_MESSAGE_LENGTH;
  return messages.slice(0, MAX_FORWARDED).flatMap((one) => {
    if (room <= 0) return [];
    const text = cutText(one.text.toWellFormed(), room);
    room -= one.text.length;
    return [{ ...one, text: room < 0 ? `${text}…` : text }];
  });
}

/** The message, or the forwarded messages that it consists of, as one. */
function quoteAll(
  messages: readonly QuotedMessage[],
): QuotedMessage | undefined {
  const [first, ...others] = messages;
  if (first === undefined) return undefined;
  const attachments = messages.flatMap((one) => one.attachments ?? []);
  const text = messages.map((one) => one.text).join("\n\n");
  return {
    text: shorten(text.toWellFormed(), MAX_QUOTE_LENGTH),
    ...(others.length === 0 && first.author && { author: first.author }),
    ...(attachments.length > 0 && { attachments }),
  };
}
