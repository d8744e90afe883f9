import type { Markup } from "./write-markup.ts";

/**
 * Standard Markdown.
 * @param escape writes one line so that it is shown verbatim, e.g.
 *   `escapeStandard`
 * @param disarm breaks what the app parses even in code, e.g. mentions
 */
export function createStandardMarkup({
  escape,
  disarm = (text) => text,
}: {
  escape: (text: string) => string;
  disarm?: (text: string) => string;
}): Markup {
  return {
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
}

/**
 * Escapes Markdown, except for marks that cannot start or end a span: between
 * spaces, and within words.
 */
export function escapeStandard(text: string): string {
  return text
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replaceAll(/(?<![\s\d])\*|\*(?![\s\d])|(?<!\w)_|_(?!\w)|[`~[\]]/g, "\\$&")
    .replace(/^(\s*)(#{1,6}\s|>|[+-]\s)/, "$1\\$2");
}

/** At least `least` backticks, and more than any run of them in the text. */
function fence(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(least, ...runs.map(({ length }) => length + 1)));
}
