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
};

export const DELIVERY_OPERATIONS: Readonly<Record<string, Operation>> = {
  readDeliveries: {
    route: "GET /v1/messages/{id}/deliveries",
    summary: "List deliveries",
    description:
      "The attempts to deliver the reply to the message's `callback_url`. Kept for 30 days after the last attempt.",
    requestParams: { path: MessagePath },
    responses: {
      "200": answer("The attempts so far.", CallbackDeliveries),
    },
    problems: ["unknown-message", "no-callback", "deliveries-forgotten"],
  },

  resendCallback: {
    route: "POST /v1/messages/{id}/deliveries",
    summary: "Resend a callback",
    description:
      "Makes one more attempt right away, regardless of earlier ones, with the same `webhook-id`.",
    requestParams: { path: MessagePath },
    responses: {
      "202": answer("The callback will be sent.", CallbackDeliveries),
    },
    problems: ["unknown-message", "no-callback", "callback-pending"],
  },
};
