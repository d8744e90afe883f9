import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
} from "zod-openapi";
import { EXAMPLE_REPLY } from "../description/examples.ts";
import {
  answer,
  json,
  MessagePath,
  type Operation,
} from "../description/operation.ts";
import {
  CallbackBody,
  CallbackDeliveries,
  EventBody,
} from "./callback-schemas.ts";

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

/** The receiver of events; not one of Parley's routes. */
export const EVENT_WEBHOOKS: Readonly<
  Record<string, ZodOpenApiPathItemObject>
> = {
  event: {
    post: {
      operationId: "receiveEvent",
      tags: ["conversations"],
      summary: "Receive an event",
      description:
        "Sent to `EVENTS_URL` when something happens in any conversation of the deployment, signed according to Standard Webhooks with `EVENTS_SIGNING_SECRET`. Verify the signature over the raw body and the age of `webhook-timestamp`. `webhook-id` is the same for every attempt: use it to ignore duplicates. Answer within 10 seconds.",
      security: [{ webhookId: [], webhookTimestamp: [], webhookSignature: [] }],
      requestBody: {
        required: true,
        content: json(EventBody, {
          type: "conversation.needs_human",
          timestamp: "2026-11-29T08:00:02.000Z",
          data: {
            conversation: "telegram:42",
            channel: "telegram",
            sequence: 7,
            author: { id: "42", name: "Zoë" },
            reason: "Wants a refund for order 17.",
            until: "2026-11-29T08:30:02.000Z",
          },
        }),
      },
      responses: {
        "2XX": { description: "Delivered." },
        "410": { description: "No more attempts for this event." },
        "5XX": {
          description:
            "Retried like a callback. Any other status, a redirect or no response is treated the same.",
        },
      },
    },
  },
};
