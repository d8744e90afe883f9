import OpenAI from "openai";
import type { LanguageModel, ModelEvent, Prompt } from "../ports.ts";
import { findRefusedParameter } from "./find-refused-parameter.ts";
import { readChatEvents } from "./read-chat-events.ts";
import { readServerSentEvents } from "./read-server-sent-events.ts";
import { toChatMessages } from "./to-chat-messages.ts";
import { toModelError } from "./to-model-error.ts";
import { withoutVainRetries } from "./without-vain-retries.ts";

export interface OpenAIModelOptions {
  apiKey: string;
  /** Of any server that speaks Chat Completions, up to and with its `/v1`. */
  baseUrl?: string;
  model: string;
  /** Retries of a request that was not answered, within one call of `generate`. */
  maxRetries?: number;
  /** For one try: until the answer's head, and again until the first piece of its body. Models that reason are silent till then. */
  timeoutMs?: number;
  /** Between two pieces of an answer; a provider's keep-alive comments count as pieces. */
  idleTimeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

/** Parameters that are good to have. A server that refuses one is asked again without it, and is not sent it again. */
const OPTIONAL_PARAMETERS = { stream_options: { include_usage: true } };

/** Streaming Chat Completions, which OpenAI and all compatible servers speak. Reasoning is not passed on. */
export function createOpenAIModel({
  apiKey,
  baseUrl = "https://api.openai.com/v1",
  model,
  maxRetries = 2,
  timeoutMs = 60_000,
  idleTimeoutMs = 30_000,
  fetch = globalThis.fetch,
}: OpenAIModelOptions): LanguageModel {
  // What is not given here, the SDK takes from environment variables.
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries,
    timeout: timeoutMs,
    fetch: withoutVainRetries(fetch),
  });
  const ask = createAsking({ client, model });

  return {
    name: model,
    async *generate(prompt, { signal }): AsyncGenerator<ModelEvent> {
      signal.throwIfAborted();
      const leaving = new AbortController();
      try {
        const { body } = await ask(
          prompt,
          AbortSignal.any([signal, leaving.signal]),
        );
        const data = readServerSentEvents(body, {
          firstPieceMs: timeoutMs,
          idleMs: idleTimeoutMs,
        });
        for await (const event of readChatEvents(data)) {
          // What had arrived before the signal was aborted is not wanted any more.
          signal.throwIfAborted();
          yield event;
        }
      } catch (error) {
        signal.throwIfAborted();
        throw toModelError(error, { apiKey });
      } finally {
        leaving.abort();
      }
    },
  };
}

/** Sends requests; learns which optional parameters the server refuses. */
function createAsking({
  client,
  model,
}: {
  client: OpenAI;
  model: string;
}): (prompt: Prompt, signal: AbortSignal) => Promise<Response> {
  const refused = new Set<string>();

  return async function ask(prompt, signal) {
    const optional = Object.entries(OPTIONAL_PARAMETERS).filter(
      ([name]) => !refused.has(name),
    );
    const request = {
      model,
      messages: toChatMessages(prompt.messages),
      stream: true as const,
      ...Object.fromEntries(optional),
    };
    try {
      return await client.chat.completions
        .create(request, { signal })
        .asResponse();
    } catch (error) {
      const parameter = findRefusedParameter(
        error,
        optional.map(([name]) => name),
      );
      if (parameter === undefined) throw error;
      refused.add(parameter);
      return ask(prompt, signal);
    }
  };
}
