import type { ChannelName, IncomingMessage } from "../../types/message.ts";

/** A conversation, and the address of replies in it. */
type Place = Pick<
  IncomingMessage,
  "conversation" | "channel" | "isGroup" | "replyTo"
>;

/**
 * The place of a message. Each chat is one conversation, and so is each thread.
 * @param address all that a reply needs; undefined fields are left out
 */
export function placeOf(
  channel: ChannelName,
  address: Readonly<Record<string, string | number | undefined>> & {
    readonly chat: string | number;
    readonly thread?: string | number | undefined;
  },
  { isGroup = false }: { isGroup?: boolean } = {},
): Place {
  const fields = Object.entries(address).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    conversation: conversationOf(channel, address.chat, address.thread),
    channel,
    ...(isGroup && { isGroup }),
    replyTo: Object.fromEntries(fields),
  };
}

export function conversationOf(
  channel: ChannelName,
  chat: string | number,
  thread?: string | number,
): string {
  return `${channel}:${chat}${thread === undefined ? "" : `:${thread}`}`;
}
