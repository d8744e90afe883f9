import type { LanguageModel } from "../types/model.ts";

type Options = Parameters<LanguageModel["generate"]>[1];

/** Announces that the prompt is sent again, and adopts the new limit. */
export async function toRepeated(options: Options): Promise<Options> {
  const maxReplyTokens = await options.beforeRepeat?.();
  return maxReplyTokens === undefined
    ? options
    : { ...options, maxReplyTokens };
}
