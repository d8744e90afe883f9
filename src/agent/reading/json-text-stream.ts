import { wholeEnd } from "./answer-stream.ts";
import { AMBIGUOUS_COMMANDS, decodePlainEscapes } from "./loose-escapes.ts";
import { mayBeNoAnswer } from "./resolve-tool.ts";

/**
 * Streams a JSON string's text. Holds back escapes that may be LaTeX (`\nu`) or
 * part of a path. `rest`: the text from the closing quote on.
 */
export function createJsonTextStream(): (piece: string) => {
  readonly answer: string;
  readonly rest?: string;
} {
  /** Held back: incomplete escapes, and a beginning that may be no answer. */
  let raw = "";
  let decoded = "";
  /** The characters before `raw`: perhaps a drive letter. */
  let before = "";
  let isStuck = false;
  let hasBegun = false;

  const decode = (isWhole: boolean): string => {
    let at = raw.indexOf("\\");
    while (at !== -1) {
      const escape = readEscape(raw.slice(at + 1, at + MAX_ESCAPE), {
        isDrive: DRIVE.test(before + raw.slice(Math.max(0, at - 3), at)),
        isWhole,
      });
      isStuck = escape === "stuck";
      if (typeof escape === "string") break;
      at = raw.indexOf("\\", at + escape);
    }
    const sure = at === -1 ? raw : raw.slice(0, at);
    raw = raw.slice(sure.length);
    before = (before + sure).slice(-3);
    return decodePlainEscapes(sure);
  };

  return (piece) => {
    const text = raw + piece;
    const end = findQuote(text);
    raw = text.slice(0, end);
    if (!isStuck) decoded += decode(end !== undefined);
    hasBegun ||= decoded.trim() !== "" && !mayBeNoAnswer(decoded);
    const answer = hasBegun ? decoded.slice(0, wholeEnd(decoded)) : "";
    decoded = decoded.slice(answer.length);
    isStuck ||= decoded.length > MAX_BLANKS;
    // The next quote depends only on trailing backslashes.
    if (isStuck) raw = /\\*$/.exec(raw)?.[0] ?? "";
    return end === undefined ? { answer } : { answer, rest: text.slice(end) };
  };
}

/** Longer than the whitespace before an answer. */
const MAX_BLANKS = 1_000;

/**
 * Index of the first unescaped quote, in a text that starts outside an escape.
 */
function findQuote(text: string): number | undefined {
  const quote = /[^"\\]*(?:\\[^][^"\\]*)*/y.exec(text)?.[0].length ?? 0;
  return text.charAt(quote) === '"' ? quote : undefined;
}

/** `open`: more text is needed. `stuck`: the complete text is needed. */
type Unsure = "open" | "stuck";

/** What follows may be a path. */
const DRIVE = /(?<![A-Za-z])[A-Za-z]:$/;
/** Longer than any command. */
const MAX_ESCAPE = 40;

/**
 * Length of the escape, if no continuation can change its meaning. `rest`
 * follows the backslash.
 */
function readEscape(
  rest: string,
  { isDrive, isWhole }: { isDrive: boolean; isWhole: boolean },
): number | Unsure {
  const character = rest.charAt(0);
  const open = isWhole ? "stuck" : "open";
  if (character === "") return open;
  // Two backslashes before a quote may be a quote that was escaped twice.
  if (character === "\\") return rest.length === 1 ? open : 2;
  if (character === '"') return 2;
  if (/[bf_]/.test(character)) return "stuck";
  if (isDrive) return "stuck";
  if (/^u[0-9a-f]{0,3}$/i.test(rest)) return open;
  if (!/[nrt]/.test(character)) return 2;
  const word = /^[a-z]*/.exec(rest)?.[0] ?? "";
  if (word.length < rest.length || isWhole)
    return AMBIGUOUS_COMMANDS.includes(word) ? "stuck" : 2;
  return AMBIGUOUS_COMMANDS.some((command) => command.startsWith(word))
    ? "open"
    : 2;
}
