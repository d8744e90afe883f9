import * as z from "zod";
import type {
  oas31,
  ZodOpenApiContentObject,
  ZodOpenApiOperationObject,
} from "zod-openapi";
import { field } from "../schemas/described.ts";
import { Identifier } from "../schemas/fields.ts";

/** Operations that belong together, in the reference's navigation. */
export interface OperationGroup {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** By their unique names. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** No key is needed, and no request is counted. */
  readonly isPublic?: true;
}

/** What one operation does; the build adds what all of them have. */
export interface Operation extends Omit<
  ZodOpenApiOperationObject,
  "operationId" | "tags" | "requestBody"
> {
  /** Method and path, such as `GET /v1/messages/{id}`. */
  readonly route: string;
  readonly body?: ZodOpenApiContentObject;
  /** Their slugs; those that not every operation has. */
  readonly problems?: readonly string[];
}

/** @param example default: that of each field */
export function json(schema: z.ZodType, example?: unknown) {
  const given = example === undefined ? {} : { example };
  return { "application/json": { schema, ...given } };
}

export function answer(description: string, schema: z.ZodType) {
  return { description, content: json(schema) };
}

/** Problems of all operations that accept a message. */
export const MESSAGE_PROBLEMS: readonly string[] = [
  "broken-idempotency-key",
  "idempotency-mismatch",
  "too-many-streams",
  "forgotten",
  "too-many-messages",
  "conversation-busy",
  "model-unreachable",
  "model-unauthorized",
  "model-quota",
  "model-unknown",
  "turn-failed",
];

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
