import type { ZodOpenApiOperationObject } from "zod-openapi";
import { ReplyBody } from "../../../src/channels/schemas/reply-body.ts";
import { curl } from "../code-samples.ts";
import { RATE_HEADERS } from "../headers.ts";
import { EXAMPLE_REPLY } from "../examples.ts";
import { MessagePath } from "../parameters.ts";
import { problemResponses } from "../problem-responses.ts";

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
