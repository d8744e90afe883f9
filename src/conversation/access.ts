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
