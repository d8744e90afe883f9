import { wholeEnd } from "./answer-stream.ts";
import { AMBIGUOUS_COMMANDS, decodePlainEscapes } from "./loose-json-tokens.ts";
import { mayBecomeNoAnswer } from "./resolve-tool.ts";

/** Hands out a text of JSON while it is written; `rest`: what follows it. Holds back escapes that may be LaTeX (`\nu`) or part of a path. */
export function createJsonTextStream(): (piece: string) => {
  readonly answer: string;
  readonly rest?: string;
} {
  /** Not handed out: escapes that are open, and a beginning that may be no answer yet. */
  let raw = "";
  let decoded = "";
  /** What the text said in front of `raw`: a drive may. */
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
    hasBegun ||= decoded.trim() !== "" && !mayBecomeNoAnswer(decoded);
    const answer = hasBegun ? decoded.slice(0, wholeEnd(decoded)) : "";
    decoded = decoded.slice(answer.length);
    isStuck ||= decoded.length > MAX_BLANKS;
    // Once stuck, only what the next quote depends on is kept.
    if (isStuck) raw = /\\*$/.exec(raw)?.[0] ?? "";
    return end === undefined ? { answer } : { answer, rest: text.slice(end) };
  };
}

/** More than an answer begins with. */
const MAX_BLANKS = 1_000;

/** The first quote without a backslash, in a text that begins outside of escapes. */
function findQuote(text: string): number | undefined {
  const quote = /[^"\\]*(?:\\[^][^"\\]*)*/y.exec(text)?.[0].length ?? 0;
  return text.charAt(quote) === '"' ? quote : undefined;
}

/** `open`: more of the text is needed. `stuck`: only the whole tells. */
type Unsure = "open" | "stuck";

const DRIVE = /(?<![A-Za-z])[A-Za-z]:$/;
/** The text between a drive's colon and the next blank, if it is not a path: only line breaks are escaped in it. */
const NO_PATH = /^n(?:\\n|[^\\\s"'<>|])*(?:[\s"'<>|]|\\["\\])/;
const PERHAPS_PATH = /^n(?:\\n|[^\\\s"'<>|])*\\?$/;
/** Where a path or a command is longer, only the whole tells. */
const MAX_ESCAPE = 200;

/** The escape's length, if it means the same whatever follows; `rest` follows the backslash. */
function readEscape(
  rest: string,
  { isDrive, isWhole }: { isDrive: boolean; isWhole: boolean },
): number | Unsure {
  const character = rest.charAt(0);
  const open = isWhole ? "stuck" : "open";
  if (character === "") return open;
  // Two of them and a quote may be a quote that was escaped twice.
  if (character === "\\") return rest.length === 1 ? open : 2;
  if (character === '"') return 2;
  if (/[bf_]/.test(character)) return "stuck";
  if (isDrive && !NO_PATH.test(rest))
    return PERHAPS_PATH.test(rest) && rest.length < MAX_ESCAPE - 1
      ? open
      : "stuck";
  if (/^u[0-9a-f]{0,3}$/i.test(rest)) return open;
  if (!/[nrt]/.test(character)) return 2;
  const word = /^[a-z]*/.exec(rest)?.[0] ?? "";
  if (word.length < rest.length || isWhole)
    return AMBIGUOUS_COMMANDS.includes(word) ? "stuck" : 2;
  return AMBIGUOUS_COMMANDS.some((command) => command.startsWith(word))
    ? "open"
    : 2;
}
