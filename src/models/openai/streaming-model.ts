import type { LanguageModel } from "../../ports.ts";
import type { ModelEvent, Prompt } from "../../prompt.ts";
import { createClient } from "./create-client.ts";
import { createDialectLearner, type Dialect } from "./dialect.ts";
import { createCompletionReader } from "./completion-reader.ts";
import { readServerSentEvents } from "./read-server-sent-events.ts";
import { createRequestSender } from "./send-request.ts";
import { toModelError } from "./to-model-error.ts";
import { withoutVainRetries } from "./without-vain-retries.ts";

export interface OpenAIModelOptions {
  apiKey: string;
  /** Of any server that speaks OpenAI's API: free in form, mostly up to and with its `/v1`. */
  baseUrl?: string;
  model: string;
  /**
   * Further fields of each request, such as `temperature` or a vendor's own. They are good to have: one that the server
   * refuses is left out from then on. They do not override what the model sends itself, such as `messages`.
   */
  extraBody?: Readonly<Record<string, unknown>>;
  /** Retries of a request that was not answered, within one call of `generate`. */
  maxRetries?: number;
  /** For one try: until the answer's head, and again until the first piece of its body. Models that reason are silent till then. */
  timeoutMs?: number;
  /** Between two pieces of an answer; a provider's keep-alive comments count as pieces. */
  idleTimeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

/** What OpenAI's two APIs for text differ in. */
export interface Api {
  readonly path: "/chat/completions" | "/completions";
  /** Parameters that are good to have; `extraBody` overrides them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The fields that hold the prompt. */
  readonly writePrompt: (
    prompt: Prompt,
    dialect: Dialect,
  ) => Readonly<Record<string, unknown>>;
}

/** `n`: only one answer is read. */
const OWN_FIELDS = ["model", "messages", "prompt", "tools", "stream", "n"];

/** A model that is asked for a stream over one of the APIs. Reasoning is not passed on. */
export function createStreamingModel(
  { path, parameters, writePrompt }: Api,
  {
    apiKey,
    baseUrl = "https://api.openai.com/v1",
    model,
    extraBody = {},
    maxRetries = 2,
    timeoutMs = 60_000,
    idleTimeoutMs = 30_000,
    fetch = globalThis.fetch,
  }: OpenAIModelOptions,
): LanguageModel {
  const sendRequest = createRequestSender({
    path,
    connect: (sender) =>
      createClient({ apiKey, baseUrl, maxRetries, timeoutMs, fetch: sender }),
    timeoutMs,
    fetch: withoutVainRetries(fetch),
  });
  const learner = createDialectLearner({
    model,
    parameters: { ...parameters, ...withoutOwnFields(extraBody) },
  });

  async function ask(
    prompt: Prompt,
    options: Parameters<LanguageModel["generate"]>[1],
  ): Promise<Response> {
    const dialect = learner.current(options);
    const body = {
      model,
      ...writePrompt(prompt, dialect),
      stream: true,
      ...dialect.parameters,
    };
    try {
      return await sendRequest(body, options);
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
          for (const data of events)
            for (const event of reader.read(data)) {
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

function withoutOwnFields(
  extraBody: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(extraBody).filter(([name]) => !OWN_FIELDS.includes(name)),
  );
}
