import * as z from "zod";
import { textField } from "../../text-field.ts";

/** Printable, so that ids can stand in URLs and logs. */
export const Identifier: z.ZodString = textField()
  .min(1, "must not be empty")
  .max(128, "has more than 128 characters")
  .regex(
    /^[^\p{Cc}\p{Cs}\s](?:[^\p{Cc}\p{Cs}]*[^\p{Cc}\p{Cs}\s])?$/u,
    "must not hold control characters, or blanks at its ends",
  )
  .refine(
    (text) => !/^\.{1,2}$/.test(text),
    "must be more than dots, which mean another place in an address",
  );
