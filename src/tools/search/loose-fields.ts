import * as z from "zod";
import { SearchFailure } from "./search-provider.ts";

/** More entries than anyone reads; the rest is not looked at. */
const MAX_ENTRIES = 50;

/**
 * Schemas for the answers of foreign servers, in which any field may be null, missing or of another type: what cannot
 * be used counts as missing.
 */

/** A text that is not blank; numbers count as text. */
export function looseText() {
  return z
    .union([z.string(), z.number().transform(String)])
    .transform((text) => (text.trim() === "" ? undefined : text))
    .optional()
    .catch(undefined);
}

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

export function looseFields() {
  return z.record(z.string(), z.unknown()).optional().catch(undefined);
}

/** Throws `SearchFailure` for a body of another shape. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new SearchFailure("an unreadable answer");
  return parsed.data;
}
