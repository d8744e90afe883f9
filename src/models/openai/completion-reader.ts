import { logWarning } from "../../runtime/log.ts";
import {
  asObject,
  asText,
  isObject,
  parseJson,
  type JsonObject,
} from "../../text/json.ts";
import { ModelError } from "../../types/errors.ts";
import type { ModelEvent } from "../../types/model.ts";
import { readContent, readReasoning } from "./read-content.ts";
import type { Frame } from "./read-frames.ts";
import { findNamedError, findRemark, toApiError } from "./reported-error.ts";
import { createToolCallReader } from "./tool-call-reader.ts";

type Finish = Extract<ModelEvent, { type: "finish" }>;

/**
 * Why answers end: words of OpenAI, Anthropic, Bedrock, Gemini, Mistral and
 * Zhipu.
 */
const REASONS: Readonly<Record<string, Finish["reason"]>> = {
  stop: "stop",
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  model_length: "length",
  model_context_window_exceeded: "length",
  tool_calls: "tool-calls",
  tool_use: "tool-calls",
  function_call: "tool-calls",
  blocklist: "filtered",
  content_filter: "filtered",
  content_filtered: "filtered",
  guardrail_intervened: "filtered",
  prohibited_content: "filtered",
  recitation: "filtered",
  refusal: "filtered",
  safety: "filtered",
  sensitive: "filtered",
  spii: "filtered",
};

/**
 * The answer was aborted: by OpenRouter's upstream, by DeepSeek under load, by
 * Zhipu, or by vLLM.
 */
const FAILURES = new Set([
  "error",
  "insufficient_system_resource",
  "network_error",
  "abort",
]);

/** Gemini's word, in several spellings. */
const INVALID_CALL = /malformed_(?:function|tool)_call/;

/** In UTF-16 units: kept in case that it is all there is. */
const MAX_REASONING_LENGTH = 100_000;

/**
 * Parses one completion, streamed or whole, field by field because compatible
 * servers differ; without zod, which is slow on runtimes that forbid `eval`.
 */
export function createCompletionReader({ model }: { model: string }) {
  const readToolCall = createToolCallReader();
  let hasText = false;
  let hasPieces = false;
  let whole = "";
  let hasCalls = false;
  let isDone = false;
  let reasoning = "";
  let reason: string | undefined;
  let usage: Finish["usage"];
  /** An error, unless the answer ends as it should. */
  let remark: unknown;

  const readChunk = (chunk: JsonObject): ModelEvent[] => {
    // Groq's own field.
    const { usage: groqUsage } = asObject(chunk["x_groq"]);
    usage = readUsage(chunk["usage"]) ?? readUsage(groqUsage) ?? usage;
    const choice = asObject(firstOf(chunk["choices"]));
    // Some gateways send "" instead of `null` until the end.
    reason =
      asText(choice["finish_reason"]).toLowerCase().replaceAll("-", "_") ||
      reason;
    const { delta, message } = choice;
    // A whole answer. After pieces, it repeats them.
    const isWhole = isObject(message) && !hasPieces;
    if (isWhole) reason ??= "unknown";
    const piece = asObject(isWhole ? message : delta);

    if (reasoning.length < MAX_REASONING_LENGTH)
      reasoning += readReasoning(piece);
    const written =
      readContent(piece["content"]) ||
      readContent(piece["refusal"]) ||
      // Of the Completions API.
      asText(choice["text"]);
    // A second whole answer repeats the first, or continues it.
    const isRepeated = isWhole && written.startsWith(whole);
    const text = isRepeated ? written.slice(whole.length) : written;
    const calls = isWhole && hasCalls ? [] : readCalls(piece).map(readToolCall);
    hasText ||= text.trim() !== "";
    hasCalls ||= calls.length > 0;
    if (isWhole) whole += text;
    else hasPieces ||= hasText || hasCalls;
    return text === "" ? calls : [{ type: "text", text }, ...calls];
  };

  return {
    /**
     * Parses a frame. Ignores those that are no objects, which some servers
     * send to keep the connection alive. Throws `APIError` for a reported
     * error, `ModelError` for damaged JSON.
     */
    read({ event, data }: Frame): readonly ModelEvent[] {
      isDone ||= data.trim() === "[DONE]";
      if (isDone) {
        reason ??= "unknown";
        return [];
      }
      // A whole body can be a list.
      const chunk = firstOf(parseJson(data));
      if (chunk === undefined && data.startsWith("{"))
        throw broken("A piece of the answer is damaged.");
      const isError = event === "error" && data.trim() !== "";
      const error =
        findNamedError(chunk) ?? (isError ? (chunk ?? data) : undefined);
      if (error !== undefined) throw toApiError(error);
      remark ??= chunk === undefined ? data : findRemark(chunk);
      return readChunk(asObject(chunk));
    },
    /**
     * The reply is complete: if the stream breaks now, only the usage is lost.
     */
    get isWhole(): boolean {
      return reason !== undefined;
    },
    /**
     * Call once, after the last frame: returns the last events. Throws
     * `ModelError` if the stream was cut off, the provider aborted the answer,
     * or withheld all of it.
     */
    end(): readonly ModelEvent[] {
      if (remark !== undefined && (reason ?? "unknown") === "unknown")
        throw toApiError(remark);
      if (reason === undefined)
        throw broken("The stream ended before the answer was complete.");
      if (FAILURES.has(reason))
        throw broken(`The answer ended with: ${reason}`);
      if (INVALID_CALL.test(reason))
        throw failed("invalid-call", `The answer ended with: ${reason}`);
      const known = REASONS[reason] ?? "unknown";
      const isEmpty = !hasText && !hasCalls;
      if (isEmpty && known === "filtered")
        throw failed("filtered", "The provider withheld the answer.");
      const finish: Finish = {
        type: "finish",
        // Gemini also ends with `stop` after tool calls.
        reason: hasCalls && known === "stop" ? "tool-calls" : known,
        ...(usage && { usage }),
      };
      // Some servers take the whole answer for reasoning. What was cut off is
      // no answer.
      if (!isEmpty || known === "length" || reasoning.trim() === "")
        return [finish];
      logWarning("answer taken from reasoning", { model });
      return [{ type: "text", text: reasoning }, finish];
    },
  };
}

/** With the single call of the API's first version. */
function readCalls({
  tool_calls: calls,
  function_call: call,
}: JsonObject): readonly unknown[] {
  if (Array.isArray(calls)) return calls;
  return isObject(call) ? [{ index: 0, function: call }] : [];
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : list;
}

function readUsage(report: unknown): Finish["usage"] {
  const usage = asObject(report);
  const inputTokens = readCount(usage["prompt_tokens"]);
  const outputTokens = readCount(usage["completion_tokens"]);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const details = asObject(usage["prompt_tokens_details"]);
  const cachedInputTokens =
    readCount(details["cached_tokens"]) ??
    // DeepSeek's field.
    readCount(usage["prompt_cache_hit_tokens"]) ??
    0;
  return { inputTokens, cachedInputTokens, outputTokens };
}

function readCount(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? value : undefined;
}

function failed(kind: ModelError["kind"], reason: string): ModelError {
  return new ModelError({ kind, cause: new Error(reason) });
}

function broken(reason: string): ModelError {
  return failed("unreachable", reason);
}
