import { shorten } from "../../text/text.ts";
import type {
  Attachment,
  QuotedAuthor,
  QuotedMessage,
} from "../../types/message.ts";
import { cutName } from "./to-attachment.ts";

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
  author?: "bot" | { id?: string | undefined; name?: string | undefined };
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

/** `undefined` if nothing is known of the author. */
function toAuthor({
  id = "",
  name = "",
}: {
  id?: string | undefined;
  name?: string | undefined;
}): QuotedAuthor | undefined {
  if (id === "" && name === "") return undefined;
  return {
    ...(id !== "" && { id }),
    ...(name !== "" && { name: cutName(name) }),
  };
}
