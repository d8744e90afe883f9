import type { ReplyPart } from "../../reply.ts";
import type { SourceList } from "../../turn.ts";
import { splitMarkdown } from "../markdown/split-markdown.ts";
import type { Run, StyledText } from "../markdown/styled-text.ts";
import {
  fittingLength,
  MAX_ADDRESS_LENGTH,
  MAX_MESSAGE_LENGTH,
  toReplyPart,
} from "./entities.ts";

/** Markdown → Telegram messages: text with entities, with the sources at its end. None where there is nothing to see in the text. */
export async function toTelegramParts(
  markdown: string,
  sources?: SourceList,
): Promise<readonly ReplyPart[]> {
  const limit = { maxLength: MAX_MESSAGE_LENGTH, fittingLength };
  const texts = await splitMarkdown(markdown, { sources, limit, restrict });
  return texts.map(toReplyPart);
}

/** Takes links away whose address Telegram would refuse, and with it the message. */
function restrict(text: StyledText): StyledText {
  return text.map((run): Run => {
    const { link, ...style } = run.style;
    return link === undefined || isTaken(link) ? run : { ...run, style };
  });
}

function isTaken(link: string): boolean {
  if (link.length > MAX_ADDRESS_LENGTH) return false;
  return (
    MAIL_ADDRESS.test(link) ||
    (/^https?:/.test(link) && WEB_HOST.test(new URL(link).host))
  );
}

/** The hosts that Telegram's `parse_url` takes (https://github.com/tdlib/td/blob/master/tdutils/td/utils/HttpUrl.cpp). */
const WEB_HOST =
  /^(?!\.(?::|$))(?:[\w.!$,~*'();&+=-]+|\[[\da-f:.]+\])(?::[1-9]\d*)?$/;
/** It takes one for a web address with a user name. */
const MAIL_ADDRESS = /^mailto:[^@:/?#]+@[\w.-]+(?:\?|$)/;
