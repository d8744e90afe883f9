import { Webhook } from "standardwebhooks";
import { createTimeLimit } from "../../runtime/abort.ts";
import { readRetryAfterMs } from "../../runtime/backoff.ts";
import type { CallbackAnswer } from "../../types/callback-queue.ts";

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

const TIMEOUT_MS = 10_000;
const GONE = 410;
const WITH_RETRY_AFTER = [429, 503];

export interface PostOptions {
  readonly userAgent: string;
  /** For the whole exchange. */
  readonly timeoutMs?: number;
  readonly now?: () => number;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Posts once, signed according to Standard Webhooks (`v1`). Takes at most ten
 * seconds; never throws.
 */
export async function postSigned(
  {
    url,
    id,
    body,
    secrets,
  }: {
    url: string;
    /** The `webhook-id`. */
    id: string;
    body: string;
    /** Each makes a signature. */
    secrets: readonly string[];
  },
  {
    userAgent,
    timeoutMs = TIMEOUT_MS,
    now = Date.now,
    fetch = (...request) => globalThis.fetch(...request),
  }: PostOptions,
): Promise<CallbackAttempt> {
  using limit = createTimeLimit({ ms: timeoutMs });
  try {
    const response = await fetch(url, {
      method: "POST",
      // Their targets are unchecked.
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        "user-agent": userAgent,
        ...sign({ id, body, secrets, at: new Date(now()) }),
      },
      body,
      signal: limit.signal,
    });
    await response.body?.cancel().catch(() => {});
    return toAttempt(response);
  } catch {
    return failAttempt(
      limit.isOver
        ? `No answer within ${timeoutMs / 1_000} seconds.`
        : "The host could not be reached, or closed the connection.",
    );
  }
}

/** @param error a sentence for the caller, without secrets */
export function failAttempt(
  error: string,
  retryAfterMs?: number,
): CallbackAttempt {
  const answer = { kind: "unanswered", error } as const;
  return { kind: "failed", answer, retryAfterMs };
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
