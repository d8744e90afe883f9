import { createSpanTest } from "./find-code-blocks.ts";

const MEANINGS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "/": "/",
  "\\": "\\",
  n: "\n",
  r: "\r",
  t: "\t",
};
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(\\")|([\s\S]))/g;
/** `\sigma`, `\(`, `\frac`: not JSON escapes, or never meant as such. */
const LATEX =
  /(?<!\\)(?:\\\\)*\\(?:[ac-eg-mo-qsv-zA-Z]|[bf][a-z]|u(?![0-9a-fA-F]{4})|[()[\]{}])/;
const COMMANDS =
  "theta|tau|times|tfrac|tilde|tanh|triangle|therefore|nabla|neq|notin|rho|rightarrow|rangle|rceil|rfloor";
/**
 * May also be an escape followed by a word, so they count only next to other
 * LaTeX.
 */
const DOUBTFUL_COMMANDS = "tan|to|top|nu|ne|not|right";
const TEXT_COMMANDS = "text|textbf|textit|textrm";
const LATEX_COMMAND = new RegExp(
  `^(?:(?:${TEXT_COMMANDS})\\{|(?:${COMMANDS})(?![a-z]))`,
);
const DOUBTFUL_COMMAND = new RegExp(`^(?:${DOUBTFUL_COMMANDS})(?![a-z])`);
/**
 * LaTeX commands whose first letter is also a JSON escape; only the following
 * text distinguishes them.
 */
export const AMBIGUOUS_COMMANDS: readonly string[] =
  `${COMMANDS}|${DOUBTFUL_COMMANDS}|${TEXT_COMMANDS}`.split("|");
/**
 * A drive and the text up to whitespace, with at least one backslash that is
 * not a line break's.
 */
const WINDOWS_PATH =
  /(?<![A-Za-z])[A-Za-z]:(?=\\)(?=(?:\\n|[^\\\s"'<>|]){0,260}\\[^n\\"])\\[^\s"'<>|]*/g;

/**
 * Decodes the content of a JSON string. Keeps backslashes of LaTeX, patterns
 * and paths, and those that start no escape. Markdown's `\_` becomes `_`.
 */
export function decodeEscapes(raw: string): string {
  if (!raw.includes("\\")) return raw;
  const hasLatex = LATEX.test(raw);
  const paths = Array.from(
    raw.matchAll(WINDOWS_PATH),
    ({ index: start, 0: path }) => ({ start, end: start + path.length }),
  );
  const isInPath = createSpanTest(paths);
  const decode = (
    typed: string,
    code: string | undefined,
    escapedTwice: string | undefined,
    character: string,
    offset: number,
  ): string => {
    const plain = decodePlain(typed, code, escapedTwice, character);
    if (code !== undefined || escapedTwice !== undefined) return plain;
    if (isInPath(offset) && /\w/.test(character)) return typed;
    if (character === "_") return hasLatex ? typed : "_";
    if (/[ntr]/.test(character)) {
      const word = raw.slice(offset + 1, offset + 16);
      if (LATEX_COMMAND.test(word)) return typed;
      if (hasLatex && DOUBTFUL_COMMAND.test(word)) return typed;
    }
    return plain;
  };
  return raw.replace(ESCAPE, decode);
}

/** Decodes text in which no escape can be LaTeX or part of a path. */
export function decodePlainEscapes(raw: string): string {
  return raw.replace(ESCAPE, decodePlain);
}

function decodePlain(
  typed: string,
  code: string | undefined,
  escapedTwice: string | undefined,
  character: string,
): string {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return escapedTwice === undefined ? (MEANINGS[character] ?? typed) : '"';
}
