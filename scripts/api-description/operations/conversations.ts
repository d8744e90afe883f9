import type { ZodOpenApiOperationObject } from "zod-openapi";
import {
  ConversationExport,
  ConversationList,
  ConversationSettingsBody,
  ExportedLine,
  ForgottenConversation,
} from "../../../src/http/api/schemas/conversation.ts";
import {
  ExportQuery,
  ListQuery,
  SettingsPatchBody,
} from "../../../src/http/api/schemas/requests.ts";
import { curl } from "../examples.ts";
import { ConversationPath, RATE_HEADERS } from "../parameters.ts";
import { BODY_PROBLEMS, problemResponses } from "../problem-responses.ts";

export const listConversations: ZodOpenApiOperationObject = {
  operationId: "listConversations",
  tags: ["conversations"],
  summary: "List conversations",
  description:
    "Your conversations, sorted by name and paginated. A conversation exists from its first message or setting until it is deleted.",
  requestParams: { query: ListQuery },
  responses: {
    "200": {
      description: "A page of conversations.",
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

export const exportConversation: ZodOpenApiOperationObject = {
  operationId: "exportConversation",
  tags: ["conversations"],
  summary: "Export a conversation",
  description:
    "History and settings: the latest messages first, older ones by page; or everything as JSONL, regardless of its length.",
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

const EXAMPLE = {
  instructions: "You are talking to a gold-tier customer. Be formal.",
  metadata: { tier: "gold" },
};

export const setUpConversation: ZodOpenApiOperationObject = {
  operationId: "setUpConversation",
  tags: ["conversations"],
  summary: "Update a conversation",
  description:
    "Changes its instructions and metadata, even before its first message. The body is a JSON Merge Patch (RFC 7396): omitted fields stay, `null` removes. Takes effect with the next message.",
  requestParams: { path: ConversationPath },
  requestBody: {
    required: true,
    content: {
      "application/merge-patch+json": {
        schema: SettingsPatchBody,
        example: EXAMPLE,
      },
      "application/json": { schema: SettingsPatchBody, example: EXAMPLE },
    },
  },
  responses: {
    "200": {
      description: "The current settings.",
      content: {
        "application/json": {
          schema: ConversationSettingsBody,
          example: { id: "order-17", ...EXAMPLE },
        },
      },
    },
    ...problemResponses([...BODY_PROBLEMS, "unknown-conversation"]),
  },
  "x-codeSamples": [
    curl("Update it", {
      method: "PATCH",
      path: "/v1/conversations/order-17",
      body: EXAMPLE,
    }),
  ],
};

export const forgetConversation: ZodOpenApiOperationObject = {
  operationId: "forgetConversation",
  tags: ["conversations"],
  summary: "Delete a conversation",
  description:
    "Permanently erases texts, steps, replies and settings, including those of waiting and running messages. Only the message ids remain, so that a resent message is not answered again (410).",
  requestParams: { path: ConversationPath },
  responses: {
    "200": {
      description: "The conversation was deleted.",
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
    curl("Delete it", {
      method: "DELETE",
      path: "/v1/conversations/order-17",
    }),
  ],
};
