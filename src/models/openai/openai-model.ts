import type { LanguageModel } from "../../ports.ts";
import type { ModelEvent, Prompt } from "../../prompt.ts";
import { createFallbackModel } from "../fallback-model.ts";
import { CHAT_API, COMPLETIONS_API } from "./apis.ts";
import { createCompletionReader } from "./completion-reader.ts";
import { createDialectLearner } from "./dialect.ts";
import { createPost } from "./post.ts";
import { toModelError } from "./request-error.ts";
import { readServerSentEvents } from "./server-sent-events.ts";

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
  const post = createPost({
    apiKey,
    baseUrl,
    path,
    maxRetries,
    timeoutMs,
    fetch,
  });
  const further = Object.entries(extraBody).filter(
    ([name]) => !OWN_FIELDS.includes(name),
  );
  const learner = createDialectLearner({
    model,
    parameters: { ...parameters, ...Object.fromEntries(further) },
  });

  async function ask(
    prompt: Prompt,
    options: Parameters<LanguageModel["generate"]>[1],
  ): Promise<Response> {
    const { replySchema } = prompt;
    const dialect = learner.current({ ...options, replySchema });
    const body = {
      model,
      ...writePrompt(prompt, dialect),
      stream: true,
      ...dialect.parameters,
    };
    try {
      return await post(JSON.stringify(body), {
        signal: options.signal,
        read: (response) => response,
      });
    } catch (error) {
      if (!learner.learn(error, dialect)) throw error;
      return ask(prompt, options);
    }
  }

  return {
    name: model,
    async *generate(prompt, options): AsyncGenerator<ModelEvent> {
      const { signal } = options;
      signal.throwIfAborted();
      const reader = createCompletionReader();
      try {
        const { body } = await ask(prompt, options);
        // Reads to the end, so that the connection can be reused.
        for await (const events of readServerSentEvents(body, {
          firstPieceMs: timeoutMs,
          idleMs: idleTimeoutMs,
          signal,
        }))
          for (const event of mergeTexts(events, reader)) {
            // Drops what arrived before the abort.
            signal.throwIfAborted();
            yield event;
          }
      } catch (error) {
        signal.throwIfAborted();
        if (!reader.isWhole) throw toModelError(error, { apiKey });
      }
      signal.throwIfAborted();
      yield reader.end();
    },
  };
}

/**
 * Merges texts that arrived together into one event, to save work downstream.
 * Passes on the reader's errors, after the text before them.
 */
function* mergeTexts(
  events: readonly string[],
  reader: Pick<ReturnType<typeof createCompletionReader>, "read">,
): Generator<ModelEvent> {
  let text = "";
  try {
    for (const data of events)
      for (const event of reader.read(data))
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
