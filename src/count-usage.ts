import { boundTokens, estimateTokens } from "./estimate-tokens.ts";
import type { ModelEvent, Prompt } from "./prompt.ts";
import type { Usage } from "./turn.ts";

/**
 * The usage of one model call, as the provider counted. Estimated where it sent no count, or where the stream was left
 * before it came.
 */
export function countUsage({
  prompt,
  written,
  finish,
}: {
  prompt: Prompt;
  /** All that the model has written. */
  written: string;
  /** The last event, if it came. */
  finish?: Extract<ModelEvent, { type: "finish" }> | undefined;
}): Usage {
  if (finish?.usage !== undefined) return { ...finish.usage, modelCalls: 1 };
  return {
    inputTokens: estimatePromptTokens(prompt),
    cachedInputTokens: 0,
    outputTokens: estimateTokens(written),
    modelCalls: 1,
    isEstimated: true,
  };
}

/** What providers count for a photo, or a little more. */
const TOKENS_PER_IMAGE = 1_500;

/** Around each message, and around the definitions of tools. */
const TOKENS_PER_MESSAGE = 10;

/** About what a provider will count for the prompt. */
export function estimatePromptTokens(prompt: Prompt): number {
  return sumOverPrompt(prompt, estimateTokens);
}

/** No provider counts more for the prompt. */
export function boundPromptTokens(prompt: Prompt): number {
  const around = TOKENS_PER_MESSAGE * (prompt.messages.length + 1);
  return sumOverPrompt(prompt, boundTokens) + around;
}

function sumOverPrompt(
  { messages, tools }: Prompt,
  count: (text: string) => number,
): number {
  let tokens = tools === undefined ? 0 : count(JSON.stringify(tools));
  for (const message of messages) {
    tokens += count(message.content);
    if ("images" in message) tokens += TOKENS_PER_IMAGE * message.images.length;
    if ("toolCalls" in message)
      tokens += count(JSON.stringify(message.toolCalls));
  }
  return tokens;
}
