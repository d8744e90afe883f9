import { createTimeLimit, sleep } from "../../abort.ts";
import { readRetryAfterMs } from "../../backoff.ts";
import { readBeginning } from "../../bounded-fetch.ts";
import { isObject, parseJson } from "../../json.ts";
import { VERSION } from "../../version.ts";
import {
  EMPTY_ACCOUNT,
  refusesReplyFormat,
  RequestError,
} from "./request-error.ts";

/**
 * If a server asks for a longer wait, the caller gets the error, including
 * `retryAfterMs`.
 */
const MAX_WAIT_MS = 10_000;

const MAX_BODY_BYTES = 1_000_000;

/** Azure's public and national clouds. */
const AZURE = /^https:\/\/[\w.-]+\.azure\.(?:com|us|cn)(?:[:/]|$)/;

interface Endpoint {
  apiKey: string;
  /** Usually includes `/v1`. */
  baseUrl: string;
  path: string;
  maxRetries: number;
  /** Per attempt, including `read` or the body of an error. */
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
}

interface PostOptions<Result> {
  signal: AbortSignal;
  read: (response: Response) => Result | Promise<Result>;
}

/**
 * Creates a client that posts to an OpenAI-style API and passes a successful
 * response to `read`. Retries with backoff after connection failures, timeouts,
 * 408, 409, 429 and 5xx, unless the account has no credit left or the server
 * asks for a long wait. Throws `RequestError`, or the signal's reason.
 */
export function createPost({
  apiKey,
  baseUrl,
  path,
  maxRetries,
  timeoutMs,
  fetch,
}: Endpoint) {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  const headers = {
    accept: "application/json",
    authorization: `Bearer ${apiKey}`,
    // Azure's header for a resource's key; older endpoints read the bearer as
    // an Entra token.
    ...(AZURE.test(baseUrl) && { "api-key": apiKey }),
    "user-agent": `Parley/${VERSION}`,
  };

  const tryOnce = async <Result>(
    body: string | FormData,
    { signal, read }: PostOptions<Result>,
  ): Promise<Result> => {
    using limit = createTimeLimit({ ms: timeoutMs, signal });
    // For a form, `fetch` adds the type with its boundary.
    const type =
      typeof body === "string" ? { "content-type": "application/json" } : {};
    try {
      const response = await fetch(url.href, {
        method: "POST",
        headers: { ...headers, ...type },
        body,
        signal: limit.signal,
      }).catch(throwUnsent);
      if (!response.ok) throw await toRequestError(response);
      return await read(response);
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.isOver) throw error;
      const detail = `No answer within ${timeoutMs} ms.`;
      throw new RequestError({ detail, isRetryable: true });
    }
  };

  return async <Result>(
    body: string | FormData,
    options: PostOptions<Result>,
  ): Promise<Result> => {
    for (let retries = 0; ; retries++) {
      try {
        return await tryOnce(body, options);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        const { isRetryable, retryAfterMs } = error.failure;
        if (!isRetryable || retries >= maxRetries) throw error;
        await sleep(retryAfterMs ?? backoffMs(retries), options);
      }
    }
  };
}

function throwUnsent(cause: unknown): never {
  throw new RequestError({
    detail: "No connection",
    isRetryable: true,
    isUnsent: true,
    cause,
  });
}

/** Exponential backoff with up to 25 % jitter. */
function backoffMs(retries: number): number {
  return Math.min(500 * 2 ** retries, 8_000) * (1 - Math.random() / 4);
}

async function toRequestError({
  status,
  headers,
  body,
}: Response): Promise<RequestError> {
  const text = await readText(body);
  const retryAfterMs = readRetryAfterMs(headers);
  const isPointless =
    (retryAfterMs ?? 0) > MAX_WAIT_MS ||
    EMPTY_ACCOUNT.test(text) ||
    refusesReplyFormat(status, text);
  return new RequestError({
    status,
    detail: parseError(text),
    retryAfterMs,
    isRetryable: !isPointless && isRetried(status, headers),
  });
}

/** OpenAI's servers state it in a header. */
function isRetried(status: number, headers: Headers): boolean {
  const advice = headers.get("x-should-retry");
  if (advice === "true" || advice === "false") return advice === "true";
  return [408, 409, 429].includes(status) || status >= 500;
}

/**
 * Reads up to one megabyte: some servers repeat the whole request in their
 * errors.
 */
export async function readText(body: Response["body"]): Promise<string> {
  const { bytes } = await readBeginning(body, { maxBytes: MAX_BODY_BYTES });
  return new TextDecoder().decode(bytes);
}

/**
 * Usually `{ "error": { "message": … } }`; some servers omit the wrapper, or
 * send HTML.
 */
function parseError(text: string): unknown {
  const json = parseJson(text) ?? text;
  return isObject(json) && "error" in json ? json["error"] : json;
}
