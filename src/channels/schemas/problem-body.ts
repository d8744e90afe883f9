import * as z from "zod";

/** Why a request was turned away (RFC 9457). */
export const ProblemBody = z
  .object({
    type: z.url().meta({
      description:
        "What kind of problem it is. Stable: programs may decide by it.",
      examples: ["https://parley.chat/problems/invalid-fields"],
    }),
    title: z.string().meta({
      description: "The same in a few words for people.",
      examples: ["The body has wrong fields"],
    }),
    status: z.int().meta({ description: "The HTTP status.", examples: [422] }),
    detail: z.string().meta({
      description: "What is wrong this time, and what to do.",
      examples: ["/text is missing"],
    }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description: "A JSON pointer (RFC 6901) into the request's body.",
            examples: ["/text"],
          }),
          detail: z.string().meta({
            description: "What is wrong with it.",
            examples: ["is missing"],
          }),
        }),
      )
      .meta({ description: "The wrong fields." })
      .exactOptional(),
  })
  .meta({
    id: "Problem",
    description: "Why a request was turned away (RFC 9457).",
  });

export type ProblemBody = Readonly<z.infer<typeof ProblemBody>>;
