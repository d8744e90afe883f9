import { APIError } from "openai";
import { sleep } from "../../runtime/abort.ts";
import { asObject, asText, parseJson } from "../../text/json.ts";
import { BudgetError, isTimeout } from "../../types/errors.ts";
import type { LanguageModel, ModelEvent, Prompt } from "../../types/model.ts";
import { createFallbackModel } from "../fallback-model.ts";
import { toRepeated } from "../to-repeated.ts";
import { CHAT_API, COMPLETIONS_API } from "./apis.ts";
import { createClient } from "./client.ts";
import { createCompletionReader } from "./completion-reader.ts";
import { createContextLimit } from "./context-limit.ts";
import { createDialectLearner } from "./dialect.ts";
import { textOf, toModelError } from "./model-error.ts";
import { readFrames, type Frame } from "./read-frames.ts";

export interface OpenAIModelOptions {
  api: keyof typeof APIS;
  apiKey: string;
  /** URL of any OpenAI-compatible server, usually including `/v1`. */
  baseUrl?: string;
  model: string;
  /**
   * Additional request fields. A field that the server rejects is dropped from
   * then on; the model's own, such as `messages`, cannot be overridden.
   */
  extraBody?: Readonly<Record<string, unknown>>;
  /** Retries of an unanswered request, within one call of `generate`. */
  maxRetries?: number;
  /**
   * Per attempt: until the response starts, and again until the first chunk of
   * its body. Reasoning models are silent until then.
   */
  timeoutMs?: number;
  /**
   * Maximum pause between two chunks; a provider's keep-alive comments count as
   * chunks.
   */
  idleTimeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

/** Between a request that took too long and the next. */
const REPEAT_MS = 500;

const APIS = { chat: CHAT_API, completions: COMPLETIONS_API };

/** Includes `n`, since only one answer is read. */
const OWN_FIELDS = ["model", "messages", "prompt", "tools", "stream", "n"];

/** Asks the first model of a server, and falls back to the others in order. */
export function createOpenAIModel({
  models: [first, ...others],
  ...options
}: Omit<OpenAIModelOptions, "model" | "maxRetries"> & {
  models: readonly [string, ...string[]];
}): LanguageModel {
  const fallbacks = [...new Set(others)].filter((name) => name !== first);
  const last = fallbacks.at(-1) ?? first;
  const create = (model: string): LanguageModel =>
    createStreamingModel({
      ...options,
      model,
      // Tolerates one failure, since a fallback lasts a minute; more retries
      // would only delay the next model.
      ...(model !== last && { maxRetries: 1 }),
    });
  return fallbacks.length === 0
    ? create(first)
    : createFallbackModel({
        models: [create(first), ...fallbacks.map(create)],
      });
}

/** Streams one model over one of the APIs. Drops reasoning. */
export function createStreamingModel({
  api,
  apiKey,
  baseUrl = "https://api.openai.com/v1",
  model,
  extraBody = {},
  maxRetries = 2,
  timeoutMs = 60_000,
  idleTimeoutMs = 30_000,
  fetch = globalThis.fetch,
}: OpenAIModelOptions): LanguageModel {
  const { path, parameters, writePrompt } = APIS[api];
  const client = createClient({
    apiKey,
    baseUrl,
    maxRetries,
    timeoutMs,
    isStreamed: true,
    fetch,
  });
  const further = Object.entries(extraBody).filter(
    ([name]) => !OWN_FIELDS.includes(name),
  );
  const learner = createDialectLearner({
    model,
    parameters: { ...parameters, ...Object.fromEntries(further) },
  });
  const context = createContextLimit({ model });

  /** Once more if the error, whatever its status, teaches something. */
  async function* ask(
    prompt: Prompt,
    options: Parameters<LanguageModel["generate"]>[1],
    repeats = maxRetries,
  ): AsyncGenerator<ModelEvent> {
    const { signal, maxReplyTokens } = options;
    const dialect = learner.current({
      maxReplyTokens: context.limitReply(maxReplyTokens),
      prompt,
    });
    const body = {
      model,
      ...writePrompt(prompt, dialect),
      stream: true,
      ...dialect.parameters,
    };
    let hasBegun = false;
    try {
      // The raw response: the SDK's stream throws on events that some providers
      // send, and yields nothing for a whole JSON body.
      const response = await client
        .post(path, { body, signal, stream: true })
        .asResponse();
      for await (const event of readReply(response, signal)) {
        hasBegun = true;
        yield event;
      }
    } catch (error) {
      signal.throwIfAborted();
      const hasLearnt =
        context.learn(error, prompt) || learner.learn(error, dialect);
      if (hasBegun) throw error;
      if (hasLearnt) return yield* ask(prompt, options, repeats);
      const isSlow = error instanceof APIError && isTimeout(error.status);
      if (!isSlow || repeats === 0) throw error;
      await sleep(REPEAT_MS, { signal });
      yield* ask(prompt, await toRepeated(options), repeats - 1);
    }
  }

  async function* readReply(
    { body }: Response,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent> {
    const reader = createCompletionReader({ model });
    try {
      // Reads to the end, so that the connection can be reused.
      for await (const frames of readFrames(body, {
        firstPieceMs: timeoutMs,
        idleMs: idleTimeoutMs,
        signal,
      }))
        for (const event of mergeTexts(frames, reader)) {
          // Drops what arrived before the abort.
          signal.throwIfAborted();
          yield event;
        }
    } catch (error) {
      signal.throwIfAborted();
      if (!reader.isWhole) throw error;
    }
    signal.throwIfAborted();
    yield* reader.end();
  }

  return {
    name: model,
    async *generate(prompt, options): AsyncGenerator<ModelEvent> {
      const { signal } = options;
      signal.throwIfAborted();
      context.check(prompt);
      try {
        yield* ask(prompt, options);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof BudgetError) throw error;
        const rejected = findRejectedCall(error);
        if (rejected === undefined)
          throw toModelError(error, {
            apiKey,
            excessTokens: context.excessOf(prompt),
          });
        yield { type: "text", text: rejected };
        yield { type: "finish", reason: "unknown" };
      }
    },
  };
}

/**
 * What the model wrote instead of a valid call, which Groq sends along, and
 * gateways as text in an error of theirs.
 */
function findRejectedCall(error: unknown): string | undefined {
  if (!(error instanceof APIError)) return undefined;
  const { failed_generation: rejected } = asObject(error.error);
  return asText(rejected) || findQuotedCall(textOf(error)) || undefined;
}

const QUOTED_CALL = /"failed_generation":\s*("(?:[^"\\]|\\.)*")/;

/** In JSON within JSON, at most three times. */
function findQuotedCall(text: string, depth = 3): string {
  const quoted = QUOTED_CALL.exec(text)?.[1];
  if (quoted !== undefined) return asText(parseJson(quoted));
  const inner = text.replaceAll(/\\(["\\])/g, "$1");
  return depth === 0 || inner === text ? "" : findQuotedCall(inner, depth - 1);
}

/**
 * Merges texts that arrived together into one event, to save work downstream.
 * Passes on the reader's errors, after the text before them.
 */
function* mergeTexts(
  frames: readonly Frame[],
  reader: Pick<ReturnType<typeof createCompletionReader>, "read">,
): Generator<ModelEvent> {
  let text = "";
  try {
    for (const frame of frames)
      for (const event of reader.read(frame))
        if (event.type === "text") text += event.text;
        else {
          if (text !== "") yield { type: "text", text };
          text = "";
          yield event;
        }
  } catch (error) {
    if (text !== "") yield { type: "text", text };
    throw error;
  }
  if (text !== "") yield { type: "text", text };
}
