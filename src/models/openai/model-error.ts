import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
} from "openai";
import { readRetryAfterMs } from "../../runtime/backoff.ts";
import { asObject } from "../../text/json.ts";
import { toCode } from "../../text/text.ts";
import { ModelError } from "../../types/errors.ts";
import {
  EMPTY_ACCOUNT,
  FILTERED,
  INVALID_CALL,
  isTooLong,
  UNKNOWN_MODEL,
  WRONG_KEY,
} from "./refusals.ts";

const MAX_REASON_LENGTH = 500;
/**
 * Some servers repeat the whole request. A key beyond this cannot reach the
 * reason.
 */
const MAX_SEARCHED_LENGTH = 10_000;

/**
 * The server or model has no tool calling: texts of Ollama, vLLM and
 * OpenRouter.
 */
const NO_TOOLS =
  /does not support (?:tools|tool use|function calling)|enable-auto-tool-choice|no endpoints found that support tool use/i;

const TOOLS_HINT =
  "Set AGENT_STYLE=conversational-react, which needs no tool calling, or enable it on the server.";

/** The provider's own words, whatever field they are in. */
export function textOf(error: APIError): string {
  // The SDK's message begins with the status, which is no limit of tokens.
  const said = error.message.replace(/^\d{3} /, "");
  const whole = `${said} ${JSON.stringify(error.error ?? "")}`;
  return whole.slice(0, MAX_SEARCHED_LENGTH);
}

/**
 * Classifies an error by what can be done about it. The cause is a new error
 * with the message of the provider or network, without keys.
 */
export function toModelError(
  error: unknown,
  { apiKey, excessTokens }: { apiKey: string; excessTokens?: number },
): ModelError {
  if (error instanceof ModelError) return error;
  const text = withoutKeys(explain(error), apiKey);
  const cause = new Error(NO_TOOLS.test(text) ? `${text} ${TOOLS_HINT}` : text);
  if (!(error instanceof APIError))
    return new ModelError({ kind: "unreachable", code: codeOf(error), cause });
  const { status, headers } = error;
  return new ModelError({
    kind: kindOf(error),
    status,
    code: codeOf(error),
    retryAfterMs: headers && readRetryAfterMs(headers),
    isUnsent:
      error instanceof APIConnectionError &&
      !(error instanceof APIConnectionTimeoutError),
    excessTokens,
    cause,
  });
}

function kindOf(error: APIError): ModelError["kind"] {
  const { status } = error;
  if (status === undefined) return "unreachable";
  const text = textOf(error);
  // 402: DeepSeek and OpenRouter.
  if (status === 402 || EMPTY_ACCOUNT.test(text)) return "quota";
  if (status !== 404 && isTooLong(text)) return "too-long";
  if (status === 429) return "rate-limited";
  if (FILTERED.test(text)) return "filtered";
  // With 404 on OpenRouter.
  if (NO_TOOLS.test(text)) return "refused";
  if (status === 401 || status === 403 || WRONG_KEY.test(text))
    return "unauthorized";
  if (status === 404 || UNKNOWN_MODEL.test(text)) return "unknown";
  if (INVALID_CALL.test(text)) return "invalid-call";
  if (status === 408 || status === 409 || status >= 500) return "unreachable";
  return "refused";
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

/** The provider's code or, without a response, the network's. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof APIError && error.status !== undefined)
    return toCode(error.code) ?? toCode(error.type);
  const { code, cause } = asObject(error);
  return toCode(code) ?? (cause === undefined ? undefined : codeOf(cause));
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
