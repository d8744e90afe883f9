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
/** `\sigma`, `\(`, `\frac`: what begins no JSON escape, or none that anyone means. */
const LATEX =
  /(?<!\\)(?:\\\\)*\\(?:[ac-eg-mo-qsv-zA-Z]|[bf][a-z]|u(?![0-9a-fA-F]{4})|[()[\]{}])/;
const COMMANDS =
  "theta|tau|times|tfrac|tilde|tanh|triangle|therefore|nabla|neq|notin|rho|rightarrow|rangle|rceil|rfloor";
/** May also be a control character and a word, so only beside other LaTeX. */
const DOUBTFUL_COMMANDS = "tan|to|top|nu|ne|not|right";
const TEXT_COMMANDS = "text|textbf|textit|textrm";
const LATEX_COMMAND = new RegExp(
  `^(?:(?:${TEXT_COMMANDS})\\{|(?:${COMMANDS})(?![a-z]))`,
);
const DOUBTFUL_COMMAND = new RegExp(`^(?:${DOUBTFUL_COMMANDS})(?![a-z])`);
/** The commands that begin with the letter of an escape which JSON knows: only what follows tells which it is. */
export const AMBIGUOUS_COMMANDS: readonly string[] =
  `${COMMANDS}|${DOUBTFUL_COMMANDS}|${TEXT_COMMANDS}`.split("|");
/** A drive and all up to a blank, with some backslash that is not a line break's. */
const WINDOWS_PATH =
  /(?<![A-Za-z])[A-Za-z]:(?=\\)(?=(?:\\n|[^\\\s"'<>|]){0,260}\\[^n\\"])\\[^\s"'<>|]*/g;

/**
 * What stands between the quotes of a JSON text, decoded. Backslashes that begin no escape are kept as typed, and so are
 * those of LaTeX, patterns and paths that would turn into control characters unnoticed. Markdown's `\_` is `_`.
 */
export function decodeEscapes(raw: string): string {
  if (!raw.includes("\\")) return raw;
  const hasLatex = LATEX.test(raw);
  const isInPath = createPathTest(raw);
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

/** The same for a part of the text in which there is neither LaTeX nor a path to be told from escapes. */
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

/** To be asked for growing offsets. */
function createPathTest(raw: string): (offset: number) => boolean {
  const paths = [...raw.matchAll(WINDOWS_PATH)].map(({ index, 0: path }) => ({
    start: index,
    end: index + path.length,
  }));
  let next = 0;
  return (offset) => {
    while ((paths[next]?.end ?? Infinity) <= offset) next++;
    return offset >= (paths[next]?.start ?? Infinity);
  };
}
