import { textField } from "./text-field.ts";

/** Longer messages are refused: beside the history they would not fit into many models' context. */
const MAX_LENGTH = 32_000;

/** The text of a message that comes by HTTP. */
export const MessageText = textField()
  .max(MAX_LENGTH, `has more than ${MAX_LENGTH} characters; send it in pieces`)
  .refine((text) => text.trim() !== "", "must not be empty")
  .refine(
    (text) => text.isWellFormed(),
    "has half a character (a lone surrogate)",
  );
