import type { Markup } from "./write-markup.ts";

/**
 * Code and links of standard Markdown.
 * @param disarm keeps what an app reads even in code, such as a mention, from being read
 */
export function writeStandardCode(
  disarm: (text: string) => string,
): Pick<Markup, "link" | "code" | "pre"> {
  return {
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
  };
}

/** Marks are escaped where they could begin or end a stretch: between blanks, and within words, they are text. */
export function escapeStandard(text: string): string {
  return text
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replaceAll(/(?<![\s\d])\*|\*(?![\s\d])|(?<!\w)_|_(?!\w)|[`~[\]]/g, "\\$&")
    .replace(/^(\s*)(#{1,6}\s|>|[+-]\s)/, "$1\\$2");
}

/** As many backticks as no row of them in the text has, `least` at least. */
function fence(text: string, least: number): string {
  const rows = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(least, ...rows.map(({ length }) => length + 1)));
}
