import { createDocument } from "zod-openapi";
import { CONVERSATIONS } from "../../src/http/api/conversations.description.ts";
import { MESSAGES } from "../../src/http/api/messages.description.ts";
import { SCHEDULED_MESSAGES } from "../../src/http/api/scheduled.description.ts";
import { EVENT_WEBHOOKS } from "../../src/http/callbacks/callbacks.description.ts";
import { HEADERS } from "../../src/http/description/operation.ts";
import { OPENAI } from "../../src/http/openai/openai.description.ts";
import {
  DeltaEvent,
  ErrorEvent,
  ProblemBody,
  StepEvent,
  WaitingEvent,
} from "../../src/http/schemas/bodies.ts";
import { VERSION } from "../../src/runtime/version.ts";
import { DEPLOYMENT } from "./deployment.ts";
import { describeOperations } from "./describe-operations.ts";
import { createIntroduction } from "./introduction.ts";
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
      ...describeOperations([
        MESSAGES,
        SCHEDULED_MESSAGES,
        CONVERSATIONS,
        OPENAI,
        DEPLOYMENT,
      ]),
      webhooks: EVENT_WEBHOOKS,
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
