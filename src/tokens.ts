import type { ModelEvent, Prompt } from "./prompt.ts";
import type { Usage } from "./turn.ts";

/**
 * Roughly how many tokens a text is, without a tokenizer: four characters each in Latin script, one each in Chinese,
 * Japanese and Korean. Within about 20 % of o200k on ordinary prose; never below 1 for a text that is not empty.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(weighTokens(text));
}

/** The same before it is rounded, to be added up over the pieces of a text. */
export function weighTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) >= 0x2e80) wide++;
  return (text.length - wide) / 4 + wide;
}

/**
 * No tokenizer that works on bytes, as those of all current models do, makes more tokens of a text than its UTF-8 has bytes. For
 * prose that is three to five times too many.
 */
function boundTokens(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    if (unit >= 0x800 && !isHalf) bytes += 2;
    else if (unit >= 0x80) bytes += 1;
  }
  return bytes;
}

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

/** An estimate anywhere makes the sum one. */
export function sumUsage(usages: readonly Usage[]): Usage {
  const sum = {
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    modelCalls: 0,
  };
  for (const usage of usages) {
    sum.inputTokens += usage.inputTokens;
    sum.cachedInputTokens += usage.cachedInputTokens;
    sum.outputTokens += usage.outputTokens;
    sum.modelCalls += usage.modelCalls;
  }
  return usages.some(({ isEstimated }) => isEstimated)
    ? { ...sum, isEstimated: true }
    : sum;
}
