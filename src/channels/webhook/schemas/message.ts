import * as z from "zod";
import {
  Identifier,
  MessageText,
  Metadata,
  textField,
  withoutControls,
} from "../../schemas/fields.ts";
import { ReplyBody } from "../../schemas/reply-body.ts";

/** The body of `POST /v1/messages`. */
export const MessageBody = z
  .strictObject({
    conversation: Identifier.meta({
      description:
        "Your name for the conversation. Keys do not share conversations: the same name under another key is another one.",
      examples: ["order-17"],
    }),
    text: withoutControls(MessageText).meta({
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

/** The body of a 202 to `POST /v1/messages`: the turn as it is so far, and where to look for its end. */
export const AcceptedMessage = z
  .object({
    ...ReplyBody.shape,
    status_url: z.url().meta({
      description: "Where to ask for the reply; also the header `Location`.",
      examples: ["https://parley.example.com/v1/messages/m1"],
    }),
  })
  .meta({
    id: "AcceptedMessage",
    description: "A message that is stored and will be answered.",
  });

export type AcceptedMessage = z.infer<typeof AcceptedMessage>;
