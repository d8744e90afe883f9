import { APIError } from "openai";
import * as z from "zod";
import { ModelError } from "../../errors.ts";
import type { ModelEvent } from "../../prompt.ts";
import { readTextChunk } from "./read-text-chunk.ts";
import { createToolCallReader, toolCallPiece } from "./tool-call-reader.ts";

type Finish = Extract<ModelEvent, { type: "finish" }>;

const tokens = z.number().nonnegative().nullish().catch(undefined);

const usageReport = z
  .object({
    prompt_tokens: z.number().nonnegative(),
    completion_tokens: z.number().nonnegative(),
    prompt_tokens_details: z.object({ cached_tokens: tokens }).nullish(),
    /** DeepSeek's name for `cached_tokens`. */
    prompt_cache_hit_tokens: tokens,
  })
  .nullish()
  .catch(undefined);

/**
 * The parts of a `chat.completion.chunk` and of a `text_completion` that are read; lenient, since compatible servers
 * leave out and add much.
 */
const completionChunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            // Some servers send lists here while they reason.
            content: z.string().nullish().catch(undefined),
            tool_calls: z.array(toolCallPiece).nullish(),
          })
          .nullish(),
        /** Of a text completion. */
        text: z.string().nullish(),
        /** Some gateways send "" until the end, instead of `null`. */
        finish_reason: z
          .string()
          .nullish()
          .transform((reason) => reason || undefined),
      }),
    )
    .nullish(),
  usage: usageReport,
  /** Groq's place for the usage. */
  x_groq: z.object({ usage: usageReport }).nullish().catch(undefined),
  /** Sent in mid-stream, where the status has long been 200. */
  error: z.unknown().optional(),
});

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
  /** Takes the data of a server-sent event. Throws `ModelError` or the SDK's `APIError` when it tells of an error or is none of a completion's. */
  read(data: string): readonly ModelEvent[];
  /** The reply is whole; what breaks behind that has lost no more than the usage. */
  readonly isWhole: boolean;
  /** Call once, behind the last event. Throws `ModelError` when the stream was cut off, or the answer was given up. */
  end(): Finish;
}

export function createCompletionReader(): CompletionReader {
  const readToolCall = createToolCallReader();
  let hasCalls = false;
  let isDone = false;
  let reason: string | undefined;
  let usage: z.infer<typeof usageReport>;

  const readChunk = (chunk: z.infer<typeof completionChunk>): ModelEvent[] => {
    usage = chunk.usage ?? chunk.x_groq?.usage ?? usage;
    const choice = chunk.choices?.[0];
    const text = choice?.delta?.content ?? choice?.text ?? "";
    const pieces = choice?.delta?.tool_calls ?? [];
    hasCalls ||= pieces.length > 0;
    reason = choice?.finish_reason ?? reason;
    return [...toText(text), ...pieces.map(readToolCall)];
  };

  return {
    read(data) {
      isDone ||= data === "[DONE]";
      if (isDone) {
        reason ??= "unknown";
        return [];
      }
      const json = parseJson(data);
      const plainText = readTextChunk(json);
      return plainText === undefined
        ? readChunk(parseChunk(json))
        : toText(plainText);
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
        // Gemini ends its streams with `stop` behind tool calls too.
        reason:
          hasCalls && reason === "stop"
            ? "tool-calls"
            : (REASONS[reason] ?? "unknown"),
        ...(usage && { usage: countTokens(usage) }),
      };
    },
  };
}

function toText(text: string): ModelEvent[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw noChunk();
  }
}

function parseChunk(json: unknown): z.infer<typeof completionChunk> {
  const chunk = completionChunk.safeParse(json);
  if (!chunk.success) throw noChunk();
  if (chunk.data.error == null) return chunk.data;
  throw toApiError(chunk.data.error);
}

/** OpenRouter puts the upstream's HTTP status into `code`. */
function toApiError(error: unknown): APIError {
  const body: Readonly<Record<string, unknown>> =
    typeof error === "object" && error !== null
      ? { ...error }
      : { message: String(error) };
  const status = Number(body["code"]);
  return new APIError(
    status >= 400 && status < 600 ? status : undefined,
    body,
    undefined,
    undefined,
  );
}

function countTokens(
  usage: NonNullable<z.infer<typeof usageReport>>,
): NonNullable<Finish["usage"]> {
  return {
    inputTokens: usage.prompt_tokens,
    cachedInputTokens:
      usage.prompt_tokens_details?.cached_tokens ??
      usage.prompt_cache_hit_tokens ??
      0,
    outputTokens: usage.completion_tokens,
  };
}

function noChunk(): ModelError {
  return broken("The stream holds something else than chunks of a completion.");
}

function broken(reason: string): ModelError {
  return new ModelError({ kind: "unreachable", cause: new Error(reason) });
}
