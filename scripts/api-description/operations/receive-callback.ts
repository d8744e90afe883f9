import type { ZodOpenApiOperationObject } from "zod-openapi";
import { CallbackBody } from "../../../src/channels/webhook/schemas/callback-body.ts";
import { EXAMPLE_REPLY } from "../examples.ts";

/** What a receiver of callbacks does; not a route of ours. */
export const receiveCallback: ZodOpenApiOperationObject = {
  operationId: "receiveCallback",
  tags: ["messages"],
  summary: "Receive a callback",
  description:
    "Sent to the `callback_url` of a message once it is answered or has failed, signed as Standard Webhooks has it. Check the signature over the raw body, and the age of `webhook-timestamp`. `webhook-id` is the same for each attempt: who has seen it has seen the event. Answer within 10 seconds.",
  security: [{ webhookId: [], webhookTimestamp: [], webhookSignature: [] }],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: CallbackBody,
        example: {
          type: "message.answered",
          timestamp: "2026-11-22T08:00:02.000Z",
          data: EXAMPLE_REPLY,
        },
      },
    },
  },
  responses: {
    "2XX": { description: "It has arrived." },
    "410": { description: "Nobody is there any more: no more attempts." },
    "5XX": {
      description:
        "As any other answer, redirects too, and none: it is tried again after 5 s, 30 s, 2 min, 10 min, 1 h and 6 h; `Retry-After` is heeded.",
    },
  },
};
