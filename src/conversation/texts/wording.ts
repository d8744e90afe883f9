import { escapeMarkdown, withCommas } from "../../text/text.ts";
import type { BudgetLimits } from "../../types/budget.ts";
import type { StepCost, Usage } from "../../types/turn.ts";
import { COMMANDS, type CommandGroup } from "../commands/command-list.ts";

/**
 * A duration from now, in words: "in 3 hours", "3小时后". Not a time of day, since
 * channels do not reveal the time zone. Rounded up, so that nobody returns too
 * early.
 */
export function describeWait(waitMs: number, language: "en" | "zh"): string {
  const format = new Intl.RelativeTimeFormat(language);
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  if (seconds < 120) return format.format(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return format.format(minutes, "minute");
  return format.format(Math.ceil(minutes / 60), "hour");
}

export function countsTokens({
  userDailyTokens,
  globalDailyTokens,
}: BudgetLimits): boolean {
  return userDailyTokens > 0 || globalDailyTokens > 0;
}

/** Greeting, examples and notes as Markdown paragraphs. */
export function writeStart({
  greeting,
  examples: { label, examples },
  notes,
}: {
  greeting: string;
  examples: { label: string; examples: readonly string[] };
  notes: readonly string[];
}): string {
  const list = examples.map((example) => `- ${escapeMarkdown(example)}`);
  return [
    greeting,
    ...(list.length === 0 ? [] : [`${label}\n\n${list.join("\n")}`]),
    ...notes,
  ].join("\n\n");
}

/** All commands, under the headings of their groups. */
export function listCommands({
  mark,
  headings,
  language,
}: {
  /** The prefix of commands. */
  mark: string;
  headings: Readonly<Record<CommandGroup, string>>;
  language: "english" | "chinese";
}): string {
  const groups = Map.groupBy(COMMANDS, ({ group }) => group);
  return Array.from(groups, ([group, commands]) =>
    [
      `**${headings[group]}**`,
      ...commands.map(
        (command) => `${mark}${command.name} ${command[language]}`,
      ),
    ].join("\n"),
  ).join("\n\n");
}

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
