import { convert } from "html-to-text";
import { Parser } from "htmlparser2";
import { createPageFormats, type PageParts } from "./page-formats.ts";

export interface PageText {
  /** One line; empty if the page has none. */
  readonly title: string;
  readonly text: string;
  /** The page is longer than what was read. */
  readonly isCut: boolean;
}

/**
 * No readable page exceeds these. The time to build the page's tree grows with
 * their product, and laying it out recurses once per level.
 */
const MAX_DEPTH = 256;
const MAX_NODES = 50_000;

/** A region with less text, in UTF-16 units, is not the page's content. */
const MIN_LENGTH = 200;

/**
 * Extracts a page's title and text: the text of `main`, else of its articles,
 * else of the whole page, without what is not content.
 */
export function parseHtml(html: string): PageText {
  const end = findEnd(html);
  const parts: PageParts = { title: "", main: [], article: [] };
  const whole = convert(html.slice(0, end), createPageFormats(parts));
  const region = [parts.main, parts.article]
    .map((texts) => texts.join("\n\n"))
    .find(({ length }) => length >= MIN_LENGTH);
  return {
    title: parts.title.replaceAll(/\s+/g, " ").trim(),
    text: (region ?? whole).replaceAll(/\n(?: *\n){2,}/g, "\n\n").trim(),
    isCut: end < html.length,
  };
}

/**
 * Finds the end of what is read: the page's, or where it is nested too deeply
 * or has too many nodes. The parser only reports tags, so it stops there.
 */
function findEnd(html: string): number {
  let end = html.length;
  let nodes = 0;
  let depth = 0;
  const count = (): void => {
    nodes++;
    if (nodes <= MAX_NODES && depth <= MAX_DEPTH) return;
    end = parser.startIndex;
    parser.pause();
  };
  // The parser that `convert` uses, in the same version.
  const parser = new Parser({
    onopentag() {
      depth++;
      count();
    },
    onclosetag: () => void depth--,
    oncomment: count,
    onprocessinginstruction: count,
  });
  parser.write(html);
  return end;
}
