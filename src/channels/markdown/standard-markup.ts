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
 * Escapes Markdown, except for marks that cannot start or end a span: `*`
 * between spaces, `_` within words, and both within addresses.
 */
export function escapeStandard(text: string): string {
  return escapeBetweenAddresses(text, escapePiece, UNMARKED).replace(
    /^(\s*)(>|(?:#{1,6}|\+|-+)(?:\s|$))/,
    "$1\\$2",
  );
}

function escapePiece(text: string): string {
  return text
    .replaceAll(/\\(?=[!-/:-@[-`{-~]|$)/g, "\\\\")
    .replaceAll(/(?<!\s)\*|\*(?!\s)|(?<!\w)_|_(?!\w)|[`~[\]]/g, "\\$&");
}

/** As far as an address has no marks but underscores and single tildes. */
const UNMARKED = /(https?:\/\/(?:(?!~~)[^\s<>\\[\]`*])+)/;
/** For apps that find addresses before any markup. */
const WHOLE = /(https?:\/\/[^\s<>\\]+)/;

/** A mark that escapes would become a part of an address. */
export function escapeBetweenAddresses(
  text: string,
  escape: (text: string) => string,
  addresses = WHOLE,
): string {
  return text
    .split(addresses)
    .map((piece, index) => (index % 2 === 1 ? piece : escape(piece)))
    .join("");
}

/** At least `least` backticks, and more than any run of them in the text. */
function fence(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(Math.max(least, ...runs.map(({ length }) => length + 1)));
}
