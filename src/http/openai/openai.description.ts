import * as z from "zod";
import { EXAMPLE_TURN, streamExample } from "../description/examples.ts";
import {
  answer,
  json,
  MESSAGE_PROBLEMS,
  type OperationGroup,
} from "../description/operation.ts";
import { field, text } from "../schemas/described.ts";
import { ChatRequest } from "./chat-request.ts";
import { toCompletion } from "./completion.ts";
import { ChatCompletion, Model, ModelList } from "./schemas.ts";
import { streamCompletion } from "./stream-completion.ts";

const REQUEST = {
  model: "parley",
  messages: [{ role: "user", content: "What is 12.5% of 80.16 * 3?" }],
};

const TURN = {
  ...EXAMPLE_TURN,
  id: "chatcmpl-0c1f7e5e-6f6d-4c35-9a54-0d4f6f4f2c11",
};

export const OPENAI: OperationGroup = {
  name: "openai",
  title: "OpenAI-compatible API",
  description:
    "The same bot for clients of OpenAI's Chat Completions. Set their base URL to this deployment with `/openai/v1`.",
  operations: {
    completeChat: {
      route: "POST /openai/v1/chat/completions",
      summary: "Create a chat completion",
      description:
        "For clients of OpenAI's Chat Completions. If the request names a conversation, the last message is answered with that conversation's memory; otherwise only the given messages count, and nothing is kept. Problems carry OpenAI's `error` in addition to their own fields, and invalid fields return 400.",
      requestParams: {
        header: z.object({
          "X-Conversation-Id": field(
            z.string().optional(),
            "Your name for the conversation, percent-encoded if it is not ASCII; by default `metadata.conversation`, then `user`.",
            "order-17",
          ),
        }),
      },
      body: json(ChatRequest, REQUEST),
      responses: {
        "200": {
          description:
            "The answer; with `stream`, its chunks as server-sent events, ending with `data: [DONE]`.",
          content: {
            ...json(ChatCompletion, toCompletion(TURN)),
            "text/event-stream": {
              schema: { type: "string" },
              example: await streamExample((context, streaming) =>
                streamCompletion(context, {
                  chat: { message: TURN.message, includesUsage: false },
                  turn: TURN,
                  cleanUp: async () => {},
                  ...streaming,
                }),
              ),
            },
          },
        },
      },
      problems: [
        ...MESSAGE_PROBLEMS,
        "invalid-header",
        "budget-spent",
        "wrong-format",
        "no-json",
        "not-answered-yet",
      ],
    },

    listModels: {
      route: "GET /openai/v1/models",
      summary: "List models",
      description: "The only model is `parley`.",
      responses: {
        "200": answer("The models.", ModelList),
      },
    },

    readModel: {
      route: "GET /openai/v1/models/{id}",
      summary: "Get a model",
      description: "The only model is `parley`.",
      requestParams: {
        path: z.object({ id: text("`parley`", "parley") }),
      },
      responses: { "200": answer("The model.", Model) },
      problems: ["unknown-model"],
    },
  },
};
