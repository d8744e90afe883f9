import type { IncomingMessage } from "../../types/message.ts";
import type { CallbackAcceptance } from "../callbacks/callback-policy.ts";
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
  if (acceptsEvents(headers.get("accept") ?? "")) return { kind: "events" };
  const preferences = parsePreferences(headers.get("prefer") ?? "");
  const wait = preferences.get("wait") ?? "";
  if (/^\d{1,9}$/.test(wait)) {
    const seconds = Math.min(Number(wait), MAX_WAIT_SECONDS);
    const applied = `wait=${seconds}`;
    return seconds === 0
      ? { kind: "later", applied }
      : { kind: "wait", timeoutMs: seconds * 1000, applied };
  }
  if (preferences.has("respond-async"))
    return { kind: "later", applied: "respond-async" };
  return hasCallback
    ? { kind: "later" }
    : { kind: "wait", timeoutMs: DEFAULT_WAIT_SECONDS * 1000 };
}

/** False if excluded by `;q=0`. */
function acceptsEvents(accept: string): boolean {
  return accept
    .split(",")
    .map((range) => range.trim().toLowerCase())
    .some(
      (range) =>
        /^text\/event-stream(?:\s*;|$)/.test(range) &&
        !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(range),
    );
}

/** Parses a `Prefer` list; the first occurrence of a name counts. */
function parsePreferences(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  // Quoted commas are not separators.
  for (const part of header.match(/(?:"[^"]*"|[^,])+/g) ?? []) {
    const [, name, quoted, token = ""] =
      /^([\w!#$%&'*+.^`|~-]+)(?:\s*=(?:\s*(?:"([^"]*)"|([\w!#$%&'*+.^`|~-]+)))?)?\s*(?:;|$)/.exec(
        part.trim(),
      ) ?? [];
    if (name === undefined || preferences.has(name.toLowerCase())) continue;
    preferences.set(name.toLowerCase(), quoted ?? token);
  }
  return preferences;
}
