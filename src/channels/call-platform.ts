import * as z from "zod";
import { createTimeLimit, sleep } from "../abort.ts";
import { readRetryAfterMs } from "../backoff.ts";
import { readBeginning } from "../bounded-fetch.ts";
import { DeliveryError } from "../errors.ts";
import { parseJson } from "../json.ts";

/** How to reach a platform's API as a bot. */
export interface PlatformAccess {
  readonly token: string;
  /** e.g. `https://slack.com/api` */
  readonly apiRoot: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** How a platform's API answered. */
export interface PlatformAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; `undefined` for anything else. */
  readonly body: unknown;
}

/** In seconds, as Discord has it in the body. */
const RetryAfter = z.object({
  retry_after: z
    .number()
    .nonnegative()
    .transform((seconds) => seconds * 1_000),
});

const TIMEOUT_MS = 30_000;
/** Answers of platforms are short. */
const MAX_ANSWER_BYTES = 1_000_000;

/**
 * Makes one call of a platform's API, with a JSON body where there is one. Throws only `DeliveryError`, whose reason holds neither the address nor what was sent:
 * `unreachable` for no answer, a broken one and 5xx; `rate-limited` for 429, with what `Retry-After`, or `retry_after` in the body, asks for. What other answers mean is
 * the caller's to say: see `refuse`.
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
    /** Sent as JSON; `URLSearchParams` as a form. */
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
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    // No platform moves its API without notice: a redirect would take the token elsewhere.
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

/** For an answer that is not as the platform describes it. */
export function notUnderstood(platform: string): DeliveryError {
  return new DeliveryError({
    kind: "unreachable",
    reason: `that is not how ${platform} answers`,
  });
}

/** Whether a message could be changed, or was deleted before: then `isGone` is what the call throws. */
export async function isStillThere(
  call: Promise<unknown>,
  isGone: (error: unknown) => boolean,
): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Leaves a platform alone for a while between two calls. Throws only `DeliveryError`. */
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

/** A network error's short name, such as ` (ECONNREFUSED)`: its text may hold the address, and that a token. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { name, cause } = error;
  const code =
    cause instanceof Error && "code" in cause ? cause.code : undefined;
  return ` (${typeof code === "string" ? code : name})`;
}
