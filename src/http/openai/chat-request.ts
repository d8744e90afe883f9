import * as z from "zod";
import { field } from "../schemas/described.ts";
import { Identifier, Metadata, textField } from "../schemas/fields.ts";

const TextPart = z.looseObject({ type: z.literal("text"), text: z.string() });

/** Of an earlier answer of the assistant. */
const RefusalPart = z
  .looseObject({ type: z.literal("refusal"), refusal: z.string() })
  .transform(({ refusal }) => ({ text: refusal }));

const OtherPart = z
  .looseObject({ type: z.string().refine((type) => type !== "text") })
  .transform(() => ({ text: undefined }));

const Content = z
  .union(
    [z.string(), z.array(z.union([TextPart, RefusalPart, OtherPart]))],
    "must be a string, or an array of parts with a type",
  )
  .transform((content) => {
    const parts = typeof content === "string" ? [{ text: content }] : content;
    return {
      text: parts.map(({ text = NOT_TEXT }) => text).join("\n"),
      isText: parts.every(({ text }) => text !== undefined),
    };
  })
  .refine(
    ({ text }) => text.isWellFormed(),
    "contains a lone surrogate (half of a character)",
  );

/** What the model reads in place of an earlier image, recording or file. */
const NOT_TEXT = "[an image or a file, which you cannot see]";

const Message = z
  .discriminatedUnion(
    "role",
    [
      z.looseObject({
        role: z.enum(["system", "developer", "user"]),
        content: Content,
      }),
      z.looseObject({
        role: z.literal("assistant"),
        content: Content.nullish(),
      }),
      z.looseObject({ role: z.enum(["tool", "function"]) }),
    ],
    "must be an object with the role system, developer, user, assistant, tool or function",
  )
  .meta({
    id: "ChatMessage",
    description:
      "Content is a string or an array of `text` parts; before the last message, other parts are left out, and the model is told so. Tool messages are ignored: Parley runs its own tools.",
  });

const ResponseFormat = z
  .discriminatedUnion(
    "type",
    [
      z.looseObject({ type: z.enum(["text", "json_object"]) }),
      z.looseObject({
        type: z.literal("json_schema"),
        json_schema: z.looseObject(
          {
            schema: z
              .record(z.string(), z.unknown(), "must be a JSON Schema")
              .nullish(),
            strict: z.boolean("must be true or false").nullish(),
          },
          "must be an object with a schema",
        ),
      }),
    ],
    "must be an object with the type text, json_object or json_schema",
  )
  .meta({
    id: "ResponseFormat",
    description:
      "`json_object` and `json_schema`: the answer is JSON that matches, with nothing around it. It is checked before it is sent.",
  });

/**
 * Body of `POST /openai/v1/chat/completions`. Other fields of OpenAI's API are
 * accepted and ignored.
 */
export const ChatRequest = z
  .looseObject({
    model: field(
      textField().nullish(),
      "Any name is accepted; `parley` answers.",
      "parley",
    ),
    messages: field(
      z
        .array(Message, "must be an array of messages")
        .min(1, "must contain at least one message"),
      "The last message is the user's, and gets the answer. System and developer messages are instructions for this answer.",
    ),
    user: field(
      Identifier.nullish(),
      "The end user. Also names the conversation if nothing else does.",
      "customer-4711",
    ),
    metadata: field(
      Metadata.nullish(),
      "Your own labels, at most 16. `conversation` names the conversation.",
      { conversation: "order-17" },
    ),
    response_format: field(
      ResponseFormat.nullish(),
      "The form of the answer; text by default.",
    ),
    stream: field(
      z.boolean("must be true or false").nullish(),
      "Whether to stream the answer.",
    ),
    stream_options: field(
      z
        .looseObject(
          { include_usage: z.boolean("must be true or false").nullish() },
          "must be an object",
        )
        .nullish(),
      "`include_usage`: adds a last chunk with the usage.",
    ),
    n: field(
      z.literal(1, "must be 1: a message has one answer").nullish(),
      "1.",
    ),
  })
  .meta({
    id: "ChatRequest",
    description: "As in OpenAI's Chat Completions.",
  });

export type ChatRequest = z.infer<typeof ChatRequest>;
