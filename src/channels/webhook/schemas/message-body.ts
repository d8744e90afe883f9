import * as z from "zod";
import { CONTROLS_FAULT, hasControls } from "../../has-controls.ts";
import { MessageText } from "../../message-text.ts";
import { textField } from "../../text-field.ts";
import { Identifier } from "./identifier.ts";
import { Metadata } from "./metadata.ts";

/** The body of `POST /v1/messages`. */
export const MessageBody = z
  .strictObject({
    conversation: Identifier.meta({
      description:
        "Your name for the conversation. Keys do not share conversations: the same name under another key is another one.",
      examples: ["order-17"],
    }),
    text: MessageText.refine((text) => !hasControls(text), CONTROLS_FAULT).meta(
      {
        description: "What the person says.",
        minLength: 1,
        examples: ["What is 12.5% of 80.16 * 3?"],
      },
    ),
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
    callback_url: textField()
      .max(2_000, "has more than 2,000 characters")
      .meta({
        description:
          "Where to POST the reply once there is one, signed as Standard Webhooks has it: https on port 443, or what the operator allows. Unless the operator has listed the host for you, the endpoint is asked first whether it wants your callbacks. The request is then answered with 202 without waiting for the reply.",
        examples: ["https://shop.example.com/hooks/parley"],
      })
      .optional(),
    metadata: Metadata.meta({
      ...Metadata.meta(),
      description:
        "Labels of your own, given back with the reply and shown to nobody else: at most 16, with names of up to 64 and texts of up to 512 characters.",
      examples: [{ ticket: "T-3" }],
    }).optional(),
  })
  .meta({ id: "Message", description: "A message to be answered." });
