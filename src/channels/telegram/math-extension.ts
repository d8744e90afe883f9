import type { MarkedOptions, Tokens } from "marked";

/** How far a formula may reach, in UTF-16 units. */
const MAX_FORMULA = 2000;

/** `\(…\)`, `\[…\]`, `$$…$$`, and `$…$` as Pandoc reads it, which leaves prices alone. Formulas hold no blank lines. */
const FORMULA =
  /^(?:\\\((?:(?!\n\n)[^])+?\\\)|\\\[(?:(?!\n\n)[^])+?\\\]|\$\$(?:(?!\n\n)[^$])+\$\$|\$(?![\s$])(?:\\.|[^$\\\n])*(?<!\s)\$(?!\d))/;
const FORMULA_BLOCK = /^ {0,3}(?:\\\[[^]+?\\\]|\$\$[^$]+\$\$)[ \t]*(?:\n+|$)/;

/** Tells the parser to take formulas as they are: what looks like Markdown in them is none. */
export const mathExtension = {
  renderers: {},
  childTokens: {},
  inline: [readFormula],
  startInline: [
    (source: string) => {
      const start = source.slice(0, MAX_FORMULA).search(/\$|\\[([]/);
      return start === -1 ? MAX_FORMULA : start;
    },
  ],
  block: [readFormulaBlock],
  startBlock: [
    (source: string) => {
      const [paragraph = ""] = source.slice(0, MAX_FORMULA).split("\n\n", 1);
      const start = paragraph.search(/\n {0,3}(?:\$\$|\\\[)/);
      return start === -1 ? undefined : start + 1;
    },
  ],
} satisfies MarkedOptions["extensions"];

function readFormula(source: string): Tokens.Escape | undefined {
  const raw = FORMULA.exec(source.slice(0, MAX_FORMULA))?.[0];
  return raw === undefined ? undefined : { type: "escape", raw, text: raw };
}

function readFormulaBlock(source: string): Tokens.Escape | undefined {
  const raw = FORMULA_BLOCK.exec(source.slice(0, MAX_FORMULA))?.[0];
  // No paragraph: the parser would join it with the next one.
  return raw === undefined
    ? undefined
    : { type: "escape", raw, text: raw.trim() };
}
