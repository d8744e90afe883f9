import * as z from "zod";
import { asTimeZone } from "../../runtime/time-zone.ts";

/**
 * An optional field that counts as absent if its value is invalid, so that the
 * rest of a platform's message is still read.
 */
export function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

/** A list whose invalid items are left out. */
export function lenientList<Schema extends z.ZodType>(item: Schema) {
  const items = z.array(z.unknown()).transform((list) =>
    list.flatMap((each): z.output<Schema>[] => {
      const { success, data } = item.safeParse(each);
      return success ? [data] : [];
    }),
  );
  return lenient(items);
}

// Shared, because creating a schema takes longer than checking with it, and
// platforms' messages have dozens of such fields.
export const lenientText = lenient(z.string());
export const lenientInteger = lenient(z.int());
export const lenientFlag = lenient(z.boolean());
export const lenientTimeZone = lenient(asTimeZone(z.string()));
