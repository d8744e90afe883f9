import { readRetryAfterMs } from "../../runtime/backoff.ts";
import { readBeginning } from "../../runtime/bounded-fetch.ts";
import { concatenate, toBase64 } from "../../runtime/bytes.ts";
import { parseJson } from "../../text/json.ts";
import { readAnswer, type AnswerTable } from "./read-answer.ts";
import { first, textAt } from "./read-fields.ts";
import { SearchFailure, type SearchProvider } from "./search-provider.ts";

const MAX_BYTES = 1_000_000;

/** Statuses that mean that the server rejects the query, not its sender. */
const QUERY_STATUSES: readonly number[] = [400, 413, 414, 422];

/** Shorter secrets occur in ordinary text. */
const MIN_SECRET_LENGTH = 8;

/** All that is special about a provider with a single JSON request. */
interface ProviderTable {
  readonly name: string;
  /** Removes commands from a query, which models write by accident. */
  readonly clean?: (query: string) => string;
  /** The service rejects longer queries unless a comment says otherwise. */
  readonly limits: QueryLimits;
  readonly request: (query: string) => ProviderRequest;
  /**
   * A key in the request. It is removed from the response in case the server
   * echoes it.
   */
  readonly secret?: string | undefined;
  /**
   * What errors mean that the operator can fix, in a few words: `its key is not
   * accepted`. Matched with the status and the error's code or text: `422
   * SUBSCRIPTION_TOKEN_INVALID`.
   */
  readonly errors: readonly (readonly [RegExp, string])[];
  readonly answer: AnswerTable;
}

/** A query without searchable characters finds nothing without a request. */
export function createProvider(table: ProviderTable): SearchProvider {
  const { name, clean = (one) => one, limits, request, answer } = table;
  return {
    name,
    async search(text, { signal }) {
      const query = cutQuery(clean(text), limits);
      if (query === "") return { results: [] };
      return readAnswer(answer, await fetchJson(request(query), table, signal));
    },
  };
}

/**
 * Fetches JSON of at most 1 MB. Throws `SearchFailure`, whose message contains
 * nothing of the server's or `fetch`'s text, or the signal's reason. Some
 * servers send `Retry-After` with status 200.
 */
async function fetchJson(
  request: ProviderRequest,
  { secret, errors }: ProviderTable,
  signal: AbortSignal,
) {
  try {
    const response = await sendRequest(request, signal);
    const retryAfterMs = readRetryAfterMs(response.headers);
    if (!response.ok) throw await toFailure(response, { errors, retryAfterMs });
    const text = await readText(response);
    const body = parseJson(hide(hide(text, secret), request.url.password));
    return { body, retryAfterMs };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SearchFailure) throw error;
    throw new SearchFailure("it could not be reached");
  }
}

async function toFailure(
  response: Response,
  {
    errors,
    retryAfterMs,
  }: Pick<ProviderTable, "errors"> & { retryAfterMs: number | undefined },
): Promise<SearchFailure> {
  const { status } = response;
  // A broken body matters less than the status.
  const body = parseJson(await readText(response).catch(() => ""));
  const said = `${status} ${textAt(body, first("error.code", "error"))}`;
  const meaning =
    status < 400
      ? "its address has changed"
      : errors.find(([error]) => error.test(said))?.[1];
  if (meaning !== undefined)
    return new SearchFailure(`HTTP ${status}, ${meaning}`, {
      kind: "setup",
      retryAfterMs,
    });
  const kind = QUERY_STATUSES.includes(status) ? "query" : "transient";
  return new SearchFailure(`HTTP ${status}`, { kind, retryAfterMs });
}

async function readText({ body }: Response): Promise<string> {
  const { bytes, isCut } = await readBeginning(body, { maxBytes: MAX_BYTES });
  if (isCut) throw new SearchFailure("an answer of more than 1 MB");
  return new TextDecoder().decode(bytes);
}

function hide(text: string, secret = ""): string {
  return secret.length < MIN_SECRET_LENGTH
    ? text
    : text.replaceAll(secret, "***");
}

/**
 * A request to a provider. Credentials in the URL are sent as basic
 * authorization.
 */
interface ProviderRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; a request without a body is a GET. */
  readonly body?: unknown;
}

/**
 * Follows no redirect: another server would get the key
 * (https://github.com/nodejs/undici/issues/4917).
 */
async function sendRequest(
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { headers, body } = request;
  const { url, authorization } = splitCredentials(request.url);
  const isPost = body !== undefined;
  return fetch(url, {
    headers: {
      accept: "application/json",
      ...authorization,
      ...(isPost && { "content-type": "application/json" }),
      ...headers,
    },
    signal,
    redirect: "manual",
    ...(isPost && { method: "POST", body: JSON.stringify(body) }),
  });
}

/** `fetch` rejects URLs with credentials. */
function splitCredentials(address: URL) {
  const url = new URL(address);
  const { username, password } = address;
  url.username = "";
  url.password = "";
  const authorization =
    username === "" && password === ""
      ? {}
      : {
          authorization: basicAuthorization(
            decodeURIComponent(username),
            decodeURIComponent(password),
          ),
        };
  return { url, authorization };
}

/**
 * URL of an endpoint below a base URL, which may have a path and trailing
 * slashes.
 */
export function toEndpoint(
  baseUrl: string,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, "")}${path}`);
  url.search = new URLSearchParams(parameters).toString();
  return url;
}

interface QueryLimits {
  /** In code points. */
  readonly maxCharacters: number;
  readonly maxWords?: number;
}

/**
 * Converts a query to one line without control characters, cut to
 * `maxCharacters` code points and `maxWords` words. May be empty.
 */
export function cutQuery(
  query: string,
  { maxCharacters, maxWords = Number.POSITIVE_INFINITY }: QueryLimits,
): string {
  const words = query
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== "")
    .slice(0, maxWords);
  return Array.from(words.join(" ")).slice(0, maxCharacters).join("").trimEnd();
}

/**
 * The `Authorization` header of RFC 7617, in UTF-8. The user name must not
 * contain a colon.
 */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${toBase64(concatenate([`${username}:${password}`]))}`;
}
