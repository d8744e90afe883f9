import * as z from "zod";
import { createTimeLimit, sleep } from "../../runtime/abort.ts";
import { readRetryAfterMs } from "../../runtime/backoff.ts";
import { readBeginning } from "../../runtime/bounded-fetch.ts";
import { parseJson } from "../../text/json.ts";
import { DeliveryError } from "../../types/errors.ts";

/** Credentials and address of a platform's API. */
export interface PlatformAccess {
  readonly token: string;
  /** e.g. `https://slack.com/api` */
  readonly apiRoot: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** The response of a platform's API. */
export interface PlatformAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; `undefined` if it is not JSON. */
  readonly body: unknown;
}

/** Discord's rate limit in the body, in seconds. */
const RetryAfter = z.object({
  retry_after: z
    .number()
    .nonnegative()
    .transform((seconds) => seconds * 1_000),
});

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 1_000_000;

/**
 * Calls a platform's API once. Throws only `DeliveryError`, whose reason
 * includes neither the URL nor the body: `unreachable` for network errors and
 * 5xx, `rate-limited` for 429, with the delay in the header `Retry-After` or in
 * `retry_after` in the body. Returns all other responses.
 */
export async function callPlatform(
  url: string,
  {
    method = "POST",
    headers,
    body,
    fetch = globalThis.fetch,
    signal,
    timeoutMs = TIMEOUT_MS,
  }: {
    method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    headers?: Readonly<Record<string, string>>;
    /** Sent as JSON, or as a form if it is `URLSearchParams`. */
    body?: unknown;
    fetch?: typeof globalThis.fetch | undefined;
    signal: AbortSignal;
    timeoutMs?: number;
  },
): Promise<PlatformAnswer> {
  using limit = createTimeLimit({ ms: timeoutMs, signal });
  const isForm = body instanceof URLSearchParams;
  const answer = await tryCall(url, {
    method,
    headers: {
      ...(body !== undefined &&
        !isForm && { "content-type": "application/json; charset=utf-8" }),
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
    // A redirect could send the token to another host.
    redirect: "manual",
    signal: limit.signal,
    fetch,
  });
  const { status } = answer;
  if (status === 429)
    throw new DeliveryError({
      kind: "rate-limited",
      reason: "429 Too Many Requests",
      retryAfterMs:
        readRetryAfterMs(answer.headers) ??
        RetryAfter.safeParse(answer.body).data?.retry_after,
    });
  if (status >= 500)
    throw new DeliveryError({ kind: "unreachable", reason: `HTTP ${status}` });
  return answer;
}

/** For a response that is not as documented. */
export function malformedAnswer(platform: string): DeliveryError {
  return new DeliveryError({
    kind: "unreachable",
    reason: `malformed answer from ${platform}`,
  });
}

/**
 * Awaits a change of a message. `false` if the message is gone, i.e. `isGone`
 * holds for the call's error; rethrows other errors.
 */
export async function applyChange(
  change: Promise<unknown>,
  isGone: (error: unknown) => boolean,
): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Waits between two calls. Throws `DeliveryError` if the signal is aborted. */
export async function pause(
  ms: number,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  try {
    await sleep(ms, { signal });
  } catch {
    throw new DeliveryError({ kind: "unreachable", reason: "no answer" });
  }
}

async function tryCall(
  url: string,
  { fetch, ...init }: RequestInit & { fetch: typeof globalThis.fetch },
): Promise<PlatformAnswer> {
  try {
    const response = await fetch(url, init);
    const { status, headers } = response;
    const { bytes } = await readBeginning(response.body, {
      maxBytes: MAX_ANSWER_BYTES,
    });
    return {
      status,
      headers,
      body: parseJson(new TextDecoder().decode(bytes)),
    };
  } catch (error) {
    throw new DeliveryError({
      kind: "unreachable",
      reason: `no answer${nameOf(error)}`,
    });
  }
}

/**
 * A network error's code or name, e.g. ` (ECONNREFUSED)`. Its message may
 * include the URL, and that a token.
 */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { name, cause } = error;
  const code =
    cause instanceof Error && "code" in cause ? cause.code : undefined;
  return ` (${typeof code === "string" ? code : name})`;
}
