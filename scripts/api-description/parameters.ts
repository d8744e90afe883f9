import * as z from "zod";
import { Identifier } from "../../src/channels/schemas/fields.ts";

/** The path of everything about one message. */
export const MessagePath = z.object({
  id: Identifier.meta({
    description: "The message's id, encoded for an address.",
    examples: ["m1"],
  }),
});

/** The path of everything about one conversation. */
export const ConversationPath = z.object({
  id: Identifier.meta({
    description: "Your name for the conversation, encoded for an address.",
    examples: ["order-17"],
  }),
});

export const LastEventId = z.string().meta({
  description:
    "The id of the last event that you have: you get those after it. For `Accept: text/event-stream`.",
});
