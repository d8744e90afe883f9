import * as z from "zod";

export const ExportedMessage = z
  .object({
    message_id: z.string().meta({
      description:
        "The id of the user's message; the answer to it has the same.",
      examples: ["m1"],
    }),
    role: z
      .enum(["user", "assistant"])
      .meta({ description: "Who says it.", examples: ["user"] }),
    text: z.string().meta({
      description: "As it was written; answers are Markdown.",
      examples: ["What is 12.5% of 80.16 * 3?"],
    }),
    at: z.iso.datetime().meta({
      description: "When it was said, in UTC.",
      examples: ["2026-11-22T08:00:00.000Z"],
    }),
  })
  .meta({
    id: "ExportedMessage",
    description: "One message of a conversation's history.",
  });

/** The body of `GET /v1/conversations/{id}`. */
export const ConversationExport = z
  .object({
    id: z.string().meta({
      description: "The conversation, as you named it.",
      examples: ["order-17"],
    }),
    messages: z.array(ExportedMessage).meta({
      description: "Oldest first. Messages that failed are not in it.",
    }),
  })
  .meta({
    id: "Conversation",
    description: "All that a conversation remembers.",
  });

export type ConversationExport = z.infer<typeof ConversationExport>;
