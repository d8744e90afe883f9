import { toPageAddress } from "../plain-text.ts";
import { SearchFailure, type SearchResult } from "./search-provider.ts";
import * as z from "zod";

/*
 * Reads answers in which any field may be null, missing or of another type: what cannot be used counts as missing.
 */

/** More entries than anyone reads; the rest is not looked at. */
const MAX_ENTRIES = 50;

/** A text that is not blank; numbers count as text. */
export const looseText = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => (text.trim() === "" ? undefined : text))
  .optional()
  .catch(undefined);

/** Entries of another shape are left out. Without an array, there are none. */
export function looseList<Entry extends z.ZodType>(entry: Entry) {
  return listOf(entry).catch([]);
}

/** The same, where the answer makes no sense without an array. */
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

/** An object whose fields nobody knows beforehand. */
export type Fields = Readonly<Record<string, unknown>>;

export const looseFields = z
  .record(z.string(), z.unknown())
  .optional()
  .catch(undefined);

/** Throws `SearchFailure` for a body of another shape. */
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

/** What a result of unknown kind says, field by field: `height: 123 m; opened: 1931`. Addresses and nested objects are left out. */
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

/** A text, a number, or a list of such in one text; empty for anything else. */
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

/** A direct answer of a provider, which has no title of its own; its page's host replaces one. */
export function toAnswer(text: string, url = ""): SearchResult {
  const address = toPageAddress(url);
  const title =
    address === undefined
      ? "Answer"
      : `Answer from ${new URL(address).hostname}`;
  return { title, text, url };
}
