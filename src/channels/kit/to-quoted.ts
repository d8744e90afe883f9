import { shorten } from "../../text/text.ts";
import type {
  Attachment,
  QuotedAuthor,
  QuotedMessage,
} from "../../types/message.ts";
import { toNames } from "./to-names.ts";

/** See `QuotedMessage`. Forwarded messages may be as long as others. */
const MAX_QUOTE_LENGTH = 2_000;

/**
 * Makes a forwarded message without undefined fields. One with nothing in it
 * stands for something that cannot be read.
 */
export function toForwarded({
  text,
  author,
  attachments = [],
}: {
  text: string;
  author?: "bot" | NamedAuthor | undefined;
  attachments?: readonly Attachment[];
}): QuotedMessage {
  const isEmpty = text.trim() === "" && attachments.length === 0;
  const all: readonly Attachment[] = isEmpty
    ? [{ kind: "other" }]
    : attachments;
  const named = author === "bot" ? author : author && toAuthor(author);
  return {
    text,
    ...(named !== undefined && { author: named }),
    ...(all.length > 0 && { attachments: all }),
  };
}

/** The same for a message that another one replies to. */
export function toQuoted(
  given: Parameters<typeof toForwarded>[0],
): QuotedMessage {
  const text = shorten(given.text.toWellFormed(), MAX_QUOTE_LENGTH);
  return toForwarded({ ...given, text });
}

interface NamedAuthor {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly username?: string | undefined;
}

/** `undefined` if nothing is known of the author. */
function toAuthor({
  id = "",
  name,
  username,
}: NamedAuthor): QuotedAuthor | undefined {
  const author = { ...(id !== "" && { id }), ...toNames({ name, username }) };
  return Object.keys(author).length === 0 ? undefined : author;
}
