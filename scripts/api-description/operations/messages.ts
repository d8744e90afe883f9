import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { MessageBody } from "../../../src/http/api/schemas/requests.ts";
import {
  AcceptedMessage,
  ReplyBody,
} from "../../../src/http/schemas/bodies.ts";
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
import { receiveCallback } from "./callbacks.ts";

export const sendMessage: ZodOpenApiOperationObject = {
  operationId: "sendMessage",
  tags: ["messages"],
  summary: "Send a message",
  description:
    "Stores the message and answers it once. By default the request waits up to 25 seconds for the answer; after that you get 202 and poll for the message. Disconnecting loses nothing: every accepted message is answered.",
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
            "The message's id if the body has none: 1 to 128 printable ASCII characters, with or without double quotes.",
          examples: ['"order-17-question-1"'],
        })
        .optional(),
      Prefer: z
        .string()
        .meta({
          description:
            "`wait=60`: wait up to 60 seconds for the answer, 120 at most. `respond-async`: do not wait (RFC 7240).",
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
      description: "The answer, or its event stream.",
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
        "`Last-Event-ID` names the message's last event: there are no more.",
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
      "idempotency-mismatch",
      "outdated-edit",
      "forgotten",
      "too-many-messages",
      "conversation-busy",
      "model-unreachable",
      "model-unauthorized",
      "model-quota",
      "model-unknown",
      "turn-failed",
    ]),
  },
  callbacks: {
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
    curl("Get the answer by callback", {
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
  summary: "Get a message",
  description:
    "The message's status, steps and reply. Poll while `status` is `accepted` or `thinking`, or stream its events.",
  requestParams: {
    path: MessagePath,
    header: z.object({ "Last-Event-ID": LastEventId.optional() }),
  },
  responses: {
    "200": {
      description: "The current state of the message, or its event stream.",
      headers: RATE_HEADERS,
      content: {
        "application/json": { schema: ReplyBody, example: EXAMPLE_REPLY },
        "text/event-stream": EVENT_STREAM,
      },
    },
    "204": {
      description:
        "`Last-Event-ID` names the message's last event: there are no more.",
      headers: RATE_HEADERS,
    },
    ...problemResponses(["unknown-message", "too-many-streams"]),
  },
  "x-codeSamples": [
    curl("Poll the status", { path: "/v1/messages/m1" }),
    curl("Stream the events", {
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
    "Stops the answer within a second. The reply is what was written so far, followed by a note; every client that waits for the message or streams it gets the same. A message still waiting for its turn ends without an answer. Other messages continue.",
  requestParams: { path: MessagePath },
  responses: {
    "200": {
      description: "The message was stopped: `is_stopped` is `true`.",
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
      description: "The message will stop, but has not within five seconds.",
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
