import type { IncomingMessage } from "../../message.ts";
import { escapeMarkdown } from "../../text.ts";
import { type AccessRules, isAllowed } from "../access.ts";
import type { Texts } from "../texts.ts";

/** Who the author of a message is to the bot; also for those who may not use it. */
export function tellIdentity(
  message: IncomingMessage,
  { access, texts }: { access: AccessRules; texts: Texts },
): string {
  const { author, replyTo, isGroup = false } = message;
  const names = [
    ...(author.name === undefined ? [] : [author.name]),
    ...(author.username === undefined ? [] : [`(@${author.username})`]),
  ];
  return texts.whoami({
    name: escapeMarkdown(names.join(" ").replace(/\s+/g, " ").trim()),
    id: author.id,
    chat: String(replyTo["chat"]),
    isGroup,
    language: author.language && escapeMarkdown(author.language),
    isAllowed: isAllowed(message, access),
  });
}
