import MarkdownIt, { type MarkdownIt as Parser } from "markdown-it";
import math from "markdown-it-math/no-default-renderer";

/** Formulas end within this length, in UTF-16 units. */
const MAX_LENGTH = 10_000;
const PAIRS: readonly (readonly [string, string])[] = [
  ["$$", "$$"],
  ["\\[", "\\]"],
  ["\\(", "\\)"],
  ["$", "$"],
];

/**
 * Adds formulas to a parser: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. The package
 * knows the delimiters; this keeps sums of money and prose from being formulas,
 * and bounds its search for the end.
 */
export function addFormulas(parser: Parser): void {
  const inDollars = rulesOf({ inlineDelimiters: ["$"] });
  const inBrackets = rulesOf({
    inlineDelimiters: ["$$", ["\\(", "\\)"], ["\\[", "\\]"]],
    inlineAllowWhiteSpacePadding: true,
    blockDelimiters: ["$$", ["\\[", "\\]"]],
  });
  parser.inline.ruler.before("escape", "formula", (state, silent) => {
    const open = formulaAt(state.src, state.pos);
    if (open === undefined) return false;
    return (open === "$" ? inDollars : inBrackets).inline(state, silent);
  });
  parser.block.ruler.after(
    "blockquote",
    "formula",
    (state, start, end, silent) => {
      const at = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
      const open = formulaAt(state.src, at);
      if (open !== "$$" && open !== "\\[") return false;
      // Text after the closing delimiter makes it part of a paragraph.
      const close = state.src.indexOf(closeOf(open), at + open.length);
      if (!/^[ \t]*(?:\n|$)/.test(state.src.slice(close + 2, close + 80)))
        return false;
      return inBrackets.block(state, start, end, silent);
    },
    { alt: ["paragraph", "reference", "blockquote", "list"] },
  );
}

/** The rules that the package registers. */
function rulesOf(options: Parameters<typeof math>[1]) {
  const { inline, block } = new MarkdownIt().use(math, options);
  inline.ruler.enableOnly("math_inline");
  block.ruler.enableOnly("math_block");
  const [inlineRule = () => false] = inline.ruler.getRules("");
  const [blockRule = () => false] = block.ruler.getRules("");
  return { inline: inlineRule, block: blockRule };
}

function closeOf(open: string): string {
  return PAIRS.find(([start]) => start === open)?.[1] ?? open;
}

const BLANK_LINE = /\n[ \t]*\n/;

/** The opening delimiter, if a formula starts here. */
function formulaAt(source: string, at: number): string | undefined {
  const pair = PAIRS.find(([open]) => source.startsWith(open, at));
  if (pair === undefined) return undefined;
  const [open, close] = pair;
  if (/[\dA-Za-z\\$]/.test(source.charAt(at - 1)) && open === "$")
    return undefined;
  const start = at + open.length;
  const end = findNext(source, close, start);
  if (end < 0 || end - start > MAX_LENGTH) return undefined;
  const tex = source.slice(start, end);
  if (tex.trim() === "" || BLANK_LINE.test(tex)) return undefined;
  if (open === "$" && (tex.includes("\n") || tex.endsWith("\\")))
    return undefined;
  if (open === "$" && /[\dA-Za-z$]/.test(source.charAt(end + 1)))
    return undefined;
  // `\[1\]` is also Markdown's escape for a literal bracket.
  if (open === "\\[" && !/[\n=^_\\{}<>+*/-]/.test(tex)) return undefined;
  return isProse(tex) ? undefined : open;
}

/** The last search for each delimiter: the next one often has its result. */
const searches = new Map<
  string,
  { source: string; from: number; at: number }
>();

/** Like `indexOf`, and linear if called for one position after the other. */
function findNext(source: string, close: string, from: number): number {
  const last = searches.get(close);
  if (last?.source === source && from >= last.from)
    if (last.at < 0 || from <= last.at) return last.at;
  const at = source.indexOf(close, from);
  searches.set(close, { source, from, at });
  return at;
}

const WORD = String.raw`(?<![\p{L}\p{N}])\p{L}{2,}(?![\p{L}\p{N}])`;
const WORDS = new RegExp(String.raw`${WORD}[\s,.;:!?]+${WORD}`, "u");
const SUM_AND_WORD = new RegExp(String.raw`^\d[\d.,]*\s[^]*${WORD}`, "u");

/**
 * Two adjacent words, or an amount and a word, are ordinary text between
 * unrelated delimiters.
 */
function isProse(tex: string): boolean {
  const bare = tex.replaceAll(/\\[A-Za-z]+\s*(?:\{[^{}]*\})?/g, " ");
  return WORDS.test(bare) || SUM_AND_WORD.test(bare);
}
