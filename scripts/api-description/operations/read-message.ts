import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { ReplyBody } from "../../../src/channels/schemas/reply-body.ts";
import { curl } from "../code-samples.ts";
import { EVENT_STREAM } from "../event-stream.ts";
import { RATE_HEADERS } from "../headers.ts";
import { EXAMPLE_REPLY } from "../examples.ts";
import { LastEventId, MessagePath } from "../parameters.ts";
import { problemResponses } from "../problem-responses.ts";

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
