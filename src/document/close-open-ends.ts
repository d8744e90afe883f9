import type { Document } from "./document.ts";
import { findOpenEnds, parseDocument, parseTokens } from "./parse-document.ts";

/** @param isOpen the text is still being written */
export function parseAnswer(
  markdown: string,
  { isOpen = false }: { isOpen?: boolean | undefined } = {},
): Document {
  return parseDocument(isOpen ? closeOpenEnds(markdown) : markdown);
}

/**
 * Closes what Markdown that breaks off leaves open: emphasis, code and a link's
 * address. Code blocks are closed only where text may follow, since parsers
 * close them at the end.
 */
export function closeOpenEnds(markdown: string): string {
  if (/\n\s*$/.test(markdown) || !/[*_~`[]/.test(markdown)) return markdown;
  const written = markdown.replace(UNFINISHED_LINK, "$1");
  const last = lastText(written);
  const { code } = findOpenEnds(last);
  const { marks } = findOpenEnds(last + code);
  return code + marks === "" ? written : written.trimEnd() + code + marks;
}

/** Where backticks begin that are text unless an end follows; or the end. */
export function startOfOpenCode(markdown: string): number {
  const { code } = findOpenEnds(lastText(markdown));
  if (code === "") return markdown.length;
  const run = new RegExp(`(?<!\`)${code}(?!\`)`, "g");
  return [...markdown.matchAll(run)].at(-1)?.index ?? 0;
}

/** The text of the paragraph, heading or cell that Markdown ends with. */
function lastText(markdown: string): string {
  const last = parseTokens(markdown).findLast(
    ({ nesting, type, content }) =>
      nesting === 0 && (type !== "inline" || content !== ""),
  );
  return last?.type === "inline" ? last.content : "";
}

/** `[text](https://exam`: its text is shown until the address is known. */
const UNFINISHED_LINK = /!?\[([^[\]\n]*)\]\([^()\n]*$/;

/**
 * Closes an open code block, so that text appended to Markdown does not become
 * code. Lists and quotes end before such text, with all that is in them.
 */
export function closeCode(markdown: string): string {
  const last = parseTokens(markdown).at(-1);
  if (last?.type !== "fence" || last.level > 0 || last.map === null)
    return markdown;
  const lines = markdown.split("\n").slice(last.map[0]);
  const end = new RegExp(
    `^ {0,3}${last.markup[0]}{${last.markup.length},}[ \\t]*$`,
  );
  const isClosed =
    lines.length > 1 && lines.slice(1).some((line) => end.test(line));
  return isClosed ? markdown : `${markdown}\n${last.markup}`;
}
