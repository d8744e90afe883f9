import type { LanguageModel } from "../../ports.ts";
import { createFallbackModel } from "../fallback-model.ts";
import { createOpenAIChatModel } from "./openai-chat-model.ts";
import { createOpenAICompletionsModel } from "./openai-completions-model.ts";
import type { OpenAIModelOptions } from "./streaming-model.ts";

const APIS = {
  chat: createOpenAIChatModel,
  completions: createOpenAICompletionsModel,
};

/** Asks the first of a server's models, and the others in their order where that one is down. */
export function createOpenAIModel({
  api,
  models: [first, ...others],
  ...options
}: Omit<OpenAIModelOptions, "model" | "maxRetries"> & {
  api: keyof typeof APIS;
  models: readonly [string, ...string[]];
}): LanguageModel {
  const fallbacks = [...new Set(others)].filter((name) => name !== first);
  const last = fallbacks.at(-1) ?? first;
  const create = (model: string): LanguageModel =>
    APIS[api]({
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
