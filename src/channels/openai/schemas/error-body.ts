import * as z from "zod";
import { ProblemBody } from "../../schemas/problem-body.ts";

/** A problem, with what OpenAI's clients read beside it. */
export const ErrorBody = z
  .object({
    ...ProblemBody.shape,
    error: z.object({
      message: z.string(),
      type: z.string().meta({ examples: ["invalid_request_error"] }),
      param: z
        .string()
        .nullable()
        .meta({ examples: ["messages[0].content"] }),
      code: z
        .string()
        .nullable()
        .meta({ examples: ["invalid_api_key"] }),
    }),
  })
  .meta({
    id: "ChatError",
    description: "Why a request was turned away, for both kinds of clients.",
  });

export type ErrorBody = Readonly<z.infer<typeof ErrorBody>>;
