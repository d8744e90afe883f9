import {
  ConversationExport,
  ConversationList,
  ConversationSettingsBody,
  ExportedLine,
  ForgottenConversation,
} from "../../../src/channels/webhook/schemas/conversation.ts";
import {
  ExportQuery,
  ListQuery,
  SettingsPatchBody,
} from "../../../src/channels/webhook/schemas/requests.ts";
import { curl } from "../examples.ts";
import { ConversationPath, RATE_HEADERS } from "../parameters.ts";
import { BODY_PROBLEMS, problemResponses } from "../problem-responses.ts";
import type { ZodOpenApiOperationObject } from "zod-openapi";

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

const EXAMPLE = {
  instructions: "You talk to a customer of the tier gold. Be formal.",
  metadata: { tier: "gold" },
};

export const setUpConversation: ZodOpenApiOperationObject = {
  operationId: "setUpConversation",
  tags: ["conversations"],
  summary: "Set up a conversation",
  description:
    "Changes its instructions and metadata, also before its first message. The body is a JSON merge patch (RFC 7396): what is left out stays, `null` removes. It counts from the next message on.",
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
      description: "What is set for it now.",
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
    curl("Set it up", {
      method: "PATCH",
      path: "/v1/conversations/order-17",
      body: EXAMPLE,
    }),
  ],
};

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
