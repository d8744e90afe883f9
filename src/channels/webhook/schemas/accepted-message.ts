import * as z from "zod";
import { ReplyBody } from "../../schemas/reply-body.ts";

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
