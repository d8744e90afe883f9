import * as z from "zod";
import { body, field, int, text } from "./described.ts";
import { MessageText, textField, withoutControls } from "./fields.ts";

/** The body of `GET /v1/conversations/{id}/memory`. */
export const ConversationMemory = body(
  "Memory",
  "What the bot remembers of the messages that it no longer sees.",
  {
    version: int("Changes with every change of the notes.", 3),
    notes: field(
      z.array(
        z.object({
          number: int("Its place, from 1.", 1),
          text: text("One line of plain text.", "Mei is allergic to nuts."),
        }),
      ),
      "In order; empty while the bot still sees all messages.",
    ),
  },
);

export type ConversationMemory = z.infer<typeof ConversationMemory>;

const MAX_NOTE_LENGTH = 1_000;

const READ_VERSION = "`version` of the notes that you have read.";
const NO_VERSION = "must be the version of the notes";

/** The body of `PATCH /v1/conversations/{id}/memory/{note}`. */
export const NoteBody = z
  .strictObject({
    version: field(z.int(NO_VERSION), READ_VERSION, 3),
    text: field(
      withoutControls(MessageText).max(
        MAX_NOTE_LENGTH,
        `has more than ${MAX_NOTE_LENGTH} characters`,
      ),
      "What the note should say; line breaks become spaces.",
      "Mei is allergic to peanuts.",
    ),
  })
  .meta({ id: "Note", description: "A corrected note." });

/** The query of `DELETE /v1/conversations/{id}/memory/{note}`. */
export const VersionQuery = z.object({
  version: field(
    textField()
      .regex(/^\d{1,15}$/, NO_VERSION)
      .transform(Number),
    READ_VERSION,
    "3",
  ),
});
