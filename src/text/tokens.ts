import type { ModelEvent, Prompt } from "../types/model.ts";
import type { Usage } from "../types/turn.ts";

/**
 * Estimates tokens without a tokenizer: four characters per token in Latin
 * script, one in Chinese, Japanese and Korean. Within about 20 % of o200k on
 * ordinary prose; at least 1 for a non-empty text.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(weighTokens(text));
}

/** The unrounded estimate, to be summed over chunks of a text. */
export function weighTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) >= 0x2e80) wide++;
  return (text.length - wide) / 4 + wide;
}

/**
 * Upper bound: the number of UTF-8 bytes, since a byte-level tokenizer, which
 * all current models use, never makes more tokens. Three to five times too high
 * for prose.
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
 * Usage of one model call as the provider counted it; estimated if it sent no
 * count, or if the stream was left before the count.
 */
export function countUsage({
  prompt,
  written,
  finish,
}: {
  prompt: Prompt;
  /** Everything that the model wrote. */
  written: string;
  /** The last event, if it was received. */
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

/** At least what providers count for a photo. */
const TOKENS_PER_IMAGE = 1_500;

/** Overhead of each message, and of the tool definitions. */
const TOKENS_PER_MESSAGE = 10;

/** Estimates what a provider will count for the prompt. */
export function estimatePromptTokens(prompt: Prompt): number {
  return sumOverPrompt(prompt, estimateTokens);
}

/** Upper bound of what any provider counts for the prompt. */
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

/** Ten for what is heard, as OpenAI counts it, and five for what is written. */
export const SPEECH_TOKENS_PER_SECOND = 15;

/** Of a voice message on Telegram: Opus at about 32 kbit/s. */
const SPEECH_BYTES_PER_SECOND = 4_000;
/** The least that a voice codec makes of speech: 6 kbit/s. */
const MIN_SPEECH_BYTES_PER_SECOND = 750;

/** What the transcription of a recording of so many bytes may use. */
export function estimateSpeechTokens(bytes: number): {
  readonly expected: number;
  readonly atMost: number;
} {
  const tokensAt = (bytesPerSecond: number): number =>
    Math.ceil((bytes / bytesPerSecond) * SPEECH_TOKENS_PER_SECOND);
  return {
    expected: tokensAt(SPEECH_BYTES_PER_SECOND),
    atMost: tokensAt(MIN_SPEECH_BYTES_PER_SECOND),
  };
}

/** Adds up usage; the sum is an estimate if any part is. */
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
