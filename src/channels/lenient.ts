import * as z from "zod";

/** A field that may be left out, and counts as left out where it is not as documented: a platform's message is read all the same. */
export function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

// Shared: platforms' messages have dozens of such fields, and making a schema
// takes longer than checking with it.
export const lenientText = lenient(z.string());
export const lenientInteger = lenient(z.int());
