import { showLocal } from "../../schedules/local-time.ts";
import { describeRule } from "../../schedules/occurrences.ts";
import { escapeMarkdown, shorten } from "../../text/text.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { Missed, Schedule } from "../../types/schedule.ts";
import type { Texts } from "../texts/texts.ts";

/** In UTF-16 units. */
const MAX_SHOWN = 120;

/** Between a person and a program, which knows what it has scheduled. */
const SIGN = "⏰ ";

/** What is said once it is due. */
export function writeReminder({ text, channel }: IncomingMessage): string {
  return channel === "webhook" ? text : SIGN + text;
}

/** A reminder as a line of Markdown. */
export async function showReminder(
  schedule: Schedule,
  { reminders }: Pick<Texts, "reminders">,
): Promise<string> {
  const rule = await describeRule(schedule, reminders.language);
  return `**${schedule.number}.** ${showWhen(schedule)}${rule === "" ? "" : `, ${rule}`}: ${showText(schedule)}`;
}

/** When it is due next, e.g. `2026-12-01 09:00 (Asia/Shanghai)`. */
function showWhen({ due, timeZone }: Missed): string {
  return `${showLocal(due, timeZone)} (${timeZone})`;
}

/** Skipped occurrences, as the note that says so. */
export function showMissed(
  missed: readonly Missed[],
  { reminders }: Pick<Texts, "reminders">,
): string {
  const lines = missed.map((one) => `- ${showWhen(one)}: ${showText(one)}`);
  return `${reminders.missed}\n\n${lines.join("\n")}`;
}

/** A task is shown as it was written. */
function showText({ kind, text }: Pick<Schedule, "kind" | "text">): string {
  const line = shorten(text.replaceAll(/\s+/g, " "), MAX_SHOWN);
  return kind === "text" ? line : escapeMarkdown(line);
}
