import { createTimeLimit, sleep } from "../../abort.ts";
import { readRetryAfterMs } from "../../backoff.ts";
import { VERSION } from "../../version.ts";
import { isObject, parseJson } from "../json.ts";
import { namesEmptyAccount, RequestError } from "./request-error.ts";

/** When a server asks for a longer wait, the caller gets the error, with that wait in it. */
const MAX_WAIT_MS = 10_000;

const MAX_BODY_BYTES = 1_000_000;

/** Azure's own addresses, in its public and its national clouds. */
const AZURE = /^https:\/\/[\w.-]+\.azure\.(?:com|us|cn)(?:[:/]|$)/;

interface Endpoint {
  apiKey: string;
  /** Mostly up to and with its `/v1`. */
  baseUrl: string;
  path: string;
  maxRetries: number;
  /** For one try, until `read` is done or an error's body is read. */
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
}

interface PostOptions<Result> {
  signal: AbortSignal;
  read: (response: Response) => Result | Promise<Result>;
}

/** Returns what `read` makes of a response with a good status. Throws `RequestError`, or the signal's reason. */
type Post = <Result>(
  body: string | FormData,
  options: PostOptions<Result>,
) => Promise<Result>;

/**
 * Posts to an API in OpenAI's style. Retries with backoff when there was no connection or no response in time, and after
 * 408, 409, 429 and 5xx, unless that is in vain: the account is empty, or the server asks for a long wait.
 */
export function createPost({
  apiKey,
  baseUrl,
  path,
  maxRetries,
  timeoutMs,
  fetch,
}: Endpoint): Post {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  const headers = {
    accept: "application/json",
    authorization: `Bearer ${apiKey}`,
    // Where Azure looks for a resource's key; its older addresses take the bearer for a token of Entra.
    ...(AZURE.test(baseUrl) && { "api-key": apiKey }),
    "user-agent": `Parley/${VERSION}`,
  };

  const tryOnce = async <Result>(
    body: string | FormData,
    { signal, read }: PostOptions<Result>,
  ): Promise<Result> => {
    using limit = createTimeLimit({ ms: timeoutMs, signal });
    // The type of a form holds its boundary: `fetch` adds it.
    const type =
      typeof body === "string" ? { "content-type": "application/json" } : {};
    try {
      const response = await fetch(url.href, {
        method: "POST",
        headers: { ...headers, ...type },
        body,
        signal: limit.signal,
      }).catch(throwUnsent);
      if (!response.ok) throw await readError(response);
      return await read(response);
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.isOver) throw error;
      const said = `No answer within ${timeoutMs} ms.`;
      throw new RequestError({ said, isRetryable: true });
    }
  };

  return async (body, options) => {
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
    said: "No connection",
    isRetryable: true,
    isUnsent: true,
    cause,
  });
}

/** Doubled with each retry, and shortened at random, so that many callers do not come back at once. */
function backoffMs(retries: number): number {
  return Math.min(500 * 2 ** retries, 8_000) * (1 - Math.random() / 4);
}

async function readError({
  status,
  headers,
  body,
}: Response): Promise<RequestError> {
  const text = await readBeginning(body);
  const retryAfterMs = readRetryAfterMs(headers);
  const isVain = (retryAfterMs ?? 0) > MAX_WAIT_MS || namesEmptyAccount(text);
  return new RequestError({
    status,
    said: parseError(text),
    retryAfterMs,
    isRetryable: !isVain && isRetried(status, headers),
  });
}

/** OpenAI's servers say it themselves in a header. */
function isRetried(status: number, headers: Headers): boolean {
  const wish = headers.get("x-should-retry");
  if (wish === "true" || wish === "false") return wish === "true";
  return [408, 409, 429].includes(status) || status >= 500;
}

/** The text of a body's first megabyte: some servers repeat the whole request in their errors, and some bodies never end. */
export async function readBeginning(body: Response["body"]): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.byteLength;
    text += decoder.decode(piece, { stream: true });
    // Leaving the loop cancels the body.
    if (length > MAX_BODY_BYTES) break;
  }
  return text;
}

/** Mostly `{ "error": { "message": … } }`; some servers leave out the frame, or send a page. */
function parseError(text: string): unknown {
  const json = parseJson(text) ?? text;
  return isObject(json) && "error" in json ? json["error"] : json;
}
