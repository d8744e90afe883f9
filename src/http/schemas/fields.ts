import * as z from "zod";
import { asTimeZone } from "../../runtime/time-zone.ts";
import { MAX_MESSAGE_LENGTH } from "../../types/message.ts";

/** A string field with readable errors if it is missing or of another type. */
export function textField(): z.ZodString {
  return z.string({
    error: ({ input }) =>
      input === undefined ? "is missing" : "must be a string",
  });
}

/** Rejects lone surrogates, which UTF-8 cannot encode. */
function wellFormed(field: z.ZodString): z.ZodString {
  return field.refine(
    (text) => text.isWellFormed(),
    "contains a lone surrogate (half of a character)",
  );
}

/** Rejects control characters other than tabs and line breaks. */
export function withoutControls(field: z.ZodString): z.ZodString {
  return field.refine(
    (text) => !/[^\P{Cc}\t\n\r\u0085]/u.test(text),
    "contains control characters other than tabs and line breaks",
  );
}

function notBlank(field: z.ZodString): z.ZodString {
  return field.refine((text) => text.trim() !== "", "must not be empty");
}

const AnyText = textField().max(
  MAX_MESSAGE_LENGTH,
  `has more than ${MAX_MESSAGE_LENGTH} characters; split it into several messages`,
);

export const MessageText: z.ZodString = wellFormed(notBlank(AnyText));

/** May be empty, for messages with other content. */
export const OptionalText: z.ZodString = wellFormed(AnyText);

/** Instructions of an API key's holder to the bot; see `IncomingMessage`. */
export const InstructionsText: z.ZodString = withoutControls(
  wellFormed(notBlank(textField().max(8_000, "has more than 8000 characters"))),
);

/** Printable, because ids appear in URLs and logs. */
export const Identifier: z.ZodString = textField()
  .min(1, "must not be empty")
  .max(128, "has more than 128 characters")
  .regex(
    /^[^\p{Cc}\p{Cs}\s](?:[^\p{Cc}\p{Cs}]*[^\p{Cc}\p{Cs}\s])?$/u,
    "must not contain control characters, or leading or trailing spaces",
  )
  .refine(
    (text) => !/^\.{1,2}$/.test(text),
    "must not consist of dots only, which have a meaning in URLs",
  );

export const TimeZone: z.ZodString = asTimeZone(textField());

const MAX_ENTRIES = 16;

const LabelText = withoutControls(wellFormed(z.string("must be a string")));

export const MetadataName: z.ZodString = LabelText.min(
  1,
  "has an empty name",
).max(64, "has a name of more than 64 characters");

export const MetadataText: z.ZodString = LabelText.max(
  512,
  "has more than 512 characters",
);

export const NO_METADATA = "must be an object of strings";

/** The caller's labels. */
export const Metadata = z
  .record(MetadataName, MetadataText, NO_METADATA)
  .refine(
    (metadata) => Object.keys(metadata).length <= MAX_ENTRIES,
    `has more than ${MAX_ENTRIES} entries`,
  )
  .meta({ maxProperties: MAX_ENTRIES });
