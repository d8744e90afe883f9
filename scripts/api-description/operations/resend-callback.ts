import type { ZodOpenApiOperationObject } from "zod-openapi";
import { CallbackDeliveries } from "../../../src/channels/webhook/schemas/callback.ts";
import { curl } from "../code-samples.ts";
import { EXAMPLE_DELIVERIES } from "../examples.ts";
import { RATE_HEADERS } from "../headers.ts";
import { MessagePath } from "../parameters.ts";
import { problemResponses } from "../problem-responses.ts";

export const resendCallback: ZodOpenApiOperationObject = {
  operationId: "resendCallback",
  tags: ["messages"],
  summary: "Send a callback once more",
  description:
    "One more attempt, now, whatever came of those before. It has the same `webhook-id`.",
  requestParams: { path: MessagePath },
  responses: {
    "202": {
      description: "It will be sent.",
      headers: RATE_HEADERS,
      content: {
        "application/json": {
          schema: CallbackDeliveries,
          example: {
            ...EXAMPLE_DELIVERIES,
            status: "pending",
            next_attempt_at: "2026-11-22T09:00:00.000Z",
          },
        },
      },
    },
    ...problemResponses(["unknown-message", "no-callback", "callback-pending"]),
  },
  "x-codeSamples": [
    curl("Send it once more", {
      method: "POST",
      path: "/v1/messages/m1/deliveries",
    }),
  ],
};
