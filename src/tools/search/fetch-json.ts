import { readRetryAfterMs } from "../../backoff.ts";
import { type FailureKind, SearchFailure } from "./search-provider.ts";
import { type ProviderRequest, sendRequest } from "./send-request.ts";

const MAX_BYTES = 1_000_000;

/** Statuses by which servers refuse a query and not whoever asks. */
const QUERY_STATUSES: readonly number[] = [400, 413, 414, 422];

/** Shorter ones would be found in ordinary text. */
const MIN_SECRET_LENGTH = 8;

export interface FetchJsonOptions extends ProviderRequest {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** A key of the request, which is taken out of the answer in case the server repeats it. */
  readonly secret?: string | undefined;
  /** What an error status means where the operator has something to mend, in a few words of our own: `its key is not accepted`. */
  readonly explain?: (status: number, body: unknown) => string | undefined;
}

export interface JsonAnswer {
  readonly body: unknown;
  /** Some servers send it with status 200. */
  readonly retryAfterMs: number | undefined;
}

/**
 * What a provider answers with status 2xx, parsed as JSON whatever its content type; at most 1 MB of it. Throws
 * `SearchFailure` without a word of what the server or `fetch` wrote, or the signal's reason.
 */
export async function fetchJson(
  options: FetchJsonOptions,
): Promise<JsonAnswer> {
  const { fetch, signal, secret, url } = options;
  try {
    const response = await sendRequest(options, { fetch, signal });
    if (!response.ok) throw await readRefusal(response, options);
    const text = await readBounded(response);
    const body = parseJson(hide(hide(text, secret), url.password));
    if (body === undefined) throw new SearchFailure("an unreadable answer");
    return { body, retryAfterMs: readRetryAfterMs(response.headers) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SearchFailure) throw error;
    throw new SearchFailure("it could not be reached");
  }
}

async function readRefusal(
  response: Response,
  { explain }: FetchJsonOptions,
): Promise<SearchFailure> {
  const { status, headers } = response;
  // Whatever is wrong with the body, the status tells more.
  const text = await readBounded(response).catch(() => "");
  const meaning = explain?.(status, parseJson(text));
  return new SearchFailure(
    meaning === undefined ? `HTTP ${status}` : `HTTP ${status}, ${meaning}`,
    {
      kind: readKind(status, meaning),
      retryAfterMs: readRetryAfterMs(headers),
    },
  );
}

function readKind(status: number, meaning: string | undefined): FailureKind {
  if (meaning !== undefined) return "setup";
  return QUERY_STATUSES.includes(status) ? "query" : "passing";
}

/** Leaving the loop cancels the body: the rest is not read. */
async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES)
      throw new SearchFailure("an answer of more than 1 MB");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** `undefined` for what is no JSON: gateways answer in HTML whatever was asked for. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hide(text: string, secret = ""): string {
  return secret.length < MIN_SECRET_LENGTH
    ? text
    : text.replaceAll(secret, "***");
}
