import { ModelError } from "../../errors.ts";
import {
  asObject,
  asText,
  isObject,
  parseJson,
  type JsonObject,
} from "../../json.ts";
import { logWarning } from "../../log.ts";
import type { ModelEvent } from "../../prompt.ts";
import type { Frame } from "./read-frames.ts";
import { findReportedError, toApiError } from "./reported-error.ts";
import { createToolCallReader } from "./tool-call-reader.ts";

type Finish = Extract<ModelEvent, { type: "finish" }>;

/** Why answers end: words of OpenAI, Anthropic, Gemini and Zhipu. */
const REASONS: Readonly<Record<string, Finish["reason"]>> = {
  stop: "stop",
  length: "length",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_calls: "tool-calls",
  tool_use: "tool-calls",
  function_call: "tool-calls",
  content_filter: "filtered",
  prohibited_content: "filtered",
  recitation: "filtered",
  refusal: "filtered",
  safety: "filtered",
  sensitive: "filtered",
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
  let hasCalls = false;
  let isDone = false;
  let reasoning = "";
  let reason: string | undefined;
  let usage: Finish["usage"];

  const readChunk = (chunk: JsonObject): ModelEvent[] => {
    // Groq's own field.
    const { usage: groqUsage } = asObject(chunk["x_groq"]);
    usage = readUsage(chunk["usage"]) ?? readUsage(groqUsage) ?? usage;
    const choice = asObject(firstOf(chunk["choices"]));
    // Some gateways send "" instead of `null` until the end.
    reason = asText(choice["finish_reason"]).toLowerCase() || reason;
    const { delta, message } = choice;
    // A whole answer. After pieces, it repeats them.
    const isWhole = isObject(message) && !hasText && !hasCalls;
    if (isWhole) reason ??= "unknown";
    const piece = asObject(isWhole ? message : delta);

    if (reasoning.length < MAX_REASONING_LENGTH)
      reasoning +=
        asText(piece["reasoning_content"]) || asText(piece["reasoning"]);
    const text =
      readContent(piece["content"]) ||
      asText(piece["refusal"]) ||
      // Of the Completions API.
      asText(choice["text"]);
    hasText ||= text.trim() !== "";
    const calls = readCalls(piece).map(readToolCall);
    hasCalls ||= calls.length > 0;
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
      const chunk = parseJson(data);
      if (chunk === undefined && data.startsWith("{"))
        throw broken("A piece of the answer is damaged.");
      const isError = event === "error" && isObject(chunk);
      const error = findReportedError(chunk) ?? (isError ? chunk : undefined);
      if (error !== undefined) throw toApiError(error);
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

/** Text, or a list of parts, of which only some are the answer. */
function readContent(content: unknown): string {
  if (!Array.isArray(content)) return asText(content);
  return content
    .map((part) => {
      const { type = "text", text, refusal } = asObject(part);
      const isAnswer = ANSWER_PARTS.includes(asText(type));
      return isAnswer ? asText(text) || asText(refusal) : "";
    })
    .join("");
}

const ANSWER_PARTS = ["text", "output_text", "refusal"];

/** With the single call of the API's first version. */
function readCalls({
  tool_calls: calls,
  function_call: call,
}: JsonObject): readonly unknown[] {
  if (Array.isArray(calls)) return calls;
  return isObject(call) ? [{ index: 0, function: call }] : [];
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
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
