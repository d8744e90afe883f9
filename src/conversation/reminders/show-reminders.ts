import { showLocal } from "../../schedules/local-time.ts";
import { describeRule } from "../../schedules/occurrences.ts";
import { escapeMarkdown, shorten } from "../../text/text.ts";
import { isEcho, type IncomingMessage } from "../../types/message.ts";
import type { Missed, Schedule } from "../../types/schedule.ts";
import type { TurnEvent } from "../../types/turn.ts";
import type { ResolvedReply } from "../answer/conclude-answer.ts";
import type { TurnWork } from "../bot.ts";
import type { Texts } from "../texts/texts.ts";

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
function showMissed(
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

/**
 * Adds to a reply that reminders were skipped while nothing ran, once: the
 * commit that ends the turn notes that they have been told.
 */
export async function tellMissed(
  resolved: ResolvedReply,
  {
    turn: { message },
    memory,
    texts,
    publish,
  }: Pick<TurnWork, "turn" | "memory" | "texts"> & {
    publish: (event: TurnEvent) => void;
  },
): Promise<ResolvedReply> {
  const { outcome } = resolved;
  // A program reads the others, and an echo is not sent.
  const mayTell =
    outcome.status === "answered" &&
    outcome.reply !== "" &&
    !isEcho(message) &&
    message.answerFormat === undefined &&
    message.isAppended === undefined;
  const found = mayTell ? await memory.findMissed() : undefined;
  if (found === undefined || found.missed.length === 0) return resolved;
  const { closeCode } = await import("../../document/close-open-ends.ts");
  const said = closeCode(outcome.reply);
  const reply = `${said}\n\n${showMissed(found.missed, texts)}`;
  const offset = outcome.reply.length;
  publish({ type: "delta", offset, text: reply.slice(offset) });
  return {
    ...resolved,
    outcome: { ...outcome, reply, announcesMissed: found.version },
  };
}
