import type { IncomingMessage } from "../message.ts";

/** Who may use the bot; an empty list lets everybody in. */
export interface AccessRules {
  readonly telegramUsers: readonly string[];
  readonly telegramChats: readonly string[];
}

/**
 * A message passes when its author or its chat is listed, or nothing is. A listed group lets its members in, also under
 * the id that it had before it became a supergroup, which its conversation keeps.
 */
export function isAllowed(
  message: IncomingMessage,
  { telegramUsers, telegramChats }: AccessRules,
): boolean {
  if (message.channel !== "telegram") return true;
  if (telegramUsers.length === 0 && telegramChats.length === 0) return true;
  const [, chat = ""] = message.conversation.split(":");
  return (
    telegramUsers.includes(message.author.id) ||
    telegramChats.includes(chat) ||
    telegramChats.includes(String(message.replyTo["chat"]))
  );
}
