import { sha256, toHex } from "../../runtime/hash.ts";
import type { AccessRules } from "../../types/access.ts";
import type { IncomingMessage } from "../../types/message.ts";

/**
 * A listed group admits its members. It may be listed by its current id or, on
 * Telegram, by the id it had before it became a supergroup, which its
 * conversation keeps.
 */
export function isAllowed(
  message: IncomingMessage,
  rules: AccessRules,
): boolean {
  const access = rules[message.channel];
  if (access === undefined) return false;
  if (access === "everybody") return true;
  const chat = placeOf(message);
  return (
    access.people.includes(message.author.id) ||
    access.chats.includes(chat) ||
    access.chats.includes(String(message.replyTo["chat"]))
  );
}

/**
 * Whose budget a message counts against: on Telegram the user, in all chats; by
 * HTTP the key's `user`, or everybody without one who shares that key; on the
 * web page the browser session. Hashed, since counters outlive a forgotten
 * conversation.
 */
export function personOf(message: IncomingMessage): Promise<string> {
  const { channel, author } = message;
  const caller = channel === "webhook" ? placeOf(message) : "";
  return hashOf([channel, caller, author.id]);
}

/** What follows the channel in a conversation's name: a chat, or the caller. */
function placeOf({ conversation, via = conversation }: IncomingMessage) {
  return via.split(":")[1] ?? "";
}

/** An opaque name made from the parts: 32 hexadecimal digits. */
export async function hashOf(parts: readonly unknown[]): Promise<string> {
  const hash = await sha256(JSON.stringify(parts));
  return toHex(hash.subarray(0, 16));
}
