import { ModelError } from "../../errors.ts";
import {
  asObject,
  asText,
  isObject,
  parseJson,
  type JsonObject,
} from "../../json.ts";
import type { ModelEvent } from "../../prompt.ts";
import { RequestError } from "./request-error.ts";

type Finish = Extract<ModelEvent, { type: "finish" }>;

const REASONS: Readonly<Record<string, Finish["reason"]>> = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  content_filter: "filtered",
};

/**
 * The answer was aborted: by OpenRouter's upstream, or by DeepSeek under load.
 */
const FAILURES = new Set(["error", "insufficient_system_resource"]);

/**
 * Parses the stream of one completion, field by field because compatible
 * servers differ; without zod, which is slow on runtimes that forbid `eval`.
 */
export function createCompletionReader() {
  const readToolCall = createToolCallReader();
  let hasCalls = false;
  let isDone = false;
  let reason: string | undefined;
  let usage: Finish["usage"];

  const readChunk = (chunk: JsonObject): ModelEvent[] => {
    // Groq's own field.
    const { usage: groqUsage } = asObject(chunk["x_groq"]);
    usage = readUsage(chunk["usage"]) ?? readUsage(groqUsage) ?? usage;
    const choice = asObject(firstOf(chunk["choices"]));
    // Some gateways send "" instead of `null` until the end.
    reason = asText(choice["finish_reason"]) || reason;
    const { content, tool_calls: calls } = asObject(choice["delta"]);
    // Some servers send lists as content while the model reasons. `text`
    // belongs to the Completions API.
    const text = asText(content) || asText(choice["text"]);
    const pieces = Array.isArray(calls) ? calls.map(readToolCall) : [];
    hasCalls ||= pieces.length > 0;
    return text === "" ? pieces : [{ type: "text", text }, ...pieces];
  };

  return {
    /**
     * Parses the data of a server-sent event. Throws `RequestError` for an
     * error object, `ModelError` for anything else that is no chunk.
     */
    read(data: string): readonly ModelEvent[] {
      isDone ||= data === "[DONE]";
      if (!isDone) return readChunk(parseChunk(data));
      reason ??= "unknown";
      return [];
    },
    /**
     * The reply is complete: if the stream breaks now, only the usage is lost.
     */
    get isWhole(): boolean {
      return reason !== undefined;
    },
    /**
     * Call once, after the last event. Throws `ModelError` if the stream was
     * cut off or the provider aborted the answer.
     */
    end(): Finish {
      if (reason === undefined)
        throw broken("The stream ended before the answer was complete.");
      if (FAILURES.has(reason))
        throw broken(`The answer ended with: ${reason}`);
      return {
        type: "finish",
        // Gemini also ends with `stop` after tool calls.
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
    throw broken("The stream contains something other than completion chunks.");
  // An error in mid-stream, after status 200.
  if (chunk["error"] != null) throw toRequestError(chunk["error"]);
  return chunk;
}

/** `code` holds the upstream's HTTP status on OpenRouter. */
function toRequestError(detail: unknown): RequestError {
  const code = Number(asObject(detail)["code"]);
  const status = code >= 400 && code < 600 ? code : undefined;
  return new RequestError({ status, detail });
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

function broken(reason: string): ModelError {
  return new ModelError({ kind: "unreachable", cause: new Error(reason) });
}

/**
 * A longer id is replaced, since it would go into every later prompt of the
 * turn.
 */
const MAX_ID_LENGTH = 200;

type ToolCallEvent = Extract<ModelEvent, { type: "tool-call" }>;

/**
 * Assigns each call an index and a unique id, since some servers send none, or
 * repeat them.
 */
function createToolCallReader(): (piece: unknown) => ToolCallEvent {
  const sentIds: string[] = [];
  /** The latest call with each received index. */
  const lastCalls = new Map<number | undefined, number>();
  const uses = new Map<string, number>();

  const giveId = (sentId: string): string => {
    let id = sentId;
    while (id === "" || uses.has(id)) {
      const number = (uses.get(sentId) ?? 0) + 1;
      uses.set(sentId, number);
      id = `${sentId || "call"}_${number}`;
    }
    uses.set(id, 0);
    return id;
  };

  return (piece) => {
    const { id, extra_content, ...sent } = asObject(piece);
    const called = asObject(sent["function"]);
    const sentArguments = called["arguments"];
    const sentIndex =
      typeof sent["index"] === "number" ? sent["index"] : undefined;
    const sentId = asText(id).length > MAX_ID_LENGTH ? "" : asText(id);
    const name = asText(called["name"]);
    const written = {
      // Some servers send the arguments as an object, at once.
      arguments: isObject(sentArguments)
        ? JSON.stringify(sentArguments)
        : asText(sentArguments),
      // Gemini's thought signatures.
      ...(extra_content != null && { extra: extra_content }),
    };

    const index =
      sentIndex === undefined
        ? sentIds.length - 1
        : (lastCalls.get(sentIndex) ?? -1);
    // A new id alone starts no call: some servers generate one per chunk. A
    // call's first chunk has its name.
    const isAnother =
      name !== "" &&
      (sentIndex === undefined || (sentId !== "" && sentId !== sentIds[index]));
    if (index !== -1 && !isAnother)
      return { type: "tool-call", index, ...written };

    sentIds.push(sentId);
    const newIndex = sentIds.length - 1;
    lastCalls.set(sentIndex, newIndex);
    return {
      type: "tool-call",
      index: newIndex,
      id: giveId(sentId),
      name,
      ...written,
    };
  };
}
