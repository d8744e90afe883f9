import * as z from "zod";
import type { oas31 } from "zod-openapi";
import { field } from "../schemas/described.ts";
import { Identifier } from "../schemas/fields.ts";

/** Path parameters of routes for one message. */
export const MessagePath = z.object({
  id: field(Identifier, "The message's id, percent-encoded.", "m1"),
});

/** Path parameters of routes for one conversation. */
export const ConversationPath = z.object({
  id: field(
    Identifier,
    "Your name for the conversation, percent-encoded.",
    "order-17",
  ),
});

/** Path parameters of routes for one note of a conversation's memory. */
export const NotePath = ConversationPath.extend({
  note: field(z.string(), "The note's number.", "1"),
});

export const LastEventId = field(
  z.string().optional(),
  "The id of the last event you received: steps up to it are left out. With `Accept: text/event-stream`.",
);

/** `components.headers` of the document. */
export const HEADERS = {
  Location: {
    ...header(
      "The URL of the message.",
      `https://parley.example.com/v1/messages/m1`,
    ),
    required: true,
    schema: { type: "string", format: "uri" },
  },
  "Retry-After": {
    ...header("Seconds to wait before you retry.", 1),
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
  "WWW-Authenticate": {
    ...header("How to authenticate.", "Bearer"),
    required: true,
  },
  "Preference-Applied": header("The preferences that were applied.", "wait=60"),
  "RateLimit-Limit": header("Requests allowed per minute.", 600),
  "RateLimit-Remaining": header("Requests left.", 599),
  "RateLimit-Reset": header("Seconds until the limit is fully restored.", 42),
  "RateLimit-Policy": header(
    "The limit and its window in seconds.",
    "600;w=60",
  ),
} satisfies Readonly<Record<string, oas31.HeaderObject>>;

function header(
  description: string,
  example: string | number,
): oas31.HeaderObject {
  const type = typeof example === "number" ? "integer" : "string";
  return { description, schema: { type }, example };
}

/** References to these headers, for a response. */
export function headers(
  ...names: readonly (keyof typeof HEADERS)[]
): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
