import * as z from "zod";

const ConversationName = z.string().meta({
  description: "The conversation, as you named it.",
  examples: ["order-17"],
});

/** The body of a 200 to `PATCH /v1/conversations/{id}`. */
export const ConversationSettingsBody = z
  .object({
    id: ConversationName,
    instructions: z
      .string()
      .nullable()
      .meta({
        description:
          "Instructions for the bot in this conversation; `null` if none are set.",
        examples: ["You are talking to a gold-tier customer. Be formal."],
      }),
    metadata: z.record(z.string(), z.string()).meta({
      description: "Your labels for the conversation.",
      examples: [{ tier: "gold" }],
    }),
  })
  .meta({
    id: "ConversationSettings",
    description: "The settings of a conversation.",
  });

export type ConversationSettingsBody = z.infer<typeof ConversationSettingsBody>;

/** Set by the sender of a message. */
const labels = {
  user: z
    .string()
    .optional()
    .meta({
      description: "The author of the turn's message, if you named one.",
      examples: ["customer-4711"],
    }),
  metadata: z
    .record(z.string(), z.string())
    .optional()
    .meta({
      description: "The metadata of the turn's message.",
      examples: [{ ticket: "T-3" }],
    }),
};

export const ExportedMessage = z
  .object({
    message_id: z.string().meta({
      description: "The id of the user's message; its answer has the same id.",
      examples: ["m1"],
    }),
    role: z
      .enum(["user", "assistant"])
      .meta({ description: "The speaker.", examples: ["user"] }),
    text: z.string().meta({
      description: "The original text; answers are Markdown.",
      examples: ["What is 12.5% of 80.16 * 3?"],
    }),
    at: z.iso.datetime().meta({
      description: "The time, in UTC.",
      examples: ["2026-11-22T08:00:00.000Z"],
    }),
    sequence: z.int().meta({
      description: "Increases with each message of the conversation.",
      examples: [1],
    }),
    ...labels,
  })
  .meta({
    id: "ExportedMessage",
    description: "A message in a conversation's history.",
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
        "`accepted`: waiting for its turn; `thinking`: being answered; `failed`: there will be no answer.",
      examples: ["thinking"],
    }),
    text: z.string().meta({
      description: "The original text.",
      examples: ["And of 100?"],
    }),
    at: z.iso.datetime().meta({
      description: "When it was accepted, in UTC.",
      examples: ["2026-11-22T08:01:00.000Z"],
    }),
    notice: z.string().optional().meta({
      description: "The failure notice that the sender received.",
    }),
    ...labels,
  })
  .meta({
    id: "OpenMessage",
    description: "A message that is not in the history.",
  });

export type OpenMessage = z.infer<typeof OpenMessage>;

/** The body of `GET /v1/conversations/{id}`. */
export const ConversationExport = z
  .object({
    ...ConversationSettingsBody.shape,
    messages: z.array(ExportedMessage).meta({
      description:
        "The history, oldest first: its latest messages, or the latest before `before`.",
    }),
    previous: z
      .int()
      .nullable()
      .meta({
        description:
          "If there are older messages, pass this as `before`. `null` if there are none.",
        examples: [101],
      }),
    open_messages: z.array(OpenMessage).meta({
      description:
        "Messages without an answer yet, and messages that failed since the last answer, in order.",
    }),
  })
  .meta({
    id: "Conversation",
    description: "A conversation's history and settings.",
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
      "The first line is the conversation with its settings; its messages follow, oldest first, then its open messages.",
  });

export type ExportedLine = z.infer<typeof ExportedLine>;

/** The body of `GET /v1/conversations`. */
export const ConversationList = z
  .object({
    conversations: z
      .array(z.object({ id: ConversationName }))
      .meta({ description: "Sorted by name, in code point order." }),
    next: z
      .string()
      .nullable()
      .meta({
        description:
          "If there are more, pass this as `after` to get the next page. `null` on the last page.",
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
    id: ConversationName,
    deleted: z
      .object({
        messages: z.int().meta({
          description: "Messages in the history, including answers.",
          examples: [2],
        }),
        turns: z.int().meta({
          description:
            "Your messages and their results, including failed and waiting ones.",
          examples: [3],
        }),
        open_turns: z.int().meta({
          description:
            "How many of them had no answer yet; they were cancelled.",
          examples: [1],
        }),
        failed_turns: z.int().meta({
          description: "How many of them had failed.",
          examples: [1],
        }),
        settings: z.boolean().meta({
          description: "Whether instructions or metadata were set.",
          examples: [true],
        }),
      })
      .meta({ description: "The numbers of deleted items." }),
  })
  .meta({
    id: "ForgottenConversation",
    description: "The result of deleting a conversation.",
  });

export type ForgottenConversation = z.infer<typeof ForgottenConversation>;
