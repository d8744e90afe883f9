import {
  AMBIGUOUS_COMMANDS,
  decodePlainEscapes,
} from "../reading/decode-escapes.ts";

/** `open`: more of the text is needed. `stuck`: only the whole tells. */
type Unsure = "open" | "stuck";

const DRIVE = /(?<![A-Za-z])[A-Za-z]:$/;
/** What stands between a drive's colon and the next blank, if it is no path: nothing but line breaks is escaped in it. */
const NO_PATH = /^n(?:\\n|[^\\\s"'<>|])*(?:[\s"'<>|]|\\["\\])/;
const PERHAPS_PATH = /^n(?:\\n|[^\\\s"'<>|])*\\?$/;
/** Where a path or a command is longer, only the whole tells. */
const MAX_ESCAPE = 200;

/**
 * Decodes the text of a JSON answer as it is written. Holds back an escape whose meaning depends on what follows: it may
 * be LaTeX (`\nu`, `\times`), or stand in a path. `isWhole`: the text's closing quote has been read.
 */
export function createEscapeDecoder(): (
  piece: string,
  options: { isWhole: boolean },
) => string {
  let pending = "";
  /** What stood in front of it: a drive may. */
  let before = "";
  let isStuck = false;

  return (piece, { isWhole }) => {
    if (isStuck) return "";
    const text = pending + piece;
    let at = text.indexOf("\\");
    while (at !== -1) {
      const escape = readEscape(text.slice(at + 1, at + MAX_ESCAPE), {
        isDrive: DRIVE.test(before + text.slice(Math.max(0, at - 3), at)),
        isWhole,
      });
      isStuck = escape === "stuck";
      if (typeof escape === "string") break;
      at = text.indexOf("\\", at + escape);
    }
    const sure = at === -1 ? text : text.slice(0, at);
    pending = text.slice(sure.length);
    before = (before + sure).slice(-3);
    return decodePlainEscapes(sure);
  };
}

/** The escape's length, if it means the same whatever follows; `rest` stands behind the backslash. */
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
  return /[nrt]/.test(character) ? readLetter(rest, { isWhole }) : 2;
}

/** A line break or a tab and, with the letters behind it, perhaps a command. */
function readLetter(
  rest: string,
  { isWhole }: { isWhole: boolean },
): number | Unsure {
  const word = /^[a-z]*/.exec(rest)?.[0] ?? "";
  if (word.length < rest.length || isWhole)
    return AMBIGUOUS_COMMANDS.includes(word) ? "stuck" : 2;
  return AMBIGUOUS_COMMANDS.some((command) => command.startsWith(word))
    ? "open"
    : 2;
}
