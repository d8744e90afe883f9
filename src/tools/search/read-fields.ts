import * as z from "zod";
import { toPageAddress } from "../plain-text.ts";
import { SearchFailure, type SearchResult } from "./search-provider.ts";

// Reads answers whose fields may be null, missing or of another type: unusable
// values count as missing.

/** Further entries are ignored. */
const MAX_ENTRIES = 50;

/** Non-blank text or a number; anything else counts as missing. */
export const looseText = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => (text.trim() === "" ? undefined : text))
  .optional()
  .catch(undefined);

/** Drops entries of another shape. Anything but an array is an empty list. */
export function looseList<Entry extends z.ZodType>(entry: Entry) {
  return listOf(entry).catch([]);
}

/** Like `looseList`, but fails for anything but an array. */
export function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.array(z.unknown()).transform((values) =>
    values.slice(0, MAX_ENTRIES).flatMap((value) => {
      const parsed = entry.safeParse(value);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}

export function looseObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).optional().catch(undefined);
}

/** An object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

export const looseFields = z
  .record(z.string(), z.unknown())
  .optional()
  .catch(undefined);

/** Throws `SearchFailure` if the body has another shape. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new SearchFailure("an unreadable answer");
  return parsed.data;
}

const MAX_FIELDS = 12;

const FOR_PROGRAMS =
  /(?:^|_)(?:type|links?|stick|id|kgmid|thumbnail|image|chips?)$/;

/**
 * Describes a result of an unknown kind by its fields: `height: 123 m; opened:
 * 1931`. Leaves out addresses and nested objects.
 */
export function describeFields(
  fields: Fields,
  { omit = [] }: { omit?: readonly string[] } = {},
): string {
  return Object.entries(fields)
    .filter(([name]) => !FOR_PROGRAMS.test(name) && !omit.includes(name))
    .map(([name, value]) => [name.replaceAll("_", " "), toText(value)] as const)
    .filter(([, text]) => text !== "" && !/^https?:/.test(text))
    .slice(0, MAX_FIELDS)
    .map(([name, text]) => `${name}: ${text}`)
    .join("; ");
}

/**
 * Converts text, a number, a boolean, or a list of these to text; empty for
 * anything else.
 */
export function toText(value: unknown, separator = ", "): string {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean")
    return String(value);
  if (!Array.isArray(value)) return "";
  return value
    .slice(0, MAX_FIELDS)
    .filter((entry) => !Array.isArray(entry))
    .map((entry) => toText(entry))
    .filter((text) => text !== "")
    .join(separator);
}

/**
 * Creates a result from a direct answer, which has no title; it names its
 * page's host.
 */
export function toAnswer(text: string, url = ""): SearchResult {
  const address = toPageAddress(url);
  const title =
    address === undefined
      ? "Answer"
      : `Answer from ${new URL(address).hostname}`;
  return { title, text, url };
}
