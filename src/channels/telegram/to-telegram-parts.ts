import type { ReplyPart } from "../../types/reply.ts";
import type { SourceList } from "../../types/turn.ts";
import { splitMarkdown } from "../markdown/split-markdown.ts";
import type { Run, StyledText } from "../markdown/styled-text.ts";
import {
  fittingLength,
  MAX_ADDRESS_LENGTH,
  MAX_MESSAGE_LENGTH,
  toReplyPart,
} from "./entities.ts";

/**
 * Converts Markdown to Telegram messages: text with entities, the sources at
 * the end. Empty if the text shows nothing.
 */
export async function toTelegramParts(
  markdown: string,
  {
    sources,
    isOpen,
  }: { sources?: SourceList | undefined; isOpen?: boolean | undefined } = {},
): Promise<readonly ReplyPart[]> {
  const limit = { maxLength: MAX_MESSAGE_LENGTH, fittingLength };
  const texts = await splitMarkdown(markdown, {
    sources,
    isOpen,
    limit,
    restrict,
  });
  return texts.map(toReplyPart);
}

/** Removes links that would make Telegram reject the message. */
function restrict(text: StyledText): StyledText {
  return text.map((run): Run => {
    const { link, ...style } = run.style;
    return link === undefined || isAccepted(link) ? run : { ...run, style };
  });
}

function isAccepted(link: string): boolean {
  if (link.length > MAX_ADDRESS_LENGTH) return false;
  return (
    MAIL_ADDRESS.test(link) ||
    (/^https?:/.test(link) && WEB_HOST.test(new URL(link).host))
  );
}

/**
 * Hosts accepted by Telegram's `parse_url`
 * (https://github.com/tdlib/td/blob/master/tdutils/td/utils/HttpUrl.cpp).
 */
const WEB_HOST =
  /^(?!\.(?::|$))(?:[\w.!$,~*'();&+=-]+|\[[\da-f:.]+\])(?::[1-9]\d*)?$/;
/** Accepted, because Telegram parses it as a URL with a username. */
const MAIL_ADDRESS = /^mailto:[^@:/?#]+@[\w.-]+(?:\?|$)/;
