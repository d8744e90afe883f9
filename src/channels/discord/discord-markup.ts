import { createMarkupSplitter, type Markup } from "../markdown/write-markup.ts";

/** Of `content` (https://discord.com/developers/docs/resources/message#create-message). */
export const MAX_MESSAGE_LENGTH = 2_000;

/** Addresses stay as they are: Discord reads them before any mark. */
function escape(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>\\]+)/)
    .map((piece, index) => (index % 2 === 1 ? piece : escapePiece(piece)))
    .join("")
    .replace(/^(\s*)(#{1,3}\s|-#\s|>|[+-]\s)/, "$1\\$2");
}

/**
 * A `<` may begin a mention, an emoji, a time or a command: with nothing visible after it, it begins none. A backslash before it would be
 * read as the end of an address. Within a word, a single `_` is text.
 */
function escapePiece(text: string): string {
  return text
    .replaceAll(/[\\*~`|[\]]/g, "\\$&")
    .replaceAll(/<(?=[@#:/\w])/g, "<\u200B")
    .replaceAll(/(?<![^\W_])_|_(?![^\W_])/g, "\\_");
}

/** What is shown of a text that was written. */
function unescape(text: string): string {
  return text.replaceAll(/\\([^\dA-Za-z\s])/g, "$1");
}

/** Discord's Markdown (https://support.discord.com/hc/en-us/articles/210298617). */
const MARKUP: Markup = {
  escape,
  marks: { bold: "**", italic: "*", strikethrough: "~~" },
  link(text, address) {
    const shown = unescape(text);
    if (shown === address || `${shown}/` === address) return address;
    // Discord hides no address in a text that looks like another.
    const isHidden =
      /^https?:/.test(address) && !/https?:|discord\.gg/i.test(shown);
    const target = address.replaceAll("(", "%28").replaceAll(")", "%29");
    return isHidden ? `[${text}](${target})` : `${text} (${target})`;
  },
  code(text) {
    const rows = text.match(/`+/g) ?? [];
    const longest = Math.max(0, ...rows.map(({ length }) => length));
    const mark = "`".repeat(longest + 1);
    const pad = /^`|`$/.test(text) ? " " : "";
    return `${mark}${pad}${text}${pad}${mark}`;
  },
  // Whatever the fence, three backticks end it: with nothing visible in between they are none.
  pre: (text, language) =>
    `\`\`\`${language}\n${text.replaceAll("``", "`\u200B`")}\n\`\`\``,
  quote: (line) => `> ${line}`,
};

export const splitForDiscord = createMarkupSplitter({
  markup: MARKUP,
  max: MAX_MESSAGE_LENGTH,
});
