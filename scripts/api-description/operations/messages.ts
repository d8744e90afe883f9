import {
  AcceptedMessage,
  ReplyBody,
} from "../../../src/channels/schemas/bodies.ts";
import { MessageBody } from "../../../src/channels/webhook/schemas/requests.ts";
import {
  curl,
  EVENT_STREAM,
  EXAMPLE_MESSAGE,
  EXAMPLE_REPLY,
} from "../examples.ts";
import {
  headers,
  LastEventId,
  MessagePath,
  RATE_HEADERS,
} from "../parameters.ts";
import { BODY_PROBLEMS, problemResponses } from "../problem-responses.ts";
import { confirmEndpoint, receiveCallback } from "./callbacks.ts";
import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";

export const sendMessage: ZodOpenApiOperationObject = {
  operationId: "sendMessage",
  tags: ["messages"],
  summary: "Send a message",
  description:
    "Stores the message and answers it, once. Without a preference you wait for the answer, 25 seconds at most; then you get 202 as if you had not waited, and ask for the message later. Leaving early loses nothing: what was accepted is answered.",
  security: [
    { apiKey: [] },
    { webhookId: [], webhookTimestamp: [], webhookSignature: [] },
  ],
  requestParams: {
    header: z.object({
      "Idempotency-Key": z
        .string()
        .meta({
          description:
            "The message's id where the body has none: 1 to 128 printable ASCII characters, in double quotes or without.",
          examples: ['"order-17-question-1"'],
        })
        .optional(),
      Prefer: z
        .string()
        .meta({
          description:
            "`wait=60`: wait for the answer that many seconds, 120 at most. `respond-async`: do not wait (RFC 7240).",
          examples: ["wait=60"],
        })
        .optional(),
      "Last-Event-ID": LastEventId.optional(),
    }),
  },
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: MessageBody, example: EXAMPLE_MESSAGE },
    },
  },
  responses: {
    "200": {
      description: "The answer, or its events.",
      headers: {
        ...headers("Location", "Preference-Applied"),
        ...RATE_HEADERS,
      },
      content: {
        "application/json": { schema: ReplyBody, example: EXAMPLE_REPLY },
        "text/event-stream": EVENT_STREAM,
      },
    },
    "204": {
      description:
        "The `Last-Event-ID` is that of the message's last event: there is nothing more to come.",
      headers: { ...headers("Location"), ...RATE_HEADERS },
    },
    "202": {
      description: "The message is stored and will be answered.",
      headers: {
        ...headers("Location", "Retry-After", "Preference-Applied"),
        ...RATE_HEADERS,
      },
      content: {
        "application/json": {
          schema: AcceptedMessage,
          example: {
            ...EXAMPLE_REPLY,
            status: "accepted",
            reply: null,
            steps: [],
            usage: {
              input_tokens: 0,
              cached_input_tokens: 0,
              output_tokens: 0,
              model_calls: 0,
            },
            status_url: "https://parley.example.com/v1/messages/m1",
          },
        },
      },
    },
    ...problemResponses([
      "too-many-streams",
      ...BODY_PROBLEMS,
      "broken-idempotency-key",
      "callback-unconfirmed",
      "idempotency-mismatch",
      "outdated-edit",
      "forgotten",
      "too-many-messages",
      "conversation-busy",
      "too-many-verifications",
      "turn-failed",
    ]),
  },
  callbacks: {
    endpointAsked: {
      "{$request.body#/callback_url}": { post: confirmEndpoint },
    },
    messageEnded: {
      "{$request.body#/callback_url}": { post: receiveCallback },
    },
  },
  "x-codeSamples": [
    curl("Wait for the answer", {
      path: "/v1/messages",
      body: EXAMPLE_MESSAGE,
    }),
    curl("Do not wait", {
      options: "-i",
      path: "/v1/messages",
      headers: { Prefer: "respond-async" },
      body: { conversation: "order-17", text: "2+2", id: "m2" },
    }),
    curl("Stream the answer", {
      options: "-N",
      path: "/v1/messages",
      headers: { Accept: "text/event-stream" },
      body: { conversation: "order-17", text: "3*(4+5)", id: "m3" },
    }),
    curl("Have the answer sent to you", {
      path: "/v1/messages",
      body: {
        conversation: "order-17",
        text: "2+2",
        id: "m5",
        callback_url: "https://shop.example.com/hooks/parley",
      },
    }),
  ],
};

export const readMessage: ZodOpenApiOperationObject = {
  operationId: "readMessage",
  tags: ["messages"],
  summary: "Look at a message",
  description:
    "How far the message is, with its steps and its reply. Ask again while `status` is `accepted` or `thinking`, or ask for its events.",
  requestParams: {
    path: MessagePath,
    header: z.object({ "Last-Event-ID": LastEventId.optional() }),
  },
  responses: {
    "200": {
      description: "The message as it is now, or its events.",
      headers: RATE_HEADERS,
      content: {
        "application/json": { schema: ReplyBody, example: EXAMPLE_REPLY },
        "text/event-stream": EVENT_STREAM,
      },
    },
    "204": {
      description:
        "The `Last-Event-ID` is that of the message's last event: there is nothing more to come.",
      headers: RATE_HEADERS,
    },
    ...problemResponses(["unknown-message", "too-many-streams"]),
  },
  "x-codeSamples": [
    curl("Ask for its status", { path: "/v1/messages/m1" }),
    curl("Ask for its events", {
      options: "-N",
      path: "/v1/messages/m1",
      headers: { Accept: "text/event-stream" },
    }),
  ],
};

export const stopMessage: ZodOpenApiOperationObject = {
  operationId: "stopMessage",
  tags: ["messages"],
  summary: "Stop a message",
  description:
    "Ends the answer within a second. The reply is what was written by then, with a note behind it; whoever waits for the message or streams it gets the same. A message that waits behind others ends without an answer. Other messages go on.",
  requestParams: { path: MessagePath },
  responses: {
    "200": {
      description: "The message has ended, with `is_stopped: true`.",
      headers: RATE_HEADERS,
      content: {
        "application/json": {
          schema: ReplyBody,
          example: {
            ...EXAMPLE_REPLY,
            reply: { text: "12.5% of 80.16\n\n(Stopped.)" },
            is_stopped: true,
          },
        },
      },
    },
    "202": {
      description: "It will end, but took more than five seconds so far.",
      headers: RATE_HEADERS,
      content: {
        "application/json": {
          schema: ReplyBody,
          example: {
            ...EXAMPLE_REPLY,
            status: "thinking",
            reply: null,
          },
        },
      },
    },
    ...problemResponses(["unknown-message", "already-answered", "forgotten"]),
  },
  "x-codeSamples": [
    curl("Stop it", { method: "DELETE", path: "/v1/messages/m1" }),
  ],
};
