import type { QuotedMessage } from "../../message.ts";
import type { BotIdentity } from "./bot-identity.ts";
import { findAuthor, userToAuthor } from "./find-author.ts";
import type { UpdateMessage } from "./update-message.ts";

const MAX_LENGTH = 2_000;

/**
 * What the message answers to: the words that the person has chosen, or all of it. `undefined` where it answers nothing
 * that can be read, such as a photo, or the notice that opened a topic.
 */
export function findQuoted(
  { reply_to_message: earlier, quote }: UpdateMessage,
  bot: BotIdentity,
): QuotedMessage | undefined {
  const text = quote?.text ?? earlier?.text ?? earlier?.caption ?? "";
  if (text.trim() === "") return undefined;
  const author = earlier && authorOf(earlier, bot);
  return {
    text:
      text.length > MAX_LENGTH
        ? `${text.slice(0, MAX_LENGTH - 1).toWellFormed()}…`
        : text.toWellFormed(),
    ...(author !== undefined && { author }),
  };
}

function authorOf(
  earlier: NonNullable<UpdateMessage["reply_to_message"]>,
  { id }: BotIdentity,
): QuotedMessage["author"] {
  const { from } = earlier;
  if (from?.id === id) return "bot";
  const author = findAuthor(earlier) ?? (from && userToAuthor(from));
  if (author === undefined) return undefined;
  const { language: _, ...named } = author;
  return named;
}
