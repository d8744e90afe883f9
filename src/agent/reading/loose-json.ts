import { jsonrepair } from "jsonrepair";
import { parseJson } from "../../text/json.ts";
import { MAX_DEPTH, readSkeleton, type Skeleton } from "./json-skeleton.ts";

export type LooseJson =
  /** `isClosed`: no closing brackets are missing. */
  | {
      readonly kind: "object";
      readonly value: Readonly<Record<string, unknown>>;
      readonly end: number;
      readonly isClosed: boolean;
    }
  /** `cut`: the text ends inside a value. `value`: the complete fields. */
  | {
      readonly kind: "cut" | "broken";
      readonly value: Readonly<Record<string, unknown>>;
    };

/**
 * Longer objects count as cut off. Those above `MAX_REPAIRED_LENGTH` must be
 * valid JSON.
 */
const MAX_LENGTH = 256 * 1024;
const MAX_REPAIRED_LENGTH = 64 * 1024;
/** The package takes time that grows with the square of the length. */
const MAX_SKELETON_LENGTH = 16 * 1024;

/**
 * Reads the JSON object or list at `start`, whatever follows it. Of duplicate
 * fields, the first wins. Repairs only unambiguous mistakes: a text that ends
 * inside a value is `cut`, whereas `jsonrepair` would close it.
 */
export function parseLooseJson(text: string, start: number): LooseJson {
  const source = text.slice(start, start + MAX_LENGTH);
  const outline = findOutline(source);
  const json = source.slice(0, outline.end);
  const valid = parseJson(json);
  const isStrict = valid !== undefined;
  // Most replies: no escapes to judge, and no field twice.
  const isPlain = !json.includes("\\") && countFields(valid) === outline.fields;
  if (isRecord(valid) && isPlain)
    return {
      kind: "object",
      value: valid,
      end: start + outline.end,
      isClosed: true,
    };
  const skeleton = isStrict
    ? readSkeleton(source, { isStrict })
    : readSkeleton(withPlainBrackets(source.slice(0, MAX_REPAIRED_LENGTH)), {
        isStrict,
      });
  const { state, end } = skeleton;
  const parsed = parseSkeleton(skeleton);
  const value = isRecord(parsed) ? parsed : {};
  if (state === "cut") return { kind: "cut", value };
  return state === "broken" || value !== parsed
    ? { kind: "broken", value }
    : { kind: "object", value, end: start + end, isClosed: state === "closed" };
}

/**
 * `jsonrepair` gets no text to guess at: it would end a string at some inner
 * quotes, and even changes valid JSON whose strings hold brackets.
 */
function parseSkeleton({ json, texts }: Skeleton): unknown {
  if (json === "") return undefined;
  const isLong = json.length > MAX_SKELETON_LENGTH;
  try {
    return restore(JSON.parse(isLong ? json : jsonrepair(json)), texts);
  } catch {
    return undefined;
  }
}

function restore(value: unknown, texts: readonly string[]): unknown {
  if (typeof value === "string") return texts[Number(value)];
  if (Array.isArray(value)) return value.map((item) => restore(item, texts));
  if (!isRecord(value)) return value;
  const fields = new Map<string, unknown>();
  for (const [index, field] of Object.entries(value)) {
    const key = texts[Number(index)] ?? "";
    if (!fields.has(key)) fields.set(key, restore(field, texts));
  }
  // Safe for a field named `__proto__`, unlike assignment.
  return Object.fromEntries(fields);
}

/** Includes lists: callers inspect them only where lists are allowed. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Replaces full-width brackets if the first one is. */
function withPlainBrackets(source: string): string {
  if (!/^[｛［]/.test(source)) return source;
  return source.replaceAll(/[｛｝［］]/g, (bracket) =>
    "{}[]".charAt("｛｝［］".indexOf(bracket)),
  );
}

interface Outline {
  /** 0 if there is none. */
  readonly end: number;
  readonly fields: number;
}

/** The end and the number of fields of the JSON at the start, if all quotes are right. */
function findOutline(source: string): Outline {
  let depth = 0;
  let fields = 0;
  let isInText = false;
  for (let index = 0; index < source.length; index++) {
    const character = source[index];
    if (character === '"') isInText = !isInText;
    else if (isInText) index += character === "\\" ? 1 : 0;
    else if (character === ":") fields++;
    else if (character === "{" || character === "[") {
      if (++depth > MAX_DEPTH) break;
    } else if ((character === "}" || character === "]") && --depth === 0)
      return { end: index + 1, fields };
  }
  return { end: 0, fields: 0 };
}

function countFields(value: unknown): number {
  if (!isRecord(value)) return 0;
  const values = Object.values(value);
  const own = Array.isArray(value) ? 0 : values.length;
  return values.reduce<number>((sum, one) => sum + countFields(one), own);
}
