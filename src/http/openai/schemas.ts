import * as z from "zod";
import { ProblemBody } from "../schemas/bodies.ts";

const KIND = "The object type.";

const Head = {
  id: z.string().meta({
    description: "The message's id.",
    examples: ["chatcmpl-0c1f7e5e-6f6d-4c35-9a54-0d4f6f4f2c11"],
  }),
  created: z.int().meta({
    description:
      "When the message was accepted, in seconds since the Unix epoch.",
    examples: [1_795_000_000],
  }),
  model: z
    .string()
    .meta({ description: "The model that answered.", examples: ["parley"] }),
};

export const ChatUsage = z
  .object({
    prompt_tokens: z
      .int()
      .meta({ description: "Input tokens.", examples: [600] }),
    prompt_tokens_details: z.object({ cached_tokens: z.int() }).meta({
      description: "Input tokens served from the provider's prompt cache.",
    }),
    completion_tokens: z
      .int()
      .meta({ description: "Output tokens.", examples: [40] }),
    total_tokens: z
      .int()
      .meta({ description: "Input plus output tokens.", examples: [640] }),
  })
  .meta({
    id: "ChatUsage",
    description: "Token usage of all model calls for the answer.",
  });

export const Annotation = z
  .object({
    type: z
      .literal("url_citation")
      .meta({ description: "The annotation type." }),
    url_citation: z
      .object({
        title: z.string(),
        url: z.string(),
        start_index: z.int(),
        end_index: z.int(),
      })
      .meta({ description: "The page, and where the content cites it." }),
  })
  .meta({
    id: "Annotation",
    description:
      "A page that the answer cites, and where the content names it (in UTF-16 code units).",
  });

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
        description:
          "One choice: the answer in Markdown, followed by its sources.",
      }),
    usage: ChatUsage,
  })
  .meta({ id: "ChatCompletion", description: "The answer." });

/** Data of an event of a streamed answer. */
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
    description: "A chunk of the answer. The last event is `data: [DONE]`.",
  });

export type ChatUsage = Readonly<z.infer<typeof ChatUsage>>;
export type Annotation = Readonly<z.infer<typeof Annotation>>;
export type ChatCompletion = Readonly<z.infer<typeof ChatCompletion>>;
export type ChatCompletionChunk = Readonly<z.infer<typeof ChatCompletionChunk>>;

/** A problem with the fields that OpenAI's clients read. */
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
    description:
      "Why a request was rejected, in both OpenAI's format and RFC 9457.",
  });

export type ErrorBody = Readonly<z.infer<typeof ErrorBody>>;

export const Model = z
  .object({
    id: z.string().meta({ description: "Its name.", examples: ["parley"] }),
    object: z.literal("model").meta({ description: KIND }),
    created: z.int().meta({ description: "Always 0.", examples: [0] }),
    owned_by: z
      .string()
      .meta({ description: "Its owner.", examples: ["parley"] }),
  })
  .meta({ id: "Model", description: "A model." });

export const ModelList = z
  .object({
    object: z.literal("list").meta({ description: KIND }),
    data: z.array(Model).meta({ description: "The models." }),
  })
  .meta({ id: "ModelList", description: "One: Parley." });

export type Model = Readonly<z.infer<typeof Model>>;
export type ModelList = Readonly<z.infer<typeof ModelList>>;
