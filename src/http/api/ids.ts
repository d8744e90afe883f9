import type { MiddlewareHandler } from "hono";
import type { IncomingMessage } from "../../types/message.ts";
import type { Problem } from "../../types/problem.ts";
import {
  problemResponse,
  refuse,
  refuseField,
  type Reading,
} from "../problems.ts";
import { Identifier } from "../schemas/fields.ts";

/** Callers cannot share conversations: the id contains the caller's name. */
export function conversationId(caller: string, conversation: string): string {
  return `webhook:${caller}:${conversation}`;
}

export function toMessage({
  id,
  caller,
  conversation,
  user = caller,
  text,
}: {
  id: string;
  caller: string;
  /** The caller's name for it. */
  conversation: string;
  user?: string | undefined;
  text: string;
}): IncomingMessage {
  return {
    id,
    conversation: conversationId(caller, conversation),
    channel: "webhook",
    author: { id: user },
    text,
    attachments: [],
    replyTo: {},
  };
}

/** The caller that a conversation belongs to. Its name has no colon. */
export function callerOf({ conversation }: { conversation: string }): string {
  return conversation.split(":")[1] ?? "";
}

/** The caller's name for a conversation. Those of the page have no other. */
export function nameOf({ conversation }: { conversation: string }): string {
  return conversation.replace(/^webhook:[^:]*:/, "");
}

/**
 * Picks the message id: the body's, else the signed `webhook-id`, else
 * `Idempotency-Key`, else a new one. Refuses an `Idempotency-Key` that differs:
 * it is not signed, so with a new key each time, one signed message could be
 * replayed.
 */
export function chooseId({
  headers,
  bodyId,
  signedId,
  createId,
}: {
  headers: Headers;
  bodyId?: string | undefined;
  signedId?: string | undefined;
  createId: () => string;
}): Reading<string> {
  const header = headers.get("idempotency-key");
  const key = header === null ? undefined : parseIdempotencyKey(header);
  if (header !== null && key === undefined) return refuse(BROKEN_KEY);
  const id = bodyId ?? signedId;
  if (id !== undefined && key !== undefined && id !== key)
    return refuseField(
      "/id",
      bodyId === undefined
        ? "differs between webhook-id and Idempotency-Key; send only one, or the same value in both"
        : "differs from the Idempotency-Key; send only one, or the same value in both",
    );
  return { kind: "read", value: id ?? key ?? createId() };
}

/**
 * Quoted, as in
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/,
 * or bare. `undefined` if it is not 1 to 128 printable ASCII characters.
 */
function parseIdempotencyKey(header: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)?.[1];
  const key = quoted?.replace(/\\(.)/g, "$1") ?? header;
  return /^(?!\.{1,2}$)[!-~](?:[ -~]{0,126}[!-~])?$/.test(key)
    ? key
    : undefined;
}

export const BROKEN_KEY: Problem = {
  status: 400,
  slug: "broken-idempotency-key",
  title: "Invalid Idempotency-Key",
  detail:
    "It must be 1 to 128 printable ASCII characters, with or without double quotes.",
};

/**
 * For routes with `:id`: answers invalid ids without a storage lookup.
 * @param unknown the answer to an invalid id
 */
export function checkId(unknown: Problem): MiddlewareHandler {
  return async (context, next) => {
    const { pathname } = new URL(context.req.url);
    return isDecodable(pathname) &&
      Identifier.safeParse(context.req.param("id")).success
      ? next()
      : problemResponse(unknown);
  };
}

/**
 * Hono keeps an undecodable `%ff` unchanged, so it would equal the name encoded
 * as `%25ff`.
 */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
