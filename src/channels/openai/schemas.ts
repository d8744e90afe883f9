import { ProblemBody } from "../schemas/bodies.ts";
import * as z from "zod";

const KIND = "What kind of object it is.";

const Head = {
  id: z.string().meta({
    description: "The message's id.",
    examples: ["chatcmpl-0c1f7e5e-6f6d-4c35-9a54-0d4f6f4f2c11"],
  }),
  created: z.int().meta({
    description: "When the message was accepted: seconds since the epoch.",
    examples: [1_795_000_000],
  }),
  model: z
    .string()
    .meta({ description: "What answered.", examples: ["parley"] }),
};

export const ChatUsage = z
  .object({
    prompt_tokens: z
      .int()
      .meta({ description: "Tokens that the model read.", examples: [600] }),
    prompt_tokens_details: z.object({ cached_tokens: z.int() }).meta({
      description:
        "The part of them that the provider had in its prompt cache.",
    }),
    completion_tokens: z
      .int()
      .meta({ description: "Tokens that the model wrote.", examples: [40] }),
    total_tokens: z
      .int()
      .meta({ description: "Both together.", examples: [640] }),
  })
  .meta({
    id: "ChatUsage",
    description: "Tokens of all model calls for the answer.",
  });

export const Annotation = z
  .object({
    type: z
      .literal("url_citation")
      .meta({ description: "What kind of annotation it is." }),
    url_citation: z
      .object({
        title: z.string(),
        url: z.string(),
        start_index: z.int(),
        end_index: z.int(),
      })
      .meta({ description: "The page, and its place in the content." }),
  })
  .meta({
    id: "Annotation",
    description:
      "A page that the answer rests on, and where the content names it (UTF-16 units).",
  });

/** The answer in one piece. */
export const ChatCompletion = z
  .object({
    ...Head,
    object: z.literal("chat.completion").meta({ description: KIND }),
    choices: z
      .array(
        z.object({
          index: z.literal(0),
          message: z.object({
            role: z.literal("assistant"),
            content: z.string(),
            refusal: z.null(),
            annotations: z.array(Annotation),
          }),
          logprobs: z.null(),
          finish_reason: z.literal("stop"),
        }),
      )
      .meta({
        description: "One: the answer in Markdown, followed by its sources.",
      }),
    usage: ChatUsage,
  })
  .meta({ id: "ChatCompletion", description: "The answer." });

/** The data of an event, while the answer is written. */
export const ChatCompletionChunk = z
  .object({
    ...Head,
    object: z.literal("chat.completion.chunk").meta({ description: KIND }),
    choices: z.array(
      z.object({
        index: z.literal(0),
        delta: z.object({
          role: z.literal("assistant").exactOptional(),
          content: z.string().exactOptional(),
          annotations: z.array(Annotation).exactOptional(),
        }),
        logprobs: z.null(),
        finish_reason: z.literal("stop").nullable(),
      }),
    ),
    usage: ChatUsage.nullable().exactOptional(),
  })
  .meta({
    id: "ChatCompletionChunk",
    description: "A piece of the answer. `data: [DONE]` is the last event.",
  });

export type ChatUsage = Readonly<z.infer<typeof ChatUsage>>;
export type Annotation = Readonly<z.infer<typeof Annotation>>;
export type ChatCompletion = Readonly<z.infer<typeof ChatCompletion>>;
export type ChatCompletionChunk = Readonly<z.infer<typeof ChatCompletionChunk>>;

/** A problem, with what OpenAI's clients read in addition. */
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

export const Model = z
  .object({
    id: z.string().meta({ description: "Its name.", examples: ["parley"] }),
    object: z.literal("model").meta({ description: KIND }),
    created: z.int().meta({ description: "Always 0.", examples: [0] }),
    owned_by: z
      .string()
      .meta({ description: "Whose it is.", examples: ["parley"] }),
  })
  .meta({ id: "Model", description: "What answers." });

export const ModelList = z
  .object({
    object: z.literal("list").meta({ description: KIND }),
    data: z.array(Model).meta({ description: "The models." }),
  })
  .meta({ id: "ModelList", description: "One: Parley." });

export type Model = Readonly<z.infer<typeof Model>>;
export type ModelList = Readonly<z.infer<typeof ModelList>>;
