import * as z from "zod";
import { CONTROLS_FAULT, hasControls } from "./has-controls.ts";
import { textField } from "./text-field.ts";

const MAX_LENGTH = 8_000;

/** What the holder of an API key tells the bot to do, as a field of a body; see `IncomingMessage`. */
export const InstructionsText: z.ZodString = textField()
  .max(MAX_LENGTH, `has more than ${MAX_LENGTH} characters`)
  .refine((text) => text.trim() !== "", "must not be empty")
  .refine(
    (text) => text.isWellFormed(),
    "has half a character (a lone surrogate)",
  )
  .refine((text) => !hasControls(text), CONTROLS_FAULT);
