import { readBeginning } from "../../bounded-fetch.ts";
import { createTimeLimit, sleep } from "../../abort.ts";
import { readRetryAfterMs } from "../../backoff.ts";
import { ModelError } from "../../errors.ts";
import { asObject, asText, isObject, parseJson } from "../../json.ts";
import { VERSION } from "../../version.ts";

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

/** OpenAI's servers state it in a header. */
function isRetried(status: number, headers: Headers): boolean {
  const wish = headers.get("x-should-retry");
  if (wish === "true" || wish === "false") return wish === "true";
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

const MAX_REASON_LENGTH = 500;
/**
 * Some servers repeat the whole request. A key beyond this cannot reach the
 * reason.
 */
const MAX_SEARCHED_LENGTH = 10_000;

/** Codes for an account without credit, of OpenAI and DashScope. */
const EMPTY_ACCOUNT =
  /insufficient_quota|billing_not_active|billing_hard_limit_reached|Arrearage/;

/** Gemini, with status 400. */
const WRONG_KEY = /\bAPI key (?:not valid|expired)|API_KEY_INVALID/i;

/** DeepSeek, Zhipu, Mistral and SiliconFlow, with status 400. */
const UNKNOWN_MODEL =
  /model_not_found|invalid_model|\bmodel\b.{0,80}\b(?:not exist|not found)\b|invalid model\b|模型不存在/i;

/**
 * 404: OpenRouter, if no provider of the model supports it. 500:
 * llama-cpp-python.
 */
const FORMAT_REFUSALS = new Set<number | undefined>([400, 404, 422, 500, 501]);

const FORMAT_NAMES = /response_format|json_schema|json_object|grammar/i;

/** The server cannot enforce a reply format, or not this type. */
export function refusesReplyFormat(
  status: number | undefined,
  said: string,
): boolean {
  return FORMAT_REFUSALS.has(status) && FORMAT_NAMES.test(said);
}

/**
 * The server or model has no tool calling: texts of Ollama, vLLM and
 * OpenRouter.
 */
const NO_TOOLS =
  /does not support (?:tools|tool use|function calling)|enable-auto-tool-choice|no endpoints found that support tool use/i;

const TOOLS_HINT =
  "Set AGENT_STYLE=conversational-react, which needs no tool calling, or enable it at the server.";

interface RequestFailure {
  readonly status?: number | undefined;
  /** The server's error object, or what it sent instead. */
  readonly said: unknown;
  readonly retryAfterMs?: number | undefined;
  readonly isRetryable?: boolean;
  /** No connection, or lost before any response. */
  readonly isUnsent?: boolean;
  readonly cause?: unknown;
}

/**
 * A request got no response, or an error. Contains the server's text, possibly
 * with keys: do not log it.
 */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly failure: RequestFailure;

  constructor(failure: RequestFailure) {
    const { status, said, cause } = failure;
    super([status, writeOut(said)].filter(Boolean).join(" "), { cause });
    this.failure = failure;
  }

  /** A text field of the server's error object. */
  field(name: "code" | "type" | "param"): string {
    return asText(asObject(this.failure.said)[name]);
  }
}

function writeOut(said: unknown): string {
  const message = isObject(said) ? (said["message"] ?? said) : said;
  return typeof message === "string" ? message : JSON.stringify(message);
}

/**
 * Classifies an error by what can be done about it. The cause is a new error
 * with the message of the provider or network, without keys.
 */
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

/**
 * Joins the messages of an error and its causes: `fetch failed` alone explains
 * nothing.
 */
function explain(error: unknown): string {
  const messages: string[] = [];
  let current = error;
  while (current instanceof Error && messages.length < 4) {
    messages.push(current.message);
    current = current.cause;
  }
  return messages.join(": ");
}

/** Providers repeat a wrong key, in full or masked (`sk-ab****yz`). */
function withoutKeys(said: string, apiKey: string): string {
  const text = said.slice(0, MAX_SEARCHED_LENGTH);
  const withoutOwn =
    // Shorter keys are placeholders for servers without keys, such as `x`: not
    // secret, and part of other words.
    apiKey.length < 8 ? text : text.replaceAll(apiKey, "[key]");
  return withoutOwn
    .replaceAll(/\bBearer\s+\S+/gi, "Bearer [key]")
    .replaceAll(/(?<![\w-])[\w-]*(?:\*{3,}[\w-]*)+/g, "[key]")
    .replaceAll(/\b(?:sk|pk|gsk|xai)-[\w-]{8,}/g, "[key]")
    .slice(0, MAX_REASON_LENGTH);
}
