import { foldKey } from "../reading/action-keys.ts";
import {
  AMBIGUOUS_COMMANDS,
  decodeEscapes,
  decodePlainEscapes,
} from "../reading/loose-json-tokens.ts";
import { resolveTool } from "../reading/resolve-tool.ts";
import { createAnswerText } from "./answer-text.ts";
import type { JsonObjectReader } from "./json-object-reader.ts";

/** Keys that a repair of the object would read in the same way. */
const PLAIN_KEY = /^[\w -]{1,40}$/;
/** An object with more fields in front of its answer is no step of ours. */
const MAX_FIELDS = 20;

/**
 * Hands out the final answer of an object that is being written; to be called whenever the object has grown.
 * @param isDue asked once, where the answer begins: after that much of the object
 */
export function createJsonAnswer({
  object,
  tools,
  isDue,
}: {
  object: JsonObjectReader;
  tools: readonly string[];
  isDue: (start: number) => boolean;
}): () => string {
  const decode = createEscapeDecoder();
  const handOut = createAnswerText({ isLabelled: false });
  let name: string | undefined;
  let isRefused = false;

  return () => {
    if (isRefused) return "";
    if (name === undefined) {
      name = findInput(object);
      const start = object.fields.get(name ?? "")?.start;
      if (name === undefined || start === undefined) return "";
      isRefused = !isFinal(object, { input: name, tools }) || !isDue(start);
    }
    const field = object.fields.get(name);
    if (isRefused || field === undefined) return "";
    return handOut(decode(object.take(name), { isWhole: field.isComplete }));
  };
}

function findInput({ fields }: JsonObjectReader): string | undefined {
  if (fields.size > MAX_FIELDS) return undefined;
  return [...fields.keys()].find((key) => foldKey(key) === "actioninput");
}

/** In front of its input stand the name of the final answer, and nothing that could be read in another way. */
function isFinal(
  object: JsonObjectReader,
  { input, tools }: { input: string; tools: readonly string[] },
): boolean {
  const keys = [...object.fields.keys()];
  const before = keys.slice(0, keys.indexOf(input));
  const isPlain = before.every(
    (key) => PLAIN_KEY.test(key) && object.fields.get(key)?.kind !== "nested",
  );
  const action = before.find((key) => foldKey(key) === "action");
  if (!isPlain || action === undefined) return false;
  const written = decodeEscapes(object.take(action));
  return (
    object.fields.get(input)?.kind === "text" &&
    resolveTool(written, { tools, hasInput: true }).kind === "no-tool"
  );
}

/** `open`: more of the text is needed. `stuck`: only the whole tells. */
type Unsure = "open" | "stuck";

const DRIVE = /(?<![A-Za-z])[A-Za-z]:$/;
/** The text between a drive's colon and the next blank, if it is not a path: only line breaks are escaped in it. */
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
  return /[nrt]/.test(character) ? readLetter(rest, { isWhole }) : 2;
}

/** A line break or a tab and, with the letters after it, perhaps a command. */
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
