import type { Turn } from "../../turn.ts";
import { citeSources } from "./cite-sources.ts";
import type { ChatCompletion, ChatUsage } from "./schemas/chat-completion.ts";

/** The one model here: whatever the request names, Parley answers. */
export const MODEL = "parley";

/** An answered turn in one piece. */
export function toCompletion(turn: Turn): ChatCompletion {
  const answer = turn.reply ?? "";
  const { text, annotations } = citationsOf(turn, answer.length);
  return {
    ...headOf(turn),
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: answer + text,
          refusal: null,
          annotations,
        },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage: usageOf(turn),
  };
}

/** What all pieces of an answer begin with. */
export function headOf({ id, acceptedAt }: Turn) {
  return { id, created: Math.floor(acceptedAt / 1_000), model: MODEL };
}

export function citationsOf(turn: Turn, answerLength: number) {
  const sources = turn.steps.flatMap((step) => step.sources ?? []);
  return citeSources(sources, { answerLength });
}

export function usageOf({ usage }: Turn): ChatUsage {
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
