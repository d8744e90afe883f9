import { parseJson } from "../../json.ts";
import { AMBIGUOUS_COMMANDS } from "./loose-json-tokens.ts";
import {
  isRecord,
  MAX_REPAIRED_LENGTH,
  repairJson,
  type LooseJson,
} from "./repair-json.ts";

/**
 * Longer objects count as cut off. Those above `MAX_REPAIRED_LENGTH` must be
 * valid JSON.
 */
const MAX_LENGTH = 256 * 1024;
/** Valid escapes that may be meant as LaTeX, a pattern or a path. */
const DOUBTFUL_ESCAPE = new RegExp(
  `\\\\(?:[bf]|(?:${AMBIGUOUS_COMMANDS.join("|")})(?![a-z]))|[A-Za-z]:\\\\(?=[A-Za-z])`,
);

/**
 * Reads the JSON object or list at `start`, whatever follows it. Of duplicate
 * fields, the first wins. Repairs only unambiguous mistakes: a text that ends
 * inside a value is `cut`, whereas jsonrepair would close it.
 */
export function parseLooseJson(text: string, start: number): LooseJson {
  const extent = findExtent(text, start);
  const source = text.slice(start, extent?.end);
  const value = extent && parseJson(source);
  if (extent === undefined || !isRecord(value))
    return repairJson(text, start, { isStrict: false });
  const isDoubtful =
    source.length <= MAX_REPAIRED_LENGTH && DOUBTFUL_ESCAPE.test(source);
  const isRepeated =
    source.startsWith("{") && Object.keys(value).length < extent.fields;
  return isDoubtful || isRepeated
    ? repairJson(text, start, { isStrict: true })
    : { kind: "object", value, end: extent.end, isClosed: true };
}

/**
 * The end of the object or list at `start`, and its number of fields, provided
 * that all quotes in between are correct.
 */
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
