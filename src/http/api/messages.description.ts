import * as z from "zod";
import {
  DELIVERY_OPERATIONS,
  receiveCallback,
} from "../callbacks/callbacks.description.ts";
import {
  EXAMPLE_MESSAGE,
  EXAMPLE_REPLY,
  EXAMPLE_TURN,
  streamExample,
} from "../description/examples.ts";
import {
  answer,
  headers,
  json,
  LastEventId,
  MESSAGE_PROBLEMS,
  MessagePath,
  type OperationGroup,
} from "../description/operation.ts";
import { streamTurn } from "../follow-turn.ts";
import { AcceptedMessage, ReplyBody } from "../schemas/bodies.ts";
import { field } from "../schemas/described.ts";
import { MessageBody } from "./schemas/requests.ts";

/**
 * A message or its event stream. OpenAPI 3.1 cannot describe single events, so
 * `x-server-sent-events` maps each to the schema of its data.
 */
const MESSAGE_OR_EVENTS = {
  ...json(ReplyBody, EXAMPLE_REPLY),
  "text/event-stream": {
    schema: {
      type: "string",
      description:
        "Server-sent events in UTF-8. Each event's data is one JSON object. Lines that start with `:` keep the connection open.",
    },
    examples: {
      answer: {
        summary: "An answer with one step",
        value: await streamExample((context, streaming) =>
          streamTurn(context, {
            turn: EXAMPLE_TURN.message,
            ...streaming,
          }),
        ),
      },
    },
    "x-server-sent-events": {
      step: { $ref: "#/components/schemas/StepEvent" },
      delta: { $ref: "#/components/schemas/DeltaEvent" },
      waiting: { $ref: "#/components/schemas/WaitingEvent" },
      reply: { $ref: "#/components/schemas/Reply" },
      error: { $ref: "#/components/schemas/ErrorEvent" },
    },
  },
} as const;

const NO_MORE_EVENTS =
  "`Last-Event-ID` names the message's last event: there are no more.";

export const MESSAGES: OperationGroup = {
  name: "messages",
  title: "Messages",
  description: "A message, its answer, and everything in between.",
  operations: {
    sendMessage: {
      route: "POST /v1/messages",
      summary: "Send a message",
      description:
        "Stores the message and answers it once. By default the request waits up to 25 seconds for the answer; after that you get 202 and poll for the message. Disconnecting loses nothing: every accepted message is answered.",
      security: [
        { apiKey: [] },
        { webhookId: [], webhookTimestamp: [], webhookSignature: [] },
      ],
      requestParams: {
        header: z.object({
          "Idempotency-Key": field(
            z.string().optional(),
            "The message's id if the body has none: 1 to 128 printable ASCII characters, with or without double quotes.",
            '"order-17-question-1"',
          ),
          Prefer: field(
            z.string().optional(),
            "`wait=60`: wait up to 60 seconds for the answer, 120 at most. `respond-async`: do not wait (RFC 7240).",
            "wait=60",
          ),
          "Last-Event-ID": LastEventId,
        }),
      },
      body: json(MessageBody, EXAMPLE_MESSAGE),
      responses: {
        "200": {
          description: "The answer, or its event stream.",
          headers: headers("Location", "Preference-Applied"),
          content: MESSAGE_OR_EVENTS,
        },
        "204": { description: NO_MORE_EVENTS, headers: headers("Location") },
        "202": {
          description: "The message is stored and will be answered.",
          headers: headers("Location", "Retry-After", "Preference-Applied"),
          content: json(AcceptedMessage, {
            ...EXAMPLE_REPLY,
            status: "accepted",
            reply: null,
            steps: [],
            status_url: "https://parley.example.com/v1/messages/m1",
          }),
        },
      },
      problems: [...MESSAGE_PROBLEMS, "outdated-edit"],
      callbacks: {
        messageEnded: {
          "{$request.body#/callback_url}": { post: receiveCallback },
        },
      },
    },

    readMessage: {
      route: "GET /v1/messages/{id}",
      summary: "Get a message",
      description:
        "The message's status, steps and reply. Poll while `status` is `accepted` or `thinking`, or stream its events.",
      requestParams: {
        path: MessagePath,
        header: z.object({ "Last-Event-ID": LastEventId }),
      },
      responses: {
        "200": {
          description: "The current state of the message, or its event stream.",
          content: MESSAGE_OR_EVENTS,
        },
        "204": { description: NO_MORE_EVENTS },
      },
      problems: ["unknown-message", "too-many-streams"],
    },

    stopMessage: {
      route: "DELETE /v1/messages/{id}",
      summary: "Stop a message",
      description:
        "Stops the answer within a second. The reply is what was written so far, followed by a note; every client that waits for the message or streams it gets the same. A message still waiting for its turn ends without an answer. Other messages continue.",
      requestParams: { path: MessagePath },
      responses: {
        "200": answer(
          "The message was stopped: `is_stopped` is `true`.",
          ReplyBody,
        ),
        "202": answer(
          "The message will stop, but has not within five seconds.",
          ReplyBody,
        ),
      },
      problems: ["unknown-message", "already-answered", "forgotten"],
    },

    ...DELIVERY_OPERATIONS,
  },
};
