import type { ReplyPart } from "../../channel.ts";
import type { SourceList } from "../../turn.ts";
import { appendSources } from "./append-sources.ts";
import { markdownToStyledText } from "./markdown-to-styled-text.ts";
import { splitStyledText } from "./split-styled-text.ts";
import { styledTextToHtml } from "./styled-text-to-html.ts";
import { plainText, styled } from "./styled-text.ts";

/** UTF-16 units in one message, counted without its tags (https://core.telegram.org/bots/api#sendmessage). */
export const MAX_MESSAGE_LENGTH = 4096;

/** Markdown → Telegram messages, with the sources at their end. None where there is nothing to see in the text. */
export function splitMarkdown(
  markdown: string,
  sources?: SourceList,
): readonly ReplyPart[] {
  // Half a surrogate pair cannot be sent: Telegram takes only valid Unicode.
  const source = markdown.toWellFormed();
  const limit = { maxLength: MAX_MESSAGE_LENGTH };
  const parts = splitStyledText(markdownToStyledText(source), limit);
  // Markdown that shows nothing, such as an empty heading, is better than no reply.
  const shown =
    parts.length > 0 ? parts : splitStyledText(styled(source), limit);
  const messages = shown.map((part) => ({
    formatted: styledTextToHtml(part),
    plain: plainText(part),
  }));
  return sources === undefined
    ? messages
    : appendSources(messages, sources, limit);
}
