import type { LanguageModel } from "../../ports.ts";
import type { ModelEvent, Prompt } from "../../prompt.ts";
import { createFallbackModel } from "../fallback-model.ts";
import { CHAT_API, COMPLETIONS_API } from "./apis.ts";
import { createCompletionReader } from "./completion-reader.ts";
import { createDialectLearner } from "./dialect.ts";
import { createPost, toModelError } from "./post.ts";
import { readServerSentEvents } from "./server-sent-events.ts";

export interface OpenAIModelOptions {
  api: keyof typeof APIS;
  apiKey: string;
  /** Of any server that speaks OpenAI's API: free in form, mostly up to and with its `/v1`. */
  baseUrl?: string;
  model: string;
  /** Further fields of each request. One that the server refuses is left out from then on; the model's own, such as `messages`, are not overridden. */
  extraBody?: Readonly<Record<string, unknown>>;
  /** Retries of a request that was not answered, within one call of `generate`. */
  maxRetries?: number;
  /** For one try: until the response begins, and again until the first piece of its body. Models that reason are silent until then. */
  timeoutMs?: number;
  /** Between two pieces of an answer; a provider's keep-alive comments count as pieces. */
  idleTimeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

const APIS = { chat: CHAT_API, completions: COMPLETIONS_API };

/** `n`: only one answer is read. */
const OWN_FIELDS = ["model", "messages", "prompt", "tools", "stream", "n"];

/** Asks the first of a server's models, and the others in their order where that one is down. */
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
      // One hiccup is no reason to leave a model for a minute; after two the next model keeps nobody waiting.
      ...(model !== last && { maxRetries: 1 }),
    });
  return fallbacks.length === 0
    ? create(first)
    : createFallbackModel({
        models: [create(first), ...fallbacks.map(create)],
      });
}

/** One model, which is asked for a stream over one of the APIs. Reasoning is not passed on. */
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
        // Read to its end: a body that is left cannot give its connection to the next request.
        for await (const events of readServerSentEvents(body, {
          firstPieceMs: timeoutMs,
          idleMs: idleTimeoutMs,
          signal,
        }))
          for (const event of readTogether(events, reader)) {
            // What had arrived before the signal was aborted is not wanted any more.
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

/** Texts that have arrived together are one event: whatever is done for each event is done once. Throws what the reader throws, after them. */
function* readTogether(
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
