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
