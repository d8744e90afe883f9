import * as z from "zod";
import { hasControls } from "../../has-controls.ts";
import { MessageText } from "../../message-text.ts";
import { Identifier } from "./identifier.ts";

const CONTROLS =
  "holds control characters; only tabs and line breaks may be in it";

const LabelText = z
  .string("must be a text")
  .refine(
    (text) => text.isWellFormed(),
    "has half a character (a lone surrogate)",
  )
  .refine((text) => !hasControls(text), CONTROLS);

/** The body of `POST /v1/messages`. */
export const MessageBody = z
  .strictObject({
    conversation: Identifier.meta({
      description:
        "Your name for the conversation. Keys do not share conversations: the same name under another key is another one.",
      examples: ["order-17"],
    }),
    text: MessageText.refine((text) => !hasControls(text), CONTROLS).meta({
      description: "What the person says.",
      minLength: 1,
      examples: ["What is 12.5% of 80.16 * 3?"],
    }),
    id: Identifier.meta({
      description:
        "Your id for the message. The same id again is not answered again: you get the same reply. Without it the message gets an id of ours.",
      examples: ["m1"],
    }).optional(),
    user: Identifier.meta({
      description:
        "Who wrote it; budgets and rates of messages are counted per user. Without it, the key is one user.",
      examples: ["customer-4711"],
    }).optional(),
    metadata: z
      .record(
        LabelText.min(1, "has an empty name").max(
          64,
          "has a name of more than 64 characters",
        ),
        LabelText.max(512, "has more than 512 characters"),
        "must be an object of texts",
      )
      .refine(
        (metadata) => Object.keys(metadata).length <= 16,
        "has more than 16 entries",
      )
      .meta({
        description:
          "Labels of your own, given back with the reply and shown to nobody else: at most 16.",
        examples: [{ ticket: "T-3" }],
        maxProperties: 16,
      })
      .optional(),
  })
  .meta({ id: "Message", description: "A message to be answered." });
