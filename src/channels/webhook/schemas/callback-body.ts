import * as z from "zod";
import { ReplyBody } from "../../schemas/reply-body.ts";

/** The body of a callback, as Standard Webhooks advises: https://github.com/standard-webhooks/standard-webhooks */
export const CallbackBody = z
  .object({
    type: z.enum(["message.answered", "message.failed"]).meta({
      description: "How the message has ended.",
      examples: ["message.answered"],
    }),
    timestamp: z.iso.datetime().meta({
      description: "When it ended, in UTC.",
      examples: ["2026-11-22T08:00:02.000Z"],
    }),
    data: ReplyBody,
  })
  .meta({
    id: "Callback",
    description: "What is sent to a message's `callback_url`.",
  });

export type CallbackBody = Readonly<z.infer<typeof CallbackBody>>;
