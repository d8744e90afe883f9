import { sha256, toHex } from "../hash.ts";
import type { AccessRules } from "../channel.ts";
import type { IncomingMessage } from "../message.ts";

/** A listed group lets its members in, also under the id that it had before it became a supergroup, which its conversation keeps. */
export function isAllowed(
  message: IncomingMessage,
  rules: AccessRules,
): boolean {
  const access = rules[message.channel];
  if (access === undefined) return false;
  if (access === "everybody") return true;
  const [, chat = ""] = message.conversation.split(":");
  return (
    access.people.includes(message.author.id) ||
    access.chats.includes(chat) ||
    access.chats.includes(String(message.replyTo["chat"]))
  );
}

/**
 * Whose budget a message counts against: on Telegram the user, in all of their chats; by HTTP the key's `user`, or all who write with
 * that key without one; on the page the browser's session. A hash, since counters outlive a conversation that is forgotten.
 */
export function personOf({
  channel,
  author,
  replyTo,
}: IncomingMessage): Promise<string> {
  const key = channel === "webhook" ? replyTo["key"] : "";
  return hashOf([channel, key, author.id]);
}

/** A name that says nothing of what it is made from. */
export async function hashOf(parts: readonly unknown[]): Promise<string> {
  const hash = await sha256(JSON.stringify(parts));
  return toHex(hash.subarray(0, 16));
}
