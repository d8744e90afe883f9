import { Identifier, Metadata, textField } from "../schemas/fields.ts";
import * as z from "zod";

const TextPart = z.looseObject({ type: z.literal("text"), text: z.string() });

const Content = z
  .union(
    [z.string(), z.array(TextPart)],
    "must be a text, or a list of parts of type text: images, sound and files are not taken",
  )
  .transform((content) =>
    typeof content === "string"
      ? content
      : content.map(({ text }) => text).join("\n"),
  )
  .refine(
    (text) => text.isWellFormed(),
    "has half a character (a lone surrogate)",
  );

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
      "Content is a text, or a list of parts of type `text`. Messages of tools are left out: Parley has its own.",
  });

/** The body of `POST /openai/v1/chat/completions`. Fields of OpenAI's that are not named here are taken and change nothing. */
export const ChatRequest = z
  .looseObject({
    model: textField()
      .nullish()
      .meta({
        description: "Any name; `parley` answers.",
        examples: ["parley"],
      }),
    messages: z
      .array(Message, "must be a list of messages")
      .min(1, "must hold a message")
      .meta({
        description:
          "The last one is answered; it is the user's. Those of the system and the developer are instructions for this answer.",
      }),
    user: Identifier.nullish().meta({
      description:
        "Who writes. Names the conversation, too, where nothing else does.",
      examples: ["customer-4711"],
    }),
    metadata: Metadata.nullish().meta({
      description:
        "Labels of your own, at most 16. `conversation` names the conversation.",
      examples: [{ conversation: "order-17" }],
    }),
    stream: z
      .boolean("must be true or false")
      .nullish()
      .meta({ description: "Whether the answer comes as it is written." }),
    stream_options: z
      .looseObject({
        include_usage: z.boolean("must be true or false").nullish(),
      })
      .nullish()
      .meta({ description: "`include_usage`: the usage comes last." }),
    n: z
      .literal(1, "must be 1: a message has one answer")
      .nullish()
      .meta({ description: "1." }),
  })
  .meta({
    id: "ChatRequest",
    description: "As OpenAI's Chat Completions have it.",
  });

export type ChatRequest = z.infer<typeof ChatRequest>;
