import { APIError } from "openai";
import { logWarning } from "../../runtime/log.ts";
import { estimatePromptTokens } from "../../text/tokens.ts";
import { ModelError } from "../../types/errors.ts";
import type { Prompt } from "../../types/model.ts";
import { textOf } from "./model-error.ts";
import { isTooLong, readTokenCounts } from "./refusals.ts";

/** Of the context, the part that a prompt may fill; the rest is the reply's. */
const PROMPT_SHARE = 0.75;

/** What a prompt shrinks to if the server names no limit. */
const UNKNOWN_SHARE = 0.5;

/** Every model takes as many: a lower limit was read wrongly. */
const MIN_TOKENS = 500;

/**
 * Learns a model's context from the errors of prompts that exceed it, so that
 * later ones are refused here.
 */
export function createContextLimit({ model }: { model: string }) {
  /** In the provider's tokens. */
  let contextTokens: number | undefined;
  /** In estimated tokens. */
  let maxPromptTokens = Infinity;

  const excessOf = (prompt: Prompt): number =>
    Math.max(0, estimatePromptTokens(prompt) - maxPromptTokens);

  return {
    /** By how many estimated tokens the prompt is too long. */
    excessOf,
    /** Throws `ModelError` of kind `too-long` for a prompt that does not fit. */
    check(prompt: Prompt): void {
      const excessTokens = excessOf(prompt);
      if (excessTokens > 0)
        throw new ModelError({ kind: "too-long", excessTokens });
    },
    /** Leaves most of the context to the prompt. */
    limitReply(maxReplyTokens: number | undefined): number | undefined {
      if (contextTokens === undefined) return maxReplyTokens;
      const left = Math.floor(contextTokens * (1 - PROMPT_SHARE));
      return Math.min(left, maxReplyTokens ?? left);
    },
    /**
     * Learns from the error of a request for `prompt`. Returns whether to retry
     * it with a shorter reply.
     */
    learn(error: unknown, prompt: Prompt): boolean {
      if (!(error instanceof APIError) || error.status === undefined)
        return false;
      const text = textOf(error);
      if (error.status === 404 || !isTooLong(text)) return false;
      const tokens = estimatePromptTokens(prompt);
      const { limit, sent = tokens } = readTokenCounts(text);
      const share =
        limit === undefined ? UNKNOWN_SHARE : (limit * PROMPT_SHARE) / sent;
      const isNew = limit !== contextTokens;
      contextTokens = limit ?? contextTokens;
      if (share >= 1 && isNew) return true;
      const fitting = Math.round(tokens * Math.min(share, 0.9));
      maxPromptTokens = Math.min(
        maxPromptTokens,
        Math.max(fitting, MIN_TOKENS),
      );
      logWarning("prompt too long for the model", {
        model,
        contextTokens,
        advice:
          "Set MEMORY_MAX_TOKENS lower, or choose a model with a larger context.",
      });
      return false;
    },
  };
}
