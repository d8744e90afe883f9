import type { ZodOpenApiOperationObject } from "zod-openapi";
import { ConversationList } from "../../../src/channels/webhook/schemas/conversation.ts";
import { ListQuery } from "../../../src/channels/webhook/schemas/conversation-requests.ts";
import { curl } from "../code-samples.ts";
import { problemResponses } from "../problem-responses.ts";

export const listConversations: ZodOpenApiOperationObject = {
  operationId: "listConversations",
  tags: ["conversations"],
  summary: "List conversations",
  description:
    "Your own conversations, sorted by name, page by page. A conversation is there once a message was sent to it or something was set for it, until it is forgotten.",
  requestParams: { query: ListQuery },
  responses: {
    "200": {
      description: "A page of them.",
      content: {
        "application/json": {
          schema: ConversationList,
          example: {
            conversations: [{ id: "order-16" }, { id: "order-17" }],
            next: null,
          },
        },
      },
    },
    ...problemResponses(["invalid-query"]),
  },
  "x-codeSamples": [curl("List them", { path: "/v1/conversations?limit=20" })],
};
