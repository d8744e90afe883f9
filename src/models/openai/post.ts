import { readBeginning } from "../../bounded-fetch.ts";
import { createTimeLimit, sleep } from "../../abort.ts";
import { readRetryAfterMs } from "../../backoff.ts";
import { ModelError } from "../../errors.ts";
import { asObject, asText, isObject, parseJson } from "../../json.ts";
import { VERSION } from "../../version.ts";

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

/**
 * Posts to an API in OpenAI's style; returns what `read` makes of a response with a good status. Retries with backoff when
 * there was no connection or no response in time, and after 408, 409, 429 and 5xx, unless the account is empty or the
 * server asks for a long wait. Throws `RequestError`, or the signal's reason.
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
      if (!response.ok) throw await toRequestError(response);
      return await read(response);
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.isOver) throw error;
      const said = `No answer within ${timeoutMs} ms.`;
      throw new RequestError({ said, isRetryable: true });
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

async function toRequestError({
  status,
  headers,
  body,
}: Response): Promise<RequestError> {
  const text = await readText(body);
  const retryAfterMs = readRetryAfterMs(headers);
  const isVain =
    (retryAfterMs ?? 0) > MAX_WAIT_MS ||
    EMPTY_ACCOUNT.test(text) ||
    refusesReplyFormat(status, text);
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

/** The text of a body's first megabyte: some servers repeat the whole request in their errors. */
export async function readText(body: Response["body"]): Promise<string> {
  const { bytes } = await readBeginning(body, { maxBytes: MAX_BODY_BYTES });
  return new TextDecoder().decode(bytes);
}

/** Mostly `{ "error": { "message": … } }`; some servers leave out the frame, or send a page. */
function parseError(text: string): unknown {
  const json = parseJson(text) ?? text;
  return isObject(json) && "error" in json ? json["error"] : json;
}

const MAX_REASON_LENGTH = 500;
/** Some servers repeat the whole request. No key has to be looked for far after the end of the reason. */
const MAX_SEARCHED_LENGTH = 10_000;

/** Codes for an account without credit, of OpenAI and of DashScope. */
const EMPTY_ACCOUNT =
  /insufficient_quota|billing_not_active|billing_hard_limit_reached|Arrearage/;

/** Said with 400 by Gemini. */
const WRONG_KEY = /\bAPI key (?:not valid|expired)|API_KEY_INVALID/i;

/** Said with 400 by DeepSeek, Zhipu, Mistral and SiliconFlow. */
const UNKNOWN_MODEL =
  /model_not_found|invalid_model|\bmodel\b.{0,80}\b(?:not exist|not found)\b|invalid model\b|模型不存在/i;

/** 404: OpenRouter, where no provider of a model offers it. llama-cpp-python answers 500. */
const FORMAT_REFUSALS = new Set<number | undefined>([400, 404, 422, 500, 501]);

const FORMAT_NAMES = /response_format|json_schema|json_object|grammar/i;

/** Whether a server does not hold replies to a format, or not in the way in which it was asked to. */
export function refusesReplyFormat(
  status: number | undefined,
  said: string,
): boolean {
  return FORMAT_REFUSALS.has(status) && FORMAT_NAMES.test(said);
}

/** A server, or its model, that takes no tools: Ollama's words, vLLM's, and those of OpenRouter. */
const NO_TOOLS =
  /does not support (?:tools|tool use|function calling)|enable-auto-tool-choice|no endpoints found that support tool use/i;

const TOOLS_HINT =
  "Set AGENT_STYLE=conversational-react, which needs no tool calling, or enable it at the server.";

interface RequestFailure {
  readonly status?: number | undefined;
  /** The server's error object, or whatever it sent in place of one. */
  readonly said: unknown;
  readonly retryAfterMs?: number | undefined;
  readonly isRetryable?: boolean;
  /** There was no connection, or it was lost before any answer. */
  readonly isUnsent?: boolean;
  readonly cause?: unknown;
}

/** A request got no answer, or an error for one. Holds what the server said, keys included: not for logs. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly failure: RequestFailure;

  constructor(failure: RequestFailure) {
    const { status, said, cause } = failure;
    super([status, writeOut(said)].filter(Boolean).join(" "), { cause });
    this.failure = failure;
  }

  /** A field of the server's error object that holds text. */
  field(name: "code" | "type" | "param"): string {
    return asText(asObject(this.failure.said)[name]);
  }
}

function writeOut(said: unknown): string {
  const message = isObject(said) ? (said["message"] ?? said) : said;
  return typeof message === "string" ? message : JSON.stringify(message);
}

/** What went wrong, by what can be done about it. The cause is a new error with what the provider or the network said, without keys. */
export function toModelError(
  error: unknown,
  { apiKey }: { apiKey: string },
): ModelError {
  if (error instanceof ModelError) return error;
  const said = withoutKeys(explain(error), apiKey);
  const cause = new Error(NO_TOOLS.test(said) ? `${said} ${TOOLS_HINT}` : said);
  if (!(error instanceof RequestError))
    return new ModelError({ kind: "unreachable", cause });
  const { status, retryAfterMs, isUnsent = false } = error.failure;
  const kind = kindOf(error);
  return new ModelError({ kind, status, retryAfterMs, isUnsent, cause });
}

function kindOf(error: RequestError): ModelError["kind"] {
  const { status } = error.failure;
  const [code, type] = [error.field("code"), error.field("type")];
  // 402: DeepSeek and OpenRouter.
  if (status === 402 || EMPTY_ACCOUNT.test(`${code} ${type}`)) return "quota";
  if (status === 429 || code === "rate_limit_exceeded") return "rate-limited";
  if (status === 401 || status === 403 || WRONG_KEY.test(error.message))
    return "unauthorized";
  if (status === 404 || UNKNOWN_MODEL.test(`${code} ${error.message}`))
    return "unknown";
  if (status === 408 || status === 409) return "unreachable";
  if (status === undefined)
    return type === "invalid_request_error" ? "refused" : "unreachable";
  return status >= 500 ? "unreachable" : "refused";
}

/** The messages of an error and of its causes: `fetch failed` alone explains nothing. */
function explain(error: unknown): string {
  const messages: string[] = [];
  let current = error;
  while (current instanceof Error && messages.length < 4) {
    messages.push(current.message);
    current = current.cause;
  }
  return messages.join(": ");
}

/** Providers repeat a wrong key, whole or masked (`sk-ab****yz`). */
function withoutKeys(said: string, apiKey: string): string {
  const text = said.slice(0, MAX_SEARCHED_LENGTH);
  const withoutOwn =
    // Placeholders for servers without keys, such as `x`, are no secrets and would hit other words.
    apiKey.length < 8 ? text : text.replaceAll(apiKey, "[key]");
  return withoutOwn
    .replaceAll(/\bBearer\s+\S+/gi, "Bearer [key]")
    .replaceAll(/(?<![\w-])[\w-]*(?:\*{3,}[\w-]*)+/g, "[key]")
    .replaceAll(/\b(?:sk|pk|gsk|xai)-[\w-]{8,}/g, "[key]")
    .slice(0, MAX_REASON_LENGTH);
}
