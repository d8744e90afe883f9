import type { ZodOpenApiOperationObject } from "zod-openapi";
import { EXAMPLE_REPLY } from "../description/examples.ts";
import { answer, json, type Operation } from "../description/operation.ts";
import { MessagePath } from "../description/parameters.ts";
import { CallbackBody, CallbackDeliveries } from "./callback-schemas.ts";

const CALLBACK_URL = "https://shop.example.com/hooks/parley";

const EXAMPLE_CALLBACK = {
  type: "message.answered",
  timestamp: "2026-11-22T08:00:02.000Z",
  caller: "shop",
  callback_url: CALLBACK_URL,
  data: EXAMPLE_REPLY,
};

const REQUEST = `
POST /hooks/parley HTTP/1.1
Host: shop.example.com
Content-Type: application/json
webhook-id: evt_9f0c5a1e6b7d4c38a2f1e0d9c8b7a695
webhook-timestamp: 1795334402
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

${JSON.stringify(EXAMPLE_CALLBACK, null, 2)}
`.trim();

/** The callback's receiver; not one of Parley's routes. */
export const receiveCallback: ZodOpenApiOperationObject = {
  operationId: "receiveCallback",
  tags: ["messages"],
  summary: "Receive a callback",
  description:
    "Sent to a message's `callback_url` when it is answered or has failed, signed according to Standard Webhooks with the secret that the operator gives you: it is yours alone, and differs from the one you sign messages with. Verify the signature over the raw body and the age of `webhook-timestamp`, then check that `caller` is you and `callback_url` is your own URL. `webhook-id` is the same for every attempt: use it to ignore duplicates. Answer within 10 seconds. [Receivers in TypeScript and Python](https://github.com/parley-chat/parley/blob/main/docs/api-examples.md).",
  security: [{ webhookId: [], webhookTimestamp: [], webhookSignature: [] }],
  requestBody: {
    required: true,
    content: json(CallbackBody, EXAMPLE_CALLBACK),
  },
  responses: {
    "2XX": { description: "Delivered." },
    "410": { description: "The endpoint is gone: no more attempts." },
    "5XX": {
      description:
        "Retried after 5 s, 30 s, 2 min, 10 min, 1 h and 6 h, or later if `Retry-After` says so. Any other status, a redirect or no response is treated the same.",
    },
  },
  "x-codeSamples": [{ lang: "HTTP", label: "What is sent", source: REQUEST }],
};

const DELIVERIES = {
  message_id: "m1",
  callback_url: CALLBACK_URL,
  status: "delivered",
  next_attempt_at: null,
  deliveries: [
    {
      attempt: 1,
      at: "2026-11-22T08:00:00.000Z",
      duration_ms: 10_000,
      error: "No answer within 10 seconds.",
    },
    {
      attempt: 2,
      at: "2026-11-22T08:00:15.000Z",
      duration_ms: 120,
      status_code: 204,
    },
  ],
};

export const DELIVERY_OPERATIONS: Readonly<Record<string, Operation>> = {
  readDeliveries: {
    route: "GET /v1/messages/{id}/deliveries",
    summary: "List deliveries",
    description:
      "The attempts to deliver the reply to the message's `callback_url`. Kept for 30 days after the last attempt.",
    requestParams: { path: MessagePath },
    responses: {
      "200": answer("The attempts so far.", CallbackDeliveries, DELIVERIES),
    },
    problems: ["unknown-message", "no-callback", "deliveries-forgotten"],
    samples: [
      { label: "List the attempts", path: "/v1/messages/m1/deliveries" },
    ],
  },

  resendCallback: {
    route: "POST /v1/messages/{id}/deliveries",
    summary: "Resend a callback",
    description:
      "Makes one more attempt right away, regardless of earlier ones, with the same `webhook-id`.",
    requestParams: { path: MessagePath },
    responses: {
      "202": answer("The callback will be sent.", CallbackDeliveries, {
        ...DELIVERIES,
        status: "pending",
        next_attempt_at: "2026-11-22T09:00:00.000Z",
      }),
    },
    problems: ["unknown-message", "no-callback", "callback-pending"],
    samples: [{ label: "Resend it", path: "/v1/messages/m1/deliveries" }],
  },
};
