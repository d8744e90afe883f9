import type { MiddlewareHandler } from "hono";
import type { Problem } from "../../channel.ts";
import type { IncomingMessage } from "../../message.ts";
import {
  problemResponse,
  type Reading,
  refuse,
  refuseField,
} from "../problems.ts";
import { Identifier } from "../schemas/fields.ts";

/** A caller's names for its conversations are its own: the same name of another caller is another conversation. */
export function conversationId(caller: string, conversation: string): string {
  return `webhook:${caller}:${conversation}`;
}

/** A caller's message, with what all of them have. */
export function toMessage({
  id,
  caller,
  conversation,
  user = caller,
  text,
}: {
  id: string;
  caller: string;
  /** As the caller names it. */
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
    replyTo: { key: caller, conversation },
  };
}

/** A message's conversation, as the caller named it. */
export function nameOf(message: IncomingMessage): string {
  return String(message.replyTo["conversation"]);
}

/**
 * The id of the body, else the signed `webhook-id`, else the `Idempotency-Key`, else a new one. Two that differ are refused: the key is not
 * signed, and a new key each time would have one signed message answered again and again.
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

/** In double quotes, as the draft of the header has it, or bare. `undefined` for what is no id: 1 to 128 printable ASCII characters. */
function parseIdempotencyKey(header: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)?.[1];
  const key = quoted?.replace(/\\(.)/g, "$1") ?? header;
  return /^(?!\.{1,2}$)[!-~](?:[ -~]{0,126}[!-~])?$/.test(key)
    ? key
    : undefined;
}

const BROKEN_KEY: Problem = {
  status: 400,
  slug: "broken-idempotency-key",
  title: "Invalid Idempotency-Key",
  detail:
    "It must be 1 to 128 printable ASCII characters, with or without double quotes.",
};

/** For routes with `:id`. @param unknown the answer to what can be nobody's id: no store is asked for it */
export function checkId(unknown: Problem): MiddlewareHandler {
  return async (context, next) => {
    const { pathname } = new URL(context.req.url);
    return isDecodable(pathname) &&
      Identifier.safeParse(context.req.param("id")).success
      ? next()
      : problemResponse(unknown);
  };
}

/** Hono takes what is not literally: `%ff` for the name that is written `%25ff`. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
