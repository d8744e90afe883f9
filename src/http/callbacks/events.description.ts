import type { ZodOpenApiPathItemObject } from "zod-openapi";
import { json } from "../description/operation.ts";
import { EventBody } from "./event-schemas.ts";

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
