import { readRetryAfterMs } from "../../../read-retry-after.ts";
import { signBytes } from "../sign-bytes.ts";
import type { CallbackAttempt } from "./create-callback-sender.ts";

const GONE = 410;
const MAY_SAY_WHEN = [429, 503];

/**
 * Sends one callback, signed by all of the secrets (Standard Webhooks, v1), and reads nothing of the answer but its status
 * and `Retry-After`. Redirects are not followed: the place behind them was not checked. Throws what `fetch` throws.
 */
export async function postCallback({
  url,
  id,
  body,
  secrets,
  userAgent,
  now,
  fetch,
  signal,
}: {
  url: URL;
  /** The same for each attempt; ASCII without full stops. */
  id: string;
  /** JSON. */
  body: string;
  secrets: readonly string[];
  userAgent: string;
  now: number;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
}): Promise<CallbackAttempt> {
  const timestamp = String(Math.floor(now / 1_000));
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(
    secrets.map((secret) => signBytes(content, secret)),
  );
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: {
      "content-type": "application/json",
      "user-agent": userAgent,
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatures
        .map((signature) => `v1,${signature}`)
        .join(" "),
    },
    body,
    signal,
  });
  // Whatever comes of it, the status has been said.
  await response.body?.cancel().catch(() => {});
  const { ok, status: statusCode, headers } = response;
  const answer = { kind: "answered", statusCode } as const;
  if (ok) return { kind: "delivered", answer };
  if (statusCode === GONE) return { kind: "stopped", answer };
  const retryAfterMs = MAY_SAY_WHEN.includes(statusCode)
    ? readRetryAfterMs(headers)
    : undefined;
  return { kind: "failed", answer, retryAfterMs };
}
