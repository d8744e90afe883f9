import * as z from "zod";

/** The body of a 200 to `PATCH /v1/conversations/{id}`. */
export const ConversationSettingsBody = z
  .object({
    id: z.string().meta({
      description: "The conversation, as you named it.",
      examples: ["order-17"],
    }),
    instructions: z
      .string()
      .nullable()
      .meta({
        description:
          "What the bot is told to do in this conversation; `null` where nothing is set.",
        examples: ["You talk to a customer of the tier gold. Be formal."],
      }),
    metadata: z.record(z.string(), z.string()).meta({
      description: "Your labels for the conversation.",
      examples: [{ tier: "gold" }],
    }),
  })
  .meta({
    id: "ConversationSettings",
    description: "What you have set for a conversation.",
  });

export type ConversationSettingsBody = z.infer<typeof ConversationSettingsBody>;

/** What the sender said about a message. */
const labels = {
  user: z
    .string()
    .optional()
    .meta({
      description: "Who wrote the message of the turn, where you said so.",
      examples: ["customer-4711"],
    }),
  metadata: z
    .record(z.string(), z.string())
    .optional()
    .meta({
      description: "That of the turn's message.",
      examples: [{ ticket: "T-3" }],
    }),
};

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
    sequence: z.int().meta({
      description: "Grows from message to message of the conversation.",
      examples: [1],
    }),
    ...labels,
  })
  .meta({
    id: "ExportedMessage",
    description: "One message of a conversation's history.",
  });

export type ExportedMessage = z.infer<typeof ExportedMessage>;

export const OpenMessage = z
  .object({
    message_id: z.string().meta({
      description: "The message's id.",
      examples: ["m2"],
    }),
    status: z.enum(["accepted", "thinking", "failed"]).meta({
      description:
        "`accepted`: it waits for its turn; `thinking`: it is worked on; `failed`: there will be no answer.",
      examples: ["thinking"],
    }),
    text: z.string().meta({
      description: "As it was written.",
      examples: ["And of 100?"],
    }),
    at: z.iso.datetime().meta({
      description: "When it was accepted, in UTC.",
      examples: ["2026-11-22T08:01:00.000Z"],
    }),
    notice: z.string().optional().meta({
      description: "What its sender was told, of one that failed.",
    }),
    ...labels,
  })
  .meta({
    id: "OpenMessage",
    description: "A message that is not part of the history.",
  });

export type OpenMessage = z.infer<typeof OpenMessage>;

/** The body of `GET /v1/conversations/{id}`. */
export const ConversationExport = z
  .object({
    ...ConversationSettingsBody.shape,
    messages: z.array(ExportedMessage).meta({
      description:
        "The history, oldest first: the newest ones of it, or the newest before `before`.",
    }),
    previous: z
      .int()
      .nullable()
      .meta({
        description:
          "There are older messages: ask with `before` set to it. `null` where these are the first ones.",
        examples: [101],
      }),
    open_messages: z.array(OpenMessage).meta({
      description:
        "What has no answer yet, and what failed since the last answer; in order.",
    }),
  })
  .meta({
    id: "Conversation",
    description: "What a conversation remembers, and what is set for it.",
  });

export type ConversationExport = z.infer<typeof ConversationExport>;

/** One line of `GET /v1/conversations/{id}` as JSONL. */
export const ExportedLine = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("conversation"),
      ...ConversationSettingsBody.shape,
    }),
    z.object({ type: z.literal("message"), ...ExportedMessage.shape }),
    z.object({ type: z.literal("open_message"), ...OpenMessage.shape }),
  ])
  .meta({
    id: "ExportedLine",
    description:
      "The first line is the conversation with its settings; then come its messages, oldest first, then those that are open.",
  });

export type ExportedLine = z.infer<typeof ExportedLine>;

/** The body of `GET /v1/conversations`. */
export const ConversationList = z
  .object({
    conversations: z
      .array(
        z.object({
          id: z.string().meta({
            description: "The conversation, as you named it.",
            examples: ["order-17"],
          }),
        }),
      )
      .meta({ description: "Sorted by their names, by code points." }),
    next: z
      .string()
      .nullable()
      .meta({
        description:
          "There are more: ask with `after` set to it for the next ones. `null` on the last page.",
        examples: ["order-17"],
      }),
  })
  .meta({
    id: "ConversationList",
    description: "Some of your conversations.",
  });

export type ConversationList = z.infer<typeof ConversationList>;

/** The body of `DELETE /v1/conversations/{id}`. */
export const ForgottenConversation = z
  .object({
    id: z.string().meta({
      description: "The conversation, as you named it.",
      examples: ["order-17"],
    }),
    deleted: z
      .object({
        messages: z.int().meta({
          description: "Messages of the history, answers included.",
          examples: [2],
        }),
        turns: z.int().meta({
          description:
            "Messages of yours with all that came of them, also those that failed or waited.",
          examples: [3],
        }),
        open_turns: z.int().meta({
          description: "Those of them that had no answer yet. They were ended.",
          examples: [1],
        }),
        failed_turns: z.int().meta({
          description: "Those of them that had failed.",
          examples: [1],
        }),
        settings: z.boolean().meta({
          description: "Whether instructions or metadata were set for it.",
          examples: [true],
        }),
      })
      .meta({ description: "How much was erased." }),
  })
  .meta({
    id: "ForgottenConversation",
    description: "What was erased of a conversation.",
  });

export type ForgottenConversation = z.infer<typeof ForgottenConversation>;
