import { ModelError } from "../../errors.ts";
import { asObject, asText, isObject } from "../../json.ts";

const MAX_REASON_LENGTH = 500;
/**
 * Some servers repeat the whole request. A key beyond this cannot reach the
 * reason.
 */
const MAX_SEARCHED_LENGTH = 10_000;

/** Codes for an account without credit, of OpenAI and DashScope. */
export const EMPTY_ACCOUNT =
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
  text: string,
): boolean {
  return FORMAT_REFUSALS.has(status) && FORMAT_NAMES.test(text);
}

/**
 * The server or model has no tool calling: texts of Ollama, vLLM and
 * OpenRouter.
 */
const NO_TOOLS =
  /does not support (?:tools|tool use|function calling)|enable-auto-tool-choice|no endpoints found that support tool use/i;

const TOOLS_HINT =
  "Set AGENT_STYLE=conversational-react, which needs no tool calling, or enable it on the server.";

interface RequestFailure {
  readonly status?: number | undefined;
  /** The server's error object, or what it sent instead. */
  readonly detail: unknown;
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
    const { status, detail, cause } = failure;
    super([status, toMessage(detail)].filter(Boolean).join(" "), { cause });
    this.failure = failure;
  }

  /** A text field of the server's error object. */
  field(name: "code" | "type" | "param"): string {
    return asText(asObject(this.failure.detail)[name]);
  }
}

function toMessage(detail: unknown): string {
  const message = isObject(detail) ? (detail["message"] ?? detail) : detail;
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
  const text = withoutKeys(explain(error), apiKey);
  const cause = new Error(NO_TOOLS.test(text) ? `${text} ${TOOLS_HINT}` : text);
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
function withoutKeys(written: string, apiKey: string): string {
  const text = written.slice(0, MAX_SEARCHED_LENGTH);
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
