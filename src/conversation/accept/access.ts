import { hashOf } from "../../runtime/hash.ts";
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

/**
 * Whose sign-ins at tool servers a message uses: nobody's in a group; those of
 * the conversation if an API caller names no user, since all its users would
 * share them.
 */
export async function signerOf(
  message: IncomingMessage,
): Promise<string | undefined> {
  const { channel, author, conversation, isGroup } = message;
  if (isGroup) return undefined;
  const isNameless = channel === "webhook" && author.id === placeOf(message);
  return isNameless ? hashOf([channel, conversation]) : personOf(message);
}

/** What follows the channel in a conversation's name: a chat, or the caller. */
function placeOf({ conversation, via = conversation }: IncomingMessage) {
  return via.split(":")[1] ?? "";
}
