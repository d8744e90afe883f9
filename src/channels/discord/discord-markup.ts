import {
  createStandardMarkup,
  escapeBetweenAddresses,
} from "../markdown/standard-markup.ts";
import { createMarkupSplitter, type Markup } from "../markdown/write-markup.ts";

/**
 * The limit of `content`
 * (https://discord.com/developers/docs/resources/message#create-message).
 */
export const MAX_MESSAGE_LENGTH = 2_000;

function escape(text: string): string {
  return escapeBetweenAddresses(text, escapePiece).replace(
    /^(\s*)(>|(?:#{1,3}|-#|\+|-+)(?:\s|$))/,
    "$1\\$2",
  );
}

/**
 * Escapes markup. A zero-width space after `<` breaks mentions, emojis,
 * timestamps and commands; a backslash would become part of a URL before it.
 * A `_` within a word needs no escape.
 */
function escapePiece(text: string): string {
  return text
    .replaceAll(/[\\*~`|[\]]/g, "\\$&")
    .replaceAll(/<(?=[@#:/\w])/g, "<\u200B")
    .replaceAll(/(?<![^\W_])_|_(?![^\W_])/g, "\\_");
}

function unescape(text: string): string {
  return text.replaceAll(/\\([^\dA-Za-z\s])/g, "$1");
}

/** https://support.discord.com/hc/en-us/articles/210298617 */
const MARKUP: Markup = {
  ...createStandardMarkup({ escape }),
  link(text, address) {
    const shown = unescape(text);
    if (shown === address || `${shown}/` === address) return address;
    // Discord shows no link whose text looks like another URL.
    const canUseLink =
      /^https?:/.test(address) && !/https?:|discord\.gg/i.test(shown);
    const target = address.replaceAll("(", "%28").replaceAll(")", "%29");
    return canUseLink ? `[${text}](${target})` : `${text} (${target})`;
  },
  // Three backticks end any fence: a zero-width space breaks them.
  pre: (text, language) =>
    `\`\`\`${language}\n${text.replaceAll("``", "`\u200B`")}\n\`\`\``,
};

export const splitForDiscord = createMarkupSplitter({
  markup: MARKUP,
  max: MAX_MESSAGE_LENGTH,
});
