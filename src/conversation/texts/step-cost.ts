import { withCommas } from "../../text/text.ts";
import type { StepCost, Usage } from "../../types/turn.ts";

/**
 * What a step has cost; empty if that is unknown. A step that was chosen
 * together with an earlier one has no model call.
 */
export function describeCost(
  { usage, modelMs, toolMs }: StepCost,
  language: "en" | "zh",
): string {
  const { model, tool, unit, tokens } = WORDS[language];
  const toMs = (name: string, ms: number | undefined): readonly string[] =>
    ms === undefined ? [] : [`${name} ${withCommas(ms)} ${unit}`];
  return [
    ...toMs(model, modelMs),
    ...(usage.modelCalls === 0 ? [] : [tokens(usage)]),
    ...toMs(tool, toolMs),
  ].join(" · ");
}

interface Words {
  readonly model: string;
  readonly tool: string;
  /** Milliseconds. */
  readonly unit: string;
  readonly tokens: (usage: Usage) => string;
}

const WORDS: Readonly<Record<"en" | "zh", Words>> = {
  en: {
    model: "model",
    tool: "tool",
    unit: "ms",
    tokens: ({ inputTokens, cachedInputTokens, outputTokens }) =>
      `${withCommas(inputTokens)} tokens in (${withCommas(cachedInputTokens)} cached), ${withCommas(outputTokens)} out`,
  },
  zh: {
    model: "模型",
    tool: "工具",
    unit: "毫秒",
    tokens: ({ inputTokens, cachedInputTokens, outputTokens }) =>
      `输入 ${withCommas(inputTokens)} token（缓存 ${withCommas(cachedInputTokens)}），输出 ${withCommas(outputTokens)} token`,
  },
};
