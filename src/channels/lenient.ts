import type * as z from "zod";

/** A field that may be left out, and counts as left out where it is not as documented: a platform's message is read all the same. */
export function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}
