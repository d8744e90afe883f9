import type { ZodOpenApiOperationObject } from "zod-openapi";
import { CallbackDeliveries } from "../../../src/channels/webhook/schemas/callback.ts";
import { curl } from "../code-samples.ts";
import { EXAMPLE_DELIVERIES } from "../examples.ts";
import { RATE_HEADERS } from "../headers.ts";
import { MessagePath } from "../parameters.ts";
import { problemResponses } from "../problem-responses.ts";

export const readDeliveries: ZodOpenApiOperationObject = {
  operationId: "readDeliveries",
  tags: ["messages"],
  summary: "Look at a callback",
  description:
    "What came of the attempts to send the reply to the message's `callback_url`. Kept for 30 days after the last attempt.",
  requestParams: { path: MessagePath },
  responses: {
    "200": {
      description: "The attempts so far.",
      headers: RATE_HEADERS,
      content: {
        "application/json": {
          schema: CallbackDeliveries,
          example: EXAMPLE_DELIVERIES,
        },
      },
    },
    ...problemResponses([
      "unknown-message",
      "no-callback",
      "deliveries-forgotten",
    ]),
  },
  "x-codeSamples": [
    curl("Look at its attempts", { path: "/v1/messages/m1/deliveries" }),
  ],
};
