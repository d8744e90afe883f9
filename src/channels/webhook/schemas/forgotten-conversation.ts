import * as z from "zod";

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
