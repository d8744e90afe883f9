import { estimateTokens } from "./estimate-tokens.ts";
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
    inputTokens: estimatePrompt(prompt),
    cachedInputTokens: 0,
    outputTokens: estimateTokens(written),
    modelCalls: 1,
    isEstimated: true,
  };
}

/** What providers count for a photo, or a little more. */
const TOKENS_PER_IMAGE = 1_000;

function estimatePrompt({ messages, tools }: Prompt): number {
  let tokens = tools === undefined ? 0 : estimateTokens(JSON.stringify(tools));
  for (const message of messages) {
    tokens += estimateTokens(message.content);
    if ("images" in message) tokens += TOKENS_PER_IMAGE * message.images.length;
    if ("toolCalls" in message)
      tokens += estimateTokens(JSON.stringify(message.toolCalls));
  }
  return tokens;
}
