import * as z from "zod";
import { readHours } from "../schedules/business-hours.ts";
import { text } from "../settings/fields.ts";
import { shorten } from "../text/text.ts";

/** In UTF-16 units, of the part that is named as wrong. */
const MAX_NAMED = 60;

/** See `readHours`. */
export function businessHours() {
  return text()
    .max(1_000, "must have at most 1000 characters")
    .transform((value, context) => {
      const read = readHours(value);
      if (read.kind === "read") return read.hours;
      context.addIssue(
        `has a part that is not understood: ${JSON.stringify(shorten(read.part, MAX_NAMED))}. Write it like Mon-Fri 09:00-18:00; Sat 10:00-12:00, 13:00-14:00`,
      );
      return z.NEVER;
    });
}
