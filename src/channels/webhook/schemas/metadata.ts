import * as z from "zod";
import { CONTROLS_FAULT, hasControls } from "../../has-controls.ts";

const MAX_ENTRIES = 16;

const LabelText = z
  .string("must be a text")
  .refine(
    (text) => text.isWellFormed(),
    "has half a character (a lone surrogate)",
  )
  .refine((text) => !hasControls(text), CONTROLS_FAULT);

/** Of one entry. */
export const MetadataName: z.ZodString = LabelText.min(
  1,
  "has an empty name",
).max(64, "has a name of more than 64 characters");

/** Of one entry. */
export const MetadataText: z.ZodString = LabelText.max(
  512,
  "has more than 512 characters",
);

/** What a value has to be that is no object at all. */
export const NO_METADATA = "must be an object of texts";

/** Labels of the caller's own, in what it sends. */
export const Metadata = z
  .record(MetadataName, MetadataText, NO_METADATA)
  .refine(
    (metadata) => Object.keys(metadata).length <= MAX_ENTRIES,
    `has more than ${MAX_ENTRIES} entries`,
  )
  .meta({ maxProperties: MAX_ENTRIES });
