import { AMBIGUOUS_COMMANDS } from "./loose-json-tokens.ts";
import { MAX_REPAIRED_LENGTH, repairJson, toRecord } from "./repair-json.ts";

/** What was found where an object begins. */
type LooseJson =
  /** `isClosed` is false where nothing but closing brackets is missing. */
  | {
      readonly kind: "object";
      readonly value: Readonly<Record<string, unknown>>;
      readonly end: number;
      readonly isClosed: boolean;
    }
  /** `cut`: the text ends inside of a value. `value`: the fields that were complete. */
  | {
      readonly kind: "cut" | "broken";
      readonly value: Readonly<Record<string, unknown>>;
    };

/** Longer objects count as cut off; those too long for a repair are read only when they are valid JSON. */
const MAX_LENGTH = 256 * 1024;
/** Escapes that decode without complaint where a model may have meant LaTeX, a pattern or a path. */
const DOUBTFUL_ESCAPE = new RegExp(
  `\\\\(?:[bf]|(?:${AMBIGUOUS_COMMANDS.join("|")})(?![a-z]))|[A-Za-z]:\\\\(?=[A-Za-z])`,
);

/**
 * Reads the JSON object or list that begins at `start`; what follows it is not looked at. Valid JSON is taken as it is,
 * except that the first of two fields with one name counts. Beyond that only mistakes with one possible meaning are
 * repaired, so a text that ends inside a value is `cut`, not closed. (jsonrepair closes such a text, and does not say
 * where the object ends.)
 */
export function parseLooseJson(text: string, start: number): LooseJson {
  const extent = findExtent(text, start);
  if (extent === undefined) return repair(text, start, { isStrict: false });
  const { end, fields } = extent;
  const source = text.slice(start, end);
  const value = parseStrict(source);
  if (value === undefined) return repair(text, start, { isStrict: false });
  const isDoubtful =
    source.length <= MAX_REPAIRED_LENGTH && DOUBTFUL_ESCAPE.test(source);
  const isRepeated =
    source.startsWith("{") && Object.keys(value).length < fields;
  return isDoubtful || isRepeated
    ? repair(text, start, { isStrict: true })
    : { kind: "object", value, end, isClosed: true };
}

/** Where the bracket at `start` is closed, and how many fields there are, if all quotes in between are well set. */
function findExtent(
  text: string,
  start: number,
): { end: number; fields: number } | undefined {
  let depth = 0;
  let fields = 0;
  let isInText = false;
  const limit = Math.min(text.length, start + MAX_LENGTH);
  for (let index = start; index < limit; index++) {
    const character = text.charCodeAt(index);
    if (isInText) {
      if (character === 0x5c) index++;
      else if (character === 0x22) isInText = false;
    } else if (character === 0x22) isInText = true;
    else if (character === 0x3a && depth === 1) fields++;
    else if (character === 0x7b || character === 0x5b) depth++;
    else if ((character === 0x7d || character === 0x5d) && --depth === 0)
      return { end: index + 1, fields };
  }
  return undefined;
}

function parseStrict(source: string): Record<string, unknown> | undefined {
  const value = parseJson(source);
  return isRecord(value) ? value : undefined;
}

/** Lists count as records here: their readers look at them only where lists are allowed. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function repair(
  text: string,
  start: number,
  options: { isStrict: boolean },
): LooseJson {
  const { value, cursor } = repairJson(text, start, options);
  const { failure, fields, at, isClosed } = cursor;
  return failure === undefined && isRecord(value)
    ? { kind: "object", value, end: start + at, isClosed }
    : { kind: failure ?? "broken", value: toRecord(fields) };
}

/** What valid JSON holds; `undefined` for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
