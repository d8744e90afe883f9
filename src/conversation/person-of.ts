import type { IncomingMessage } from "../message.ts";

/**
 * Whose budget a message counts against: on Telegram the user, wherever they write; by HTTP the key's `user`, or all who
 * write with that key without one; on the page the browser's session.
 */
export function personOf({
  channel,
  author,
  replyTo,
}: IncomingMessage): string {
  return channel === "webhook"
    ? `${channel}:${replyTo["key"]}:${author.id}`
    : `${channel}:${author.id}`;
}
