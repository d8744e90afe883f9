import type { TokenizerExtension } from "marked";

/** An inline or block formula in TeX. */
export interface FormulaToken {
  readonly type: "formula";
  readonly raw: string;
  /** Without its delimiters. */
  readonly text: string;
  readonly isDisplay: boolean;
}

/** Bounds the search for a closing delimiter, which may be missing. */
const MAX_LENGTH = 5_000;

/**
 * Like most Markdown dialects with `$`: no space just inside, no letter or
 * digit just outside, so that `$5 and $6` are amounts of money.
 */
const DOLLARS =
  /^\$(?![\s$])((?:\\[^\n]|[^\\$\n])+)(?<![\s\\])\$(?![\dA-Za-z$])/;
const OPENING = /(?<![\dA-Za-z\\$])\$|\\[([]/g;
const BLOCK_OPENING = /\n(?= {0,3}(?:\$\$|\\\[))/g;
const BLANK_LINE = /\n[ \t]*\n/;

/** `$$…$$` and `\[…\]` on their own lines. */
export const formulaBlock: TokenizerExtension = {
  name: "formula",
  level: "block",
  start(source) {
    // Only the current paragraph matters, which the formula ends.
    const paragraph = source.slice(
      0,
      source.search(BLANK_LINE) + 1 || undefined,
    );
    for (const { index } of paragraph.matchAll(BLOCK_OPENING))
      if (readBlock(source.slice(index + 1)) !== undefined) return index + 1;
    return undefined;
  },
  tokenizer: readBlock,
};

/** Inline `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. */
export const formulaInline: TokenizerExtension = {
  name: "formula",
  level: "inline",
  start: (source) => source.matchAll(OPENING).next().value?.index,
  tokenizer: readInline,
};

/**
 * Masks formulas, whose asterisks and underscores are not emphasis. Keeps the
 * length.
 */
export function maskFormulas(source: string): string {
  let masked = "";
  for (const { index } of source.matchAll(OPENING)) {
    if (index < masked.length) continue;
    const { raw = "" } = readInline(source.slice(index)) ?? {};
    masked += source.slice(masked.length, index) + "a".repeat(raw.length);
  }
  return masked + source.slice(masked.length);
}

function readBlock(source: string): FormulaToken | undefined {
  const [indent = ""] = /^ {0,3}/.exec(source) ?? [];
  const body = source.slice(indent.length);
  const text = readBetween(body, "$$", "$$") ?? readBetween(body, "\\[", "\\]");
  if (text === undefined || text.trim() === "") return undefined;
  const end = indent.length + text.length + 4;
  const [rest] = /^[ \t]*(?:\n|$)/.exec(source.slice(end)) ?? [];
  return rest === undefined
    ? undefined
    : {
        type: "formula",
        raw: source.slice(0, end) + rest,
        text: text.trim(),
        isDisplay: true,
      };
}

function readInline(source: string): FormulaToken | undefined {
  const doubled = readBetween(source, "$$", "$$");
  const square = readBetween(source, "\\[", "\\]");
  const round = readBetween(source, "\\(", "\\)");
  const [, single] = DOLLARS.exec(source) ?? [];
  const text = doubled ?? square ?? round ?? single ?? "";
  // `\[1\]` is also Markdown's escape for a literal bracket.
  const isEscape = square !== undefined && !/[=^_\\{}<>+*/-]/.test(text);
  if (text.trim() === "" || isEscape || isProse(text)) return undefined;
  return {
    type: "formula",
    raw: source.slice(0, text.length + (single === undefined ? 4 : 2)),
    text: text.trim(),
    isDisplay: single === undefined && round === undefined,
  };
}

/**
 * The text between two delimiters, if `source` starts with the first. A formula
 * contains no blank line.
 */
function readBetween(
  source: string,
  open: string,
  close: string,
): string | undefined {
  if (!source.startsWith(open)) return undefined;
  const beginning = source.slice(open.length, MAX_LENGTH);
  const end = beginning.indexOf(close);
  const text = beginning.slice(0, end);
  return end < 0 || BLANK_LINE.test(text) ? undefined : text;
}

const WORD = String.raw`(?<![\p{L}\p{N}])\p{L}{2,}(?![\p{L}\p{N}])`;
const WORDS = new RegExp(String.raw`${WORD}[\s,.;:!?]+${WORD}`, "u");
const SUM_AND_WORD = new RegExp(String.raw`^\d[\d.,]*\s[^]*${WORD}`, "u");

/**
 * Two adjacent words, or an amount and a word, are ordinary text between
 * unrelated delimiters.
 */
function isProse(text: string): boolean {
  const bare = text.replaceAll(/\\[A-Za-z]+\s*(?:\{[^{}]*\})?/g, " ");
  return WORDS.test(bare) || SUM_AND_WORD.test(bare);
}
