import type { ZodOpenApiOperationObject } from "zod-openapi";
import {
  VerificationAnswer,
  VerificationBody,
} from "../../../src/channels/webhook/schemas/callback.ts";
import type { CodeSample } from "../code-samples.ts";
import { EXAMPLE_OWNER } from "../examples.ts";

const CHALLENGE =
  "4f6cde0a9b1c2d3e4f5061728394a5b6c7d8e9f00112233445566778899aabbc";

const EXAMPLE_QUESTION = {
  type: "callback.verification",
  timestamp: "2026-11-22T08:00:00.000Z",
  ...EXAMPLE_OWNER,
  data: { challenge: CHALLENGE },
};

const EXCHANGE = `
POST /hooks/parley HTTP/1.1
Host: shop.example.com
Content-Type: application/json
webhook-id: evt_0c8f1d2e3b4a59687f6e5d4c3b2a1908
webhook-timestamp: 1795334400
webhook-signature: v1,Zr1mHk0E1u0q5s8y3bC7d9fA2w4x6v8t0pLkJhGfDsA=

${JSON.stringify(EXAMPLE_QUESTION, null, 2)}

HTTP/1.1 200 OK
Content-Type: application/json

${JSON.stringify({ challenge: CHALLENGE })}
`.trim();

/** What an endpoint does before its first callback; not a route of ours. */
export const confirmEndpoint: ZodOpenApiOperationObject = {
  operationId: "confirmEndpoint",
  tags: ["messages"],
  summary: "Confirm that you want callbacks",
  description:
    "Sent to a `callback_url` while its message is taken in, unless the operator has listed the host for you: before the first callback to an origin, and again after 90 days. It is signed as callbacks are. Check the signature, `caller` and `callback_url`, then send the challenge back within 5 seconds. Without that the message is refused (`callback-unconfirmed`). Never answer a question that your secret has not signed: it is another caller's.",
  security: [{ webhookId: [], webhookTimestamp: [], webhookSignature: [] }],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: VerificationBody,
        example: EXAMPLE_QUESTION,
      },
    },
  },
  responses: {
    "200": {
      description: "Callbacks of this caller may be sent here.",
      content: {
        "application/json": {
          schema: VerificationAnswer,
          example: { challenge: CHALLENGE },
        },
      },
    },
    "4XX": {
      description:
        "As any other answer, redirects too, and none: callbacks of this caller are not sent here.",
    },
  },
  "x-codeSamples": [
    { lang: "HTTP", label: "The question and the answer", source: EXCHANGE },
  ] satisfies readonly CodeSample[],
};
