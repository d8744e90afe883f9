import {
  DeltaEvent,
  ErrorEvent,
  ProblemBody,
  StepEvent,
  WaitingEvent,
} from "../../src/channels/schemas/bodies.ts";
import { VERSION } from "../../src/version.ts";
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
import { createDocument } from "zod-openapi";

export type ApiDocument = ReturnType<typeof createDocument>;

/** The HTTP API as an OpenAPI 3.1 document, from the schemas that check requests. */
export function createApiDocument(): ApiDocument {
  return createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: "Parley",
        version: VERSION,
        summary: "Messages to the chatbot by HTTP.",
        description: createIntroduction(),
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/", description: "This deployment." }],
      security: [{ apiKey: [] }],
      tags: [
        {
          name: "messages",
          "x-displayName": "Messages",
          description: "A message, its answer, and all that came in between.",
        },
        {
          name: "conversations",
          "x-displayName": "Conversations",
          description:
            "What Parley remembers of a conversation. Names of conversations are the caller's own: another caller's look as if there were none.",
        },
        {
          name: "openai",
          "x-displayName": "For clients of OpenAI",
          description:
            "The same bot, for programs that speak OpenAI's Chat Completions. Their base URL ends in `/openai/v1`.",
        },
        {
          name: "deployment",
          "x-displayName": "This deployment",
          description: "For everybody, without a key.",
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
              "Standard Webhooks: 1 to 128 characters, no blank and no full stop. The message's id where the body has none.",
          },
          webhookTimestamp: {
            type: "apiKey",
            in: "header",
            name: "webhook-timestamp",
            description:
              "Standard Webhooks: seconds since 1970, at most 5 minutes off.",
          },
          webhookSignature: {
            type: "apiKey",
            in: "header",
            name: "webhook-signature",
            description:
              "Standard Webhooks: `v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>`, with a secret of yours. Messages are signed with one of `WEBHOOK_SIGNING_SECRET`, callbacks with another one, which the operator gives you.",
          },
        },
      },
    },
    {
      // Answers may gain fields: that breaks no client.
      override: ({ jsonSchema, io }) => {
        if (io === "output" && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    },
  );
}
