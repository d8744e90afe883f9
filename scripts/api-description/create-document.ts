import { createDocument } from "zod-openapi";
import {
  DeltaEvent,
  ErrorEvent,
  ProblemBody,
  StepEvent,
  WaitingEvent,
} from "../../src/http/schemas/bodies.ts";
import { VERSION } from "../../src/runtime/version.ts";
import { createIntroduction } from "./introduction.ts";
import { readDeliveries, resendCallback } from "./operations/callbacks.ts";
import {
  exportConversation,
  forgetConversation,
  listConversations,
  setUpConversation,
} from "./operations/conversations.ts";
import {
  readDescription,
  readHealth,
  readReference,
} from "./operations/deployment.ts";
import {
  readMessage,
  sendMessage,
  stopMessage,
} from "./operations/messages.ts";
import { completeChat, listModels, readModel } from "./operations/openai.ts";
import { HEADERS } from "./parameters.ts";
import { problemExamples } from "./problem-responses.ts";

export type ApiDocument = ReturnType<typeof createDocument>;

/**
 * Describes the HTTP API in OpenAPI 3.1, with the schemas that validate
 * requests.
 */
export function createApiDocument(): ApiDocument {
  return createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: "Parley",
        version: VERSION,
        summary: "The chatbot's HTTP API.",
        description: createIntroduction(),
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/", description: "This deployment." }],
      security: [{ apiKey: [] }],
      tags: [
        {
          name: "messages",
          "x-displayName": "Messages",
          description: "A message, its answer, and everything in between.",
        },
        {
          name: "conversations",
          "x-displayName": "Conversations",
          description:
            "What Parley remembers of a conversation. Conversation names belong to the caller: you cannot see the conversations of other callers.",
        },
        {
          name: "openai",
          "x-displayName": "OpenAI-compatible API",
          description:
            "The same bot for clients of OpenAI's Chat Completions. Set their base URL to this deployment with `/openai/v1`.",
        },
        {
          name: "deployment",
          "x-displayName": "This deployment",
          description: "Public, no key needed.",
        },
      ],
      paths: {
        "/v1/messages": { post: sendMessage },
        "/v1/messages/{id}": { get: readMessage, delete: stopMessage },
        "/v1/conversations": { get: listConversations },
        "/v1/messages/{id}/deliveries": {
          get: readDeliveries,
          post: resendCallback,
        },
        "/v1/conversations/{id}": {
          get: exportConversation,
          patch: setUpConversation,
          delete: forgetConversation,
        },
        "/openai/v1/chat/completions": { post: completeChat },
        "/openai/v1/models": { get: listModels },
        "/openai/v1/models/{id}": { get: readModel },
        "/healthz": { get: readHealth },
        "/openapi.json": { get: readDescription },
        "/docs": { get: readReference },
      },
      components: {
        schemas: {
          Problem: ProblemBody,
          StepEvent,
          DeltaEvent,
          WaitingEvent,
          ErrorEvent,
        },
        headers: HEADERS,
        examples: problemExamples(),
        securitySchemes: {
          apiKey: {
            type: "http",
            scheme: "bearer",
            description:
              "An API key of `WEBHOOK_API_KEYS`. Under `npm run dev`, `npm run --silent key` prints one.",
          },
          webhookId: {
            type: "apiKey",
            in: "header",
            name: "webhook-id",
            description:
              "Standard Webhooks: 1 to 128 characters without spaces or periods. Used as the message's id if the body has none.",
          },
          webhookTimestamp: {
            type: "apiKey",
            in: "header",
            name: "webhook-timestamp",
            description:
              "Standard Webhooks: seconds since the Unix epoch, at most 5 minutes off.",
          },
          webhookSignature: {
            type: "apiKey",
            in: "header",
            name: "webhook-signature",
            description:
              "Standard Webhooks: `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>`, with your secret. Messages are signed with a secret of `WEBHOOK_SIGNING_SECRET`, callbacks with another one that the operator gives you.",
          },
        },
      },
    },
    {
      // Clients must tolerate new fields in responses, so
      // `additionalProperties: false` is dropped there.
      override: ({ jsonSchema, io }) => {
        if (io === "output" && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    },
  );
}
