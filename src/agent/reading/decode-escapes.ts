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
const LATEX_COMMAND =
  /^(?:text(?:bf|it|rm)?\{|(?:theta|tau|times|tfrac|tilde|tanh|triangle|therefore|nabla|neq|notin|rho|rightarrow|rangle|rceil|rfloor)(?![a-z]))/;
/** May also be a control character and a word, so only beside other LaTeX. */
const DOUBTFUL_COMMAND = /^(?:tan|to|top|nu|ne|not|right)(?![a-z])/;
/** A drive and all up to a blank, with some backslash that is not a line break's. */
const WINDOWS_PATH =
  /(?<![A-Za-z])[A-Za-z]:(?=(?:\\n|[^\\\s"'<>|])*\\[^n\\"])\\[^\s"'<>|]*/g;

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
    if (code !== undefined)
      return String.fromCharCode(Number.parseInt(code, 16));
    if (escapedTwice !== undefined) return '"';
    if (isInPath(offset) && /\w/.test(character)) return typed;
    if (character === "_") return hasLatex ? typed : "_";
    if (/[ntr]/.test(character)) {
      const word = raw.slice(offset + 1, offset + 16);
      if (LATEX_COMMAND.test(word)) return typed;
      if (hasLatex && DOUBTFUL_COMMAND.test(word)) return typed;
    }
    return MEANINGS[character] ?? typed;
  };
  return raw.replace(ESCAPE, decode);
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
