import type { ZodOpenApiOperationObject } from "zod-openapi";
import {
  ConversationExport,
  ExportedLine,
} from "../../../src/channels/webhook/schemas/conversation.ts";
import { ExportQuery } from "../../../src/channels/webhook/schemas/conversation-requests.ts";
import { curl } from "../code-samples.ts";
import { RATE_HEADERS } from "../headers.ts";
import { ConversationPath } from "../parameters.ts";
import { problemResponses } from "../problem-responses.ts";

export const exportConversation: ZodOpenApiOperationObject = {
  operationId: "exportConversation",
  tags: ["conversations"],
  summary: "Export a conversation",
  description:
    "What it remembers and what is set for it: the newest messages, and by pages the older ones; or all of it as JSONL, whatever its length.",
  requestParams: { path: ConversationPath, query: ExportQuery },
  responses: {
    "200": {
      description: "The conversation.",
      headers: RATE_HEADERS,
      content: {
        "application/json": {
          schema: ConversationExport,
          example: {
            id: "order-17",
            instructions: null,
            metadata: { tier: "gold" },
            messages: [
              {
                message_id: "m1",
                role: "user",
                text: "What is 12.5% of 80.16 * 3?",
                at: "2026-11-22T08:00:00.000Z",
                sequence: 1,
              },
              {
                message_id: "m1",
                role: "assistant",
                text: "12.5% of 80.16 * 3 = 30.06.",
                at: "2026-11-22T08:00:02.000Z",
                sequence: 2,
              },
            ],
            previous: null,
            open_messages: [],
          },
        },
        "application/jsonl": { schema: ExportedLine },
      },
    },
    ...problemResponses(["invalid-query", "unknown-conversation"]),
  },
  "x-codeSamples": [
    curl("Export it", { path: "/v1/conversations/order-17" }),
    curl("Export all of it", {
      path: "/v1/conversations/order-17",
      headers: { Accept: "application/jsonl" },
    }),
  ],
};
