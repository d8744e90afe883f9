import type { ZodOpenApiOperationObject } from "zod-openapi";
import {
  CallbackBody,
  CallbackDeliveries,
} from "../../../src/http/callbacks/callback-schemas.ts";
import {
  curl,
  EXAMPLE_DELIVERIES,
  EXAMPLE_OWNER,
  EXAMPLE_REPLY,
  type CodeSample,
} from "../examples.ts";
import { MessagePath, RATE_HEADERS } from "../parameters.ts";
import { problemResponses } from "../problem-responses.ts";

const EXAMPLE_CALLBACK = {
  type: "message.answered",
  timestamp: "2026-11-22T08:00:02.000Z",
  ...EXAMPLE_OWNER,
  data: EXAMPLE_REPLY,
};

/** Verifies signatures with the package `standardwebhooks`. */
const RECEIVER = `
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.CALLBACK_SECRET); // whsec_…
const caller = "shop";
const ownUrl = "https://shop.example.com/hooks/parley";

function readEvent(body, headers) {
  try {
    const event = webhook.verify(body, { ...headers });
    return event.caller === caller && event.callback_url === ownUrl ? event : undefined;
  } catch {
    return undefined;
  }
}

createServer(async (request, response) => {
  const event = readEvent(await text(request), request.headers);
  if (event === undefined) {
    response.writeHead(401).end();
  } else {
    console.log(event.type, event.data.id, event.data.reply.text);
    response.writeHead(204).end();
  }
}).listen(9000);
`.trim();

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
    "Sent to a message's `callback_url` when it is answered or has failed, signed according to Standard Webhooks with the secret that the operator gives you: it is yours alone, and differs from the one you sign messages with. Verify the signature over the raw body and the age of `webhook-timestamp`, then check that `caller` is you and `callback_url` is your own URL. `webhook-id` is the same for every attempt: use it to ignore duplicates. Answer within 10 seconds.",
  security: [{ webhookId: [], webhookTimestamp: [], webhookSignature: [] }],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: CallbackBody,
        example: EXAMPLE_CALLBACK,
      },
    },
  },
  responses: {
    "2XX": { description: "Delivered." },
    "410": { description: "The endpoint is gone: no more attempts." },
    "5XX": {
      description:
        "Retried after 5 s, 30 s, 2 min, 10 min, 1 h and 6 h, or later if `Retry-After` says so. Any other status, a redirect or no response is treated the same.",
    },
  },
  "x-codeSamples": [
    { lang: "JavaScript", label: "Receive it with Node.js", source: RECEIVER },
    { lang: "HTTP", label: "What is sent", source: REQUEST },
  ] satisfies readonly CodeSample[],
};

export const readDeliveries: ZodOpenApiOperationObject = {
  operationId: "readDeliveries",
  tags: ["messages"],
  summary: "List deliveries",
  description:
    "The attempts to deliver the reply to the message's `callback_url`. Kept for 30 days after the last attempt.",
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
    curl("List the attempts", { path: "/v1/messages/m1/deliveries" }),
  ],
};

export const resendCallback: ZodOpenApiOperationObject = {
  operationId: "resendCallback",
  tags: ["messages"],
  summary: "Resend a callback",
  description:
    "Makes one more attempt right away, regardless of earlier ones, with the same `webhook-id`.",
  requestParams: { path: MessagePath },
  responses: {
    "202": {
      description: "The callback will be sent.",
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
    curl("Resend it", {
      method: "POST",
      path: "/v1/messages/m1/deliveries",
    }),
  ],
};
