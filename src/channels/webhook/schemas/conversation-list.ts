import * as z from "zod";

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
