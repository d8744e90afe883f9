import * as z from "zod";
import { textField } from "../text-field.ts";
import { MessageText } from "../message-text.ts";

/** Printable, so that ids can stand in URLs and logs. */
export const Identifier = textField()
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

/** The body of `POST /v1/messages`. */
export const MessageBody = z.strictObject({
  conversation: Identifier,
  text: MessageText,
  id: Identifier.optional(),
  user: Identifier.optional(),
  metadata: z
    .record(
      z.string().max(64),
      z.string("must be a text").max(512, "has more than 512 characters"),
      "must be an object of texts",
    )
    .refine(
      (metadata) => Object.keys(metadata).length <= 16,
      "has more than 16 entries",
    )
    .optional(),
});
