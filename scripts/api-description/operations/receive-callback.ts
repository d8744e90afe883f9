import type { ZodOpenApiOperationObject } from "zod-openapi";
import { CallbackBody } from "../../../src/channels/webhook/schemas/callback.ts";
import type { CodeSample } from "../code-samples.ts";
import { EXAMPLE_OWNER, EXAMPLE_REPLY } from "../examples.ts";

const EXAMPLE_CALLBACK = {
  type: "message.answered",
  timestamp: "2026-11-22T08:00:02.000Z",
  ...EXAMPLE_OWNER,
  data: EXAMPLE_REPLY,
};

/** Verifies before it trusts, by the package `standardwebhooks`, and confirms that it wants callbacks. */
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
  } else if (event.type === "callback.verification") {
    response.end(JSON.stringify({ challenge: event.data.challenge }));
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

/** What a receiver of callbacks does; not a route of ours. */
export const receiveCallback: ZodOpenApiOperationObject = {
  operationId: "receiveCallback",
  tags: ["messages"],
  summary: "Receive a callback",
  description:
    "Sent to the `callback_url` of a message once it is answered or has failed, signed as Standard Webhooks has it, with the secret that the operator gives you: it is yours alone, and not the one that you sign messages with. Check the signature over the raw body and the age of `webhook-timestamp`, then that `caller` is you and `callback_url` is your own address. `webhook-id` is the same for each attempt: who has seen it has seen the event. Answer within 10 seconds.",
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
    "2XX": { description: "It has arrived." },
    "410": { description: "Nobody is there any more: no more attempts." },
    "5XX": {
      description:
        "As any other answer, redirects too, and none: it is tried again after 5 s, 30 s, 2 min, 10 min, 1 h and 6 h, or later where `Retry-After` says so.",
    },
  },
  "x-codeSamples": [
    { lang: "JavaScript", label: "Receive it with Node.js", source: RECEIVER },
    { lang: "HTTP", label: "What is sent", source: REQUEST },
  ] satisfies readonly CodeSample[],
};
