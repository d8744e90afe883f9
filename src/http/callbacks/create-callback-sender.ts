import { Webhook } from "standardwebhooks";
import { createTimeLimit } from "../../runtime/abort.ts";
import { readRetryAfterMs } from "../../runtime/backoff.ts";
import type { Callback, CallbackAnswer } from "../../types/callback-queue.ts";
import type { Turn } from "../../types/turn.ts";
import { callerOf } from "../api/ids.ts";
import {
  eventIdOf,
  writeCallback,
  type CallbackEventType,
} from "./callback-event.ts";
import {
  checkCallbackAddress,
  explainMissingSecret,
  type CallbackPolicy,
} from "./callback-policy.ts";

/**
 * `stopped`: the receiver answered 410 Gone. `failed`: retry, not before
 * `retryAfterMs` if set.
 */
export type CallbackAttempt =
  | { readonly kind: "delivered" | "stopped"; readonly answer: CallbackAnswer }
  | {
      readonly kind: "failed";
      readonly answer: CallbackAnswer;
      readonly retryAfterMs?: number | undefined;
    };

/**
 * Sends an event once, signed according to Standard Webhooks (`v1`). Takes at
 * most ten seconds; never throws.
 * @param event.at when the turn ended, in epoch milliseconds
 */
export type CallbackSender = (
  callback: Callback,
  event: { turn: Turn; type: CallbackEventType; at: number },
) => Promise<CallbackAttempt>;

const TIMEOUT_MS = 10_000;
const GONE = 410;
const WITH_RETRY_AFTER = [429, 503];

/** Checks everything before each attempt: rules and secrets change. */
export function createCallbackSender({
  policy: { rulesOf, signingOf },
  userAgent,
  timeoutMs = TIMEOUT_MS,
  now = Date.now,
  fetch = (...request) => globalThis.fetch(...request),
}: {
  policy: CallbackPolicy;
  userAgent: string;
  /** For the whole exchange. */
  timeoutMs?: number;
  now?: () => number;
  fetch?: typeof globalThis.fetch;
}): CallbackSender {
  return async (callback, { turn, type, at }) => {
    const { url } = callback;
    const caller = callerOf(callback);
    const check = checkCallbackAddress(url, rulesOf(caller));
    if (check.kind === "refused") return fail(`The address ${check.reason}.`);
    const signing = await signingOf(caller);
    if (signing.kind !== "known")
      return fail(explainMissingSecret(signing, caller));
    const id = await eventIdOf(turn, type);
    const body = JSON.stringify(writeCallback(turn, { type, at, url }));
    using limit = createTimeLimit({
      ms: timeoutMs,
      signal: new AbortController().signal,
    });
    try {
      const response = await fetch(check.url, {
        method: "POST",
        // Their targets are unchecked.
        redirect: "manual",
        headers: {
          "content-type": "application/json",
          "user-agent": userAgent,
          ...sign({ id, body, secrets: signing.secrets, at: new Date(now()) }),
        },
        body,
        signal: limit.signal,
      });
      await response.body?.cancel().catch(() => {});
      return toAttempt(response);
    } catch {
      return fail(
        limit.isOver
          ? `No answer within ${timeoutMs / 1_000} seconds.`
          : "The host could not be reached, or closed the connection.",
      );
    }
  };
}

/** @param secrets each makes a signature */
function sign({
  id,
  body,
  secrets,
  at,
}: {
  id: string;
  body: string;
  secrets: readonly string[];
  at: Date;
}): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets
      .map((secret) => new Webhook(secret).sign(id, at, body))
      .join(" "),
  };
}

/** Reads only the status and `Retry-After`. */
function toAttempt({
  ok,
  status: statusCode,
  headers,
}: Response): CallbackAttempt {
  const answer = { kind: "answered", statusCode } as const;
  if (ok) return { kind: "delivered", answer };
  if (statusCode === GONE) return { kind: "stopped", answer };
  const retryAfterMs = WITH_RETRY_AFTER.includes(statusCode)
    ? readRetryAfterMs(headers)
    : undefined;
  return { kind: "failed", answer, retryAfterMs };
}

function fail(error: string): CallbackAttempt {
  return { kind: "failed", answer: { kind: "unanswered", error } };
}
