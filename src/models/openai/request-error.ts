import { ModelError } from "../../errors.ts";
import { asObject, asText, isObject } from "../json.ts";

const MAX_REASON_LENGTH = 500;
/** Some servers repeat the whole request. No key has to be looked for far after the end of the reason. */
const MAX_SEARCHED_LENGTH = 10_000;

/** Codes for an account without credit, of OpenAI and of DashScope. */
const EMPTY_ACCOUNT =
  /insufficient_quota|billing_not_active|billing_hard_limit_reached|Arrearage/;

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

/** Whether the text of an error says that the account has no credit left. */
export function namesEmptyAccount(text: string): boolean {
  return EMPTY_ACCOUNT.test(text);
}

/**
 * What went wrong while a model was asked, sorted by what can be done about it. The cause is a new error that holds
 * what the provider or the network said, without the key and without headers.
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
  if (status === 402 || namesEmptyAccount(`${code} ${type}`)) return "quota";
  if (status === 429 || code === "rate_limit_exceeded") return "rate-limited";
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
