import { ModelError } from "../../errors.ts";
import type { ModelEvent } from "../../prompt.ts";
import {
  asObject,
  asText,
  isObject,
  type JsonObject,
  parseJson,
} from "../json.ts";
import { RequestError } from "./request-error.ts";
import { createToolCallReader } from "./tool-call-reader.ts";

type Finish = Extract<ModelEvent, { type: "finish" }>;

const REASONS: Readonly<Record<string, Finish["reason"]>> = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  content_filter: "filtered",
};

/** The answer was given up: by OpenRouter's upstream, or by DeepSeek under load. */
const FAILURES = new Set(["error", "insufficient_system_resource"]);

/** The events of one streamed completion, of a chat or of a text. */
export interface CompletionReader {
  /** Takes the data of a server-sent event. Throws `RequestError` for an error in it, and `ModelError` for anything but a chunk. */
  read(data: string): readonly ModelEvent[];
  /** The reply is whole; what breaks after that costs no more than the usage. */
  readonly isWhole: boolean;
  /** Call once, after the last event. Throws `ModelError` when the stream was cut off, or the answer was given up. */
  end(): Finish;
}

/**
 * Reads `chat.completion.chunk`s and `text_completion`s field by field, since compatible servers leave out and add much; and
 * without zod, which is slow where the runtime forbids it to compile: a long answer comes in hundreds of chunks.
 */
export function createCompletionReader(): CompletionReader {
  const readToolCall = createToolCallReader();
  let hasCalls = false;
  let isDone = false;
  let reason: string | undefined;
  let usage: Finish["usage"];

  const readChunk = (chunk: JsonObject): ModelEvent[] => {
    // Groq has a place of its own for the usage.
    const { usage: groqUsage } = asObject(chunk["x_groq"]);
    usage = readUsage(chunk["usage"]) ?? readUsage(groqUsage) ?? usage;
    const choice = asObject(firstOf(chunk["choices"]));
    // Some gateways send "" until the end, instead of `null`.
    reason = asText(choice["finish_reason"]) || reason;
    const { content, tool_calls: calls } = asObject(choice["delta"]);
    // Some servers send lists as the content while they reason. `text` is a text completion's.
    const text = asText(content) || asText(choice["text"]);
    const events: ModelEvent[] = text === "" ? [] : [{ type: "text", text }];
    if (Array.isArray(calls)) events.push(...calls.map(readToolCall));
    hasCalls ||= events.at(-1)?.type === "tool-call";
    return events;
  };

  return {
    read(data) {
      isDone ||= data === "[DONE]";
      if (!isDone) return readChunk(parseChunk(data));
      reason ??= "unknown";
      return [];
    },
    get isWhole() {
      return reason !== undefined;
    },
    end() {
      if (reason === undefined) throw broken("The stream ended in mid-answer.");
      if (FAILURES.has(reason))
        throw broken(`The answer ended with: ${reason}`);
      return {
        type: "finish",
        // Gemini ends its streams with `stop` after tool calls too.
        reason:
          hasCalls && reason === "stop"
            ? "tool-calls"
            : (REASONS[reason] ?? "unknown"),
        ...(usage && { usage }),
      };
    },
  };
}

function parseChunk(data: string): JsonObject {
  const chunk = parseJson(data);
  if (!isObject(chunk) || !Array.isArray(chunk["choices"] ?? []))
    throw broken(
      "The stream holds something else than chunks of a completion.",
    );
  // Sent in mid-stream, where the status has long been 200.
  if (chunk["error"] != null) throw toRequestError(chunk["error"]);
  return chunk;
}

/** OpenRouter puts the HTTP status of its upstream into `code`. */
function toRequestError(said: unknown): RequestError {
  const code = Number(asObject(said)["code"]);
  const status = code >= 400 && code < 600 ? code : undefined;
  return new RequestError({ status, said });
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
    // DeepSeek's name for it.
    readCount(usage["prompt_cache_hit_tokens"]) ??
    0;
  return { inputTokens, cachedInputTokens, outputTokens };
}

function readCount(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? value : undefined;
}

function broken(reason: string): ModelError {
  return new ModelError({ kind: "unreachable", cause: new Error(reason) });
}
