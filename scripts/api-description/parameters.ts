import * as z from "zod";
import type { oas31 } from "zod-openapi";
import { Identifier } from "../../src/http/schemas/fields.ts";

/** Path parameters of routes for one message. */
export const MessagePath = z.object({
  id: Identifier.meta({
    description: "The message's id, percent-encoded.",
    examples: ["m1"],
  }),
});

/** Path parameters of routes for one conversation. */
export const ConversationPath = z.object({
  id: Identifier.meta({
    description: "Your name for the conversation, percent-encoded.",
    examples: ["order-17"],
  }),
});

export const LastEventId = z.string().meta({
  description:
    "The id of the last event you received: the stream resumes after it. With `Accept: text/event-stream`.",
});

/** `components.headers` of the document. */
export const HEADERS = {
  Location: {
    required: true,
    description: "The URL of the message.",
    schema: { type: "string", format: "uri" },
    example: "https://parley.example.com/v1/messages/m1",
  },
  "Retry-After": {
    required: true,
    description: "Seconds to wait before you retry.",
    schema: { type: "integer", minimum: 0 },
    example: 1,
  },
  "WWW-Authenticate": {
    required: true,
    description: "How to authenticate.",
    schema: { type: "string" },
    example: "Bearer",
  },
  "Preference-Applied": {
    description: "The preferences that were applied.",
    schema: { type: "string" },
    example: "wait=60",
  },
  "RateLimit-Limit": {
    description: "Requests allowed per minute.",
    schema: { type: "integer" },
    example: 600,
  },
  "RateLimit-Remaining": {
    description: "Requests left.",
    schema: { type: "integer" },
    example: 599,
  },
  "RateLimit-Reset": {
    description: "Seconds until the limit is fully restored.",
    schema: { type: "integer" },
    example: 42,
  },
  "RateLimit-Policy": {
    description: "The limit and its window in seconds.",
    schema: { type: "string" },
    example: "600;w=60",
  },
} as const satisfies Readonly<Record<string, oas31.HeaderObject>>;

/** References to these headers, for a response. */
export function headers(
  ...names: readonly (keyof typeof HEADERS)[]
): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/**
 * Headers of every response to an authenticated caller, unless the rate limit
 * is off.
 */
export const RATE_HEADERS = headers(
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "RateLimit-Policy",
);
