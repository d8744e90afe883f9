import type { ReplyPart } from "../../types/reply.ts";
import type { SourceList } from "../../types/turn.ts";
import { splitMarkdown } from "../markdown/split-markdown.ts";
import { withoutLinks } from "../markdown/styled-text.ts";
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
    restrict: (text) => withoutLinks(text, isRejected),
  });
  return texts.map(toReplyPart);
}

/** Whether a link would make Telegram reject the message. */
function isRejected(link: string): boolean {
  if (link.length > MAX_ADDRESS_LENGTH) return true;
  const isWeb = /^https?:/.test(link) && WEB_HOST.test(new URL(link).host);
  return !isWeb && !MAIL_ADDRESS.test(link);
}

/**
 * Hosts accepted by Telegram's `parse_url`
 * (https://github.com/tdlib/td/blob/master/tdutils/td/utils/HttpUrl.cpp).
 */
const WEB_HOST =
  /^(?!\.(?::|$))(?:[\w.!$,~*'();&+=-]+|\[[\da-f:.]+\])(?::[1-9]\d*)?$/;
/** Accepted, because Telegram parses it as a URL with a username. */
const MAIL_ADDRESS = /^mailto:[^@:/?#]+@[\w.-]+(?:\?|$)/;
