import { escapeMarkdown } from "../../text/text.ts";
import type { BudgetLimits } from "../../types/budget.ts";
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
