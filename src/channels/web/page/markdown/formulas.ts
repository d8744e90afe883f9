import type { TokenizerExtension } from "marked";

/** TeX, in a line or as a block of its own. */
export interface FormulaToken {
  readonly type: "formula";
  readonly raw: string;
  /** Without the marks around it. */
  readonly text: string;
  readonly isDisplay: boolean;
}

/** Nobody writes longer ones: a mark that is never closed must not cost a look at all that follows it. */
const MAX_LENGTH = 5_000;

/** As most programs that know `$`: no blank inside next to it, no letter or digit outside next to it, so that `$5 and $6` are sums of money. */
const DOLLARS =
  /^\$(?![\s$])((?:\\[^\n]|[^\\$\n])+)(?<![\s\\])\$(?![\dA-Za-z$])/;
const OPENING = /(?<![\dA-Za-z\\$])\$|\\[([]/g;
const BLOCK_OPENING = /\n(?= {0,3}(?:\$\$|\\\[))/g;
const BLANK_LINE = /\n[ \t]*\n/;

/** `$$…$$` and `\[…\]` that fill lines of their own. */
export const formulaBlock: TokenizerExtension = {
  name: "formula",
  level: "block",
  start(source) {
    // It ends the paragraph before it; those after that are of no interest yet.
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

/** `$…$`, `$$…$$`, `\(…\)` and `\[…\]` in a line. */
export const formulaInline: TokenizerExtension = {
  name: "formula",
  level: "inline",
  start: (source) => source.matchAll(OPENING).next().value?.index,
  tokenizer: readInline,
};

/** For the search for emphasis: asterisks and underscores of formulas are none. Keeps the length. */
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
  // `\[1\]` is how Markdown writes a bracket that is none of its own.
  const isEscape = square !== undefined && !/[=^_\\{}<>+*/-]/.test(text);
  if (text.trim() === "" || isEscape || isProse(text)) return undefined;
  return {
    type: "formula",
    raw: source.slice(0, text.length + (single === undefined ? 4 : 2)),
    text: text.trim(),
    isDisplay: single === undefined && round === undefined,
  };
}

/** What is between two marks, the first of which the source begins with. A blank line ends what was no formula. */
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

/** Words next to words, or after a sum of money: between the marks there is text that has nothing to do with them. */
function isProse(text: string): boolean {
  const bare = text.replaceAll(/\\[A-Za-z]+\s*(?:\{[^{}]*\})?/g, " ");
  return WORDS.test(bare) || SUM_AND_WORD.test(bare);
}
