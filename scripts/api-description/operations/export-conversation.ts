import type { ZodOpenApiOperationObject } from "zod-openapi";
import { ConversationExport } from "../../../src/channels/webhook/schemas/conversation-export.ts";
import { curl } from "../code-samples.ts";
import { ConversationPath } from "../parameters.ts";
import { problemResponses } from "../problem-responses.ts";

export const exportConversation: ZodOpenApiOperationObject = {
  operationId: "exportConversation",
  tags: ["conversations"],
  summary: "Export a conversation",
  description: "All that was said in it, oldest first.",
  requestParams: { path: ConversationPath },
  responses: {
    "200": {
      description: "The conversation.",
      content: {
        "application/json": {
          schema: ConversationExport,
          example: {
            id: "order-17",
            messages: [
              {
                message_id: "m1",
                role: "user",
                text: "What is 12.5% of 80.16 * 3?",
                at: "2026-11-22T08:00:00.000Z",
              },
              {
                message_id: "m1",
                role: "assistant",
                text: "12.5% of 80.16 * 3 = 30.06.",
                at: "2026-11-22T08:00:02.000Z",
              },
            ],
          },
        },
      },
    },
    ...problemResponses(["unknown-conversation"]),
  },
  "x-codeSamples": [curl("Export it", { path: "/v1/conversations/order-17" })],
};
