import type { ZodOpenApiOperationObject } from "zod-openapi";
import { ForgottenConversation } from "../../../src/channels/webhook/schemas/conversation.ts";
import { curl } from "../code-samples.ts";
import { RATE_HEADERS } from "../headers.ts";
import { ConversationPath } from "../parameters.ts";
import { problemResponses } from "../problem-responses.ts";

export const forgetConversation: ZodOpenApiOperationObject = {
  operationId: "forgetConversation",
  tags: ["conversations"],
  summary: "Forget a conversation",
  description:
    "Erases texts, steps, replies and settings for good, also of messages that wait or are being answered. Only the messages' ids stay, so that a message that is sent again is not answered again (410).",
  requestParams: { path: ConversationPath },
  responses: {
    "200": {
      description: "It is forgotten.",
      headers: RATE_HEADERS,
      content: {
        "application/json": {
          schema: ForgottenConversation,
          example: {
            id: "order-17",
            deleted: {
              messages: 2,
              turns: 1,
              open_turns: 0,
              failed_turns: 0,
              settings: true,
            },
          },
        },
      },
    },
    ...problemResponses(["unknown-conversation"]),
  },
  "x-codeSamples": [
    curl("Forget it", {
      method: "DELETE",
      path: "/v1/conversations/order-17",
    }),
  ],
};
