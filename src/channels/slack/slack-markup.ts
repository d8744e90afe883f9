import { createMarkupSplitter, type Markup } from "../markdown/write-markup.ts";

/** Of `markdown_text` (https://docs.slack.dev/reference/methods/chat.postMessage). */
export const MAX_MESSAGE_LENGTH = 12_000;

/** Slack reads `<!channel>`, `<@U1>` and `<#C1>` anywhere, code included: with nothing visible in between they ring nobody. */
function disarm(text: string): string {
  return text.replaceAll(/<(?=[@#!])/g, "<\u200B");
}

/** Marks are escaped where they could begin or end a stretch: between blanks, and within words, they are text. */
function escape(text: string): string {
  return disarm(text)
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replaceAll(/(?<![\s\d])\*|\*(?![\s\d])|(?<!\w)_|_(?!\w)|[`~[\]]/g, "\\$&")
    .replace(/^(\s*)(#{1,6}\s|>|[+-]\s)/, "$1\\$2");
}

/** As many backticks as no row of them in the text has, three at least. */
function fence(text: string, least: number): string {
  const rows = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(least, ...rows.map(({ length }) => length + 1)));
}

/** Slack's standard Markdown (https://docs.slack.dev/reference/block-kit/blocks/markdown-block). */
const MARKUP: Markup = {
  escape,
  marks: { bold: "**", italic: "*", strikethrough: "~~" },
  link: (text, address) =>
    `[${text}](${address.replaceAll("(", "%28").replaceAll(")", "%29")})`,
  code: (text) => {
    const mark = fence(text, 1);
    const pad = /^`|`$/.test(text) ? " " : "";
    return `${mark}${pad}${disarm(text)}${pad}${mark}`;
  },
  pre: (text, language) => {
    const mark = fence(text, 3);
    return `${mark}${language}\n${disarm(text)}\n${mark}`;
  },
  quote: (line) => `> ${line}`,
};

export const splitForSlack = createMarkupSplitter({
  markup: MARKUP,
  max: MAX_MESSAGE_LENGTH,
});
