import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { ChatRequest } from "../../../src/http/openai/chat-request.ts";
import {
  ChatCompletion,
  Model,
  ModelList,
  type ChatCompletion as Completion,
} from "../../../src/http/openai/schemas.ts";
import { curl } from "../examples.ts";
import { BODY_PROBLEMS, problemResponses } from "../problem-responses.ts";

const REQUEST = {
  model: "parley",
  messages: [{ role: "user", content: "What is 12.5% of 80.16 * 3?" }],
};

const COMPLETION: Completion = {
  id: "chatcmpl-0c1f7e5e-6f6d-4c35-9a54-0d4f6f4f2c11",
  object: "chat.completion",
  created: 1_795_000_000,
  model: "parley",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: "12.5% of 80.16 * 3 = 30.06.",
        refusal: null,
        annotations: [],
      },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: {
    prompt_tokens: 600,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens: 40,
    total_tokens: 640,
  },
};

/** The same answer, streamed. */
const CHUNKS = [
  chunk({ role: "assistant", content: "" }, null),
  chunk({ content: "12.5% of 80.16 * 3 = 30.06." }, null),
  chunk({}, "stop"),
  "data: [DONE]\n\n",
].join("");

function chunk(delta: object, finishReason: "stop" | null): string {
  const { id, created, model } = COMPLETION;
  const data = {
    id,
    created,
    model,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
  };
  return `data: ${JSON.stringify(data)}\n\n`;
}

export const completeChat: ZodOpenApiOperationObject = {
  operationId: "completeChat",
  tags: ["openai"],
  summary: "Create a chat completion",
  description:
    "For clients of OpenAI's Chat Completions. If the request names a conversation, the last message is answered with that conversation's memory; otherwise only the given messages count, and nothing is kept. Problems carry OpenAI's `error` in addition to their own fields, and invalid fields return 400.",
  requestParams: {
    header: z.object({
      "X-Conversation-Id": z
        .string()
        .meta({
          description:
            "Your name for the conversation, percent-encoded if it is not ASCII; by default `metadata.conversation`, then `user`.",
          examples: ["order-17"],
        })
        .optional(),
    }),
  },
  requestBody: {
    required: true,
    content: { "application/json": { schema: ChatRequest, example: REQUEST } },
  },
  responses: {
    "200": {
      description:
        "The answer; with `stream`, its chunks as server-sent events, ending with `data: [DONE]`.",
      content: {
        "application/json": { schema: ChatCompletion, example: COMPLETION },
        "text/event-stream": {
          schema: { type: "string" },
          example: CHUNKS,
        },
      },
    },
    ...problemResponses([
      "too-many-streams",
      ...BODY_PROBLEMS,
      "invalid-header",
      "forgotten",
      "too-many-messages",
      "conversation-busy",
      "budget-spent",
      "model-unreachable",
      "model-unauthorized",
      "model-quota",
      "model-unknown",
      "turn-failed",
      "wrong-format",
      "no-json",
      "not-answered-yet",
    ]),
  },
  "x-codeSamples": [
    curl("Wait for the answer", {
      path: "/openai/v1/chat/completions",
      body: REQUEST,
    }),
    curl("Stream the answer", {
      options: "-N",
      path: "/openai/v1/chat/completions",
      headers: { "X-Conversation-Id": "order-17" },
      body: { ...REQUEST, stream: true },
    }),
  ],
};

const MODEL = {
  id: "parley",
  object: "model",
  created: 0,
  owned_by: "parley",
} as const;

export const listModels: ZodOpenApiOperationObject = {
  operationId: "listModels",
  tags: ["openai"],
  summary: "List models",
  description: "The only model is `parley`.",
  responses: {
    "200": {
      description: "The models.",
      content: {
        "application/json": {
          schema: ModelList,
          example: { object: "list", data: [MODEL] },
        },
      },
    },
    ...problemResponses([]),
  },
  "x-codeSamples": [curl("List them", { path: "/openai/v1/models" })],
};

export const readModel: ZodOpenApiOperationObject = {
  operationId: "readModel",
  tags: ["openai"],
  summary: "Get a model",
  description: "The only model is `parley`.",
  requestParams: {
    path: z.object({
      id: z.string().meta({ description: "`parley`", examples: ["parley"] }),
    }),
  },
  responses: {
    "200": {
      description: "The model.",
      content: { "application/json": { schema: Model, example: MODEL } },
    },
    ...problemResponses(["unknown-model"]),
  },
  "x-codeSamples": [curl("Get it", { path: "/openai/v1/models/parley" })],
};
