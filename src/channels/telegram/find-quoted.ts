import type { QuotedAuthor, QuotedMessage } from "../../message.ts";
import type { BotIdentity } from "./bot-identity.ts";
import { findAttachments } from "./find-attachments.ts";
import { findAuthor, findOriginalAuthor, userToAuthor } from "./find-author.ts";
import type { MessageContent, UpdateMessage } from "./update-message.ts";

const MAX_LENGTH = 2_000;

/**
 * What the message answers to: the words that the person has chosen, or all of it, with what it has beside them.
 * `undefined` where that cannot be shown, such as the notice that opened a topic.
 */
export function findQuoted(
  { reply_to_message, external_reply, quote }: UpdateMessage,
  bot: BotIdentity,
): QuotedMessage | undefined {
  const earlier = reply_to_message ?? external_reply ?? {};
  const { text: written, caption = "", forward_origin, from } = earlier;
  const text = quote?.text ?? written ?? caption;
  const attachments = findAttachments(earlier);
  if (text.trim() === "" && attachments.length === 0) return undefined;
  const origin = forward_origin ?? external_reply?.origin;
  const author =
    origin === undefined
      ? // Another bot's words can be quoted.
        (findAuthor(earlier) ?? (from && userToAuthor(from)))
      : findOriginalAuthor(origin);
  return {
    text:
      text.length > MAX_LENGTH
        ? `${text.slice(0, MAX_LENGTH - 1).toWellFormed()}…`
        : text.toWellFormed(),
    ...nameAuthor(author, bot),
    ...(attachments.length > 0 && { attachments }),
  };
}

/** Whoever wrote the message first, for one that is passed on; `undefined` for one in its sender's own words. */
export function findOrigin(
  { forward_origin: origin }: MessageContent,
  bot: BotIdentity,
): Pick<QuotedMessage, "author"> | undefined {
  return origin && nameAuthor(findOriginalAuthor(origin), bot);
}

function nameAuthor(
  author: (QuotedAuthor & { language?: string }) | undefined,
  { id }: BotIdentity,
): Pick<QuotedMessage, "author"> {
  if (author === undefined) return {};
  const { language: _, ...named } = author;
  return { author: named.id === String(id) ? "bot" : named };
}
