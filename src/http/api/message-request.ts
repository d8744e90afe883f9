import type { IncomingMessage } from "../../types/message.ts";
import type { CallbackAcceptance } from "../callbacks/accept-callback.ts";
import { readJson } from "../json-body.ts";
import type { Reading } from "../problems.ts";
import type { SignedBody } from "./authenticate.ts";
import { chooseId, toMessage } from "./ids.ts";
import { MessageBody } from "./schemas/requests.ts";

/**
 * Reads the body of `POST /v1/messages`.
 * @param signed the signed body, if it was already read
 */
export async function readMessage(
  request: Request,
  {
    caller,
    signed,
    acceptCallback,
  }: {
    caller: string;
    signed: SignedBody | undefined;
    acceptCallback: CallbackAcceptance;
  },
): Promise<Reading<IncomingMessage>> {
  const body = await readJson(request, MessageBody, { bytes: signed?.bytes });
  if (body.kind === "refused") return body;
  const { conversation, text, user, time_zone, metadata, callback_url } =
    body.value;
  const choice = chooseId({
    headers: request.headers,
    bodyId: body.value.id,
    signedId: signed?.id,
    createId: () => `msg_${crypto.randomUUID()}`,
  });
  if (choice.kind === "refused") return choice;
  const id = choice.value;
  const callback =
    callback_url === undefined
      ? undefined
      : await acceptCallback(callback_url, caller);
  if (callback?.kind === "refused") return callback;
  const message = toMessage({ id, caller, conversation, user, text });
  const { author } = message;
  const value: IncomingMessage = {
    ...message,
    ...(time_zone && { author: { ...author, timeZone: time_zone } }),
    ...(callback && { callbackUrl: callback.url }),
    ...(metadata !== undefined && { metadata }),
  };
  return { kind: "read", value };
}

/**
 * How the caller wants the answer: as events, at once with 202, or by waiting.
 * `applied`: the value of `Preference-Applied`.
 */
export type Preference = (
  | { readonly kind: "events" }
  | { readonly kind: "later" }
  | { readonly kind: "wait"; readonly timeoutMs: number }
) & { readonly applied?: string };

const DEFAULT_WAIT_SECONDS = 25;
const MAX_WAIT_SECONDS = 120;
const WAIT = /(?:^|,)\s*wait ?= ?"?(\d{1,9})"?\s*(?:[;,]|$)/i;
const RESPOND_ASYNC = /(?:^|,)\s*respond-async\s*(?:[;,]|$)/i;

/**
 * Parses `Accept: text/event-stream`, else `Prefer: wait=<seconds>` or
 * `respond-async` (RFC 7240). `wait` takes precedence; `wait=0` does not wait.
 * Ignores invalid preferences.
 * @param hasCallback the default is then not to wait
 */
export function parsePreference(
  headers: Headers,
  { hasCallback = false }: { hasCallback?: boolean } = {},
): Preference {
  if (/\btext\/event-stream\b/i.test(headers.get("accept") ?? ""))
    return { kind: "events" };
  const prefer = headers.get("prefer") ?? "";
  const wait = WAIT.exec(prefer)?.[1];
  if (wait !== undefined) {
    const seconds = Math.min(Number(wait), MAX_WAIT_SECONDS);
    const applied = `wait=${seconds}`;
    return seconds === 0
      ? { kind: "later", applied }
      : { kind: "wait", timeoutMs: seconds * 1000, applied };
  }
  if (RESPOND_ASYNC.test(prefer))
    return { kind: "later", applied: "respond-async" };
  return hasCallback
    ? { kind: "later" }
    : { kind: "wait", timeoutMs: DEFAULT_WAIT_SECONDS * 1000 };
}
