import * as z from "zod";
import { ProblemBody } from "../schemas/bodies.ts";
import { body, field, int, text } from "../schemas/described.ts";

const KIND = "The object type.";

const Head = {
  id: text(
    "The message's id.",
    "chatcmpl-0c1f7e5e-6f6d-4c35-9a54-0d4f6f4f2c11",
  ),
  created: int(
    "When the message was accepted, in seconds since the Unix epoch.",
    1_795_000_000,
  ),
  model: text("The model that answered.", "parley"),
};

export const ChatUsage = body(
  "ChatUsage",
  "Token usage of all model calls for the answer.",
  {
    prompt_tokens: int("Input tokens.", 600),
    prompt_tokens_details: z.object({ cached_tokens: z.int() }).meta({
      description: "Input tokens served from the provider's prompt cache.",
    }),
    completion_tokens: int("Output tokens.", 40),
    total_tokens: int("Input plus output tokens.", 640),
  },
);

export const Annotation = body(
  "Annotation",
  "A page that the answer cites, and where the content names it (in UTF-16 code units).",
  {
    type: field(z.literal("url_citation"), "The annotation type."),
    url_citation: z
      .object({
        title: z.string(),
        url: z.string(),
        start_index: z.int(),
        end_index: z.int(),
      })
      .meta({ description: "The page, and where the content cites it." }),
  },
);

export const ChatCompletion = body("ChatCompletion", "The answer.", {
  ...Head,
  object: field(z.literal("chat.completion"), KIND),
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
});

/** Data of an event of a streamed answer. */
export const ChatCompletionChunk = body(
  "ChatCompletionChunk",
  "A chunk of the answer. The last event is `data: [DONE]`.",
  {
    ...Head,
    object: field(z.literal("chat.completion.chunk"), KIND),
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
  },
);

export type ChatUsage = Readonly<z.infer<typeof ChatUsage>>;
export type Annotation = Readonly<z.infer<typeof Annotation>>;
export type ChatCompletion = Readonly<z.infer<typeof ChatCompletion>>;
export type ChatCompletionChunk = Readonly<z.infer<typeof ChatCompletionChunk>>;

/** A problem with the fields that OpenAI's clients read. */
export const ErrorBody = body(
  "ChatError",
  "Why a request was rejected, in both OpenAI's format and RFC 9457.",
  {
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
  },
);

export type ErrorBody = Readonly<z.infer<typeof ErrorBody>>;

export const Model = body("Model", "A model.", {
  id: text("Its name.", "parley"),
  object: field(z.literal("model"), KIND),
  created: int("Always 0.", 0),
  owned_by: text("Its owner.", "parley"),
});

export const ModelList = body("ModelList", "One: Parley.", {
  object: field(z.literal("list"), KIND),
  data: field(z.array(Model), "The models."),
});

export type Model = Readonly<z.infer<typeof Model>>;
export type ModelList = Readonly<z.infer<typeof ModelList>>;
