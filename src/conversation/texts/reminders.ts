import type { Reach } from "../../types/schedule.ts";

/** Texts about reminders, as Markdown. */
interface ReminderTexts {
  /** Of the descriptions of rules. */
  readonly language: "en" | "zh";
  /** Above the list. */
  readonly list: string;
  readonly none: string;
  /** `line`: the reminder. */
  made(line: string): string;
  changed(line: string): string;
  cancelled(number: number): string;
  unknown(number: string): string;
  /** How the command is used; `mark`: the prefix of commands. */
  usage(mark: string): string;
  /** Above those that were skipped. */
  readonly missed: string;
  /** What limits that it arrives; empty: nothing. */
  reach(reach: Reach | undefined): string;
  /** Plain text. */
  cancel(number: number): string;
}

const english: ReminderTexts = {
  language: "en",
  list: "Your reminders:",
  none: "You have no reminders.",
  made: (line) => `I will remind you:\n\n${line}`,
  changed: (line) => `Changed:\n\n${line}`,
  cancelled: (number) => `Reminder ${number} is cancelled.`,
  unknown: (number) => `There is no reminder ${number}.`,
  usage: (mark) =>
    [
      `- \`${mark}reminders add tomorrow 9:00 Call Mum\``,
      `- \`${mark}reminders add 2026-12-01 09:00 [every Monday] Water the plants\``,
      `- \`${mark}reminders change 3 in 2 hours\``,
      `- \`${mark}reminders cancel 3\``,
    ].join("\n"),
  missed: "*While I was not running, these reminders were skipped:*",
  reach: (reach) => {
    if (reach?.kind === "window")
      return `This app lets me write to you only within ${reach.hours} hours after your last message: later, the reminder does not arrive. Write to me once before it is due.`;
    if (reach?.kind === "plan")
      return "It counts against the number of messages that my owner may send in a month; once that is used up, it does not arrive.";
    return reach?.kind === "fetched"
      ? "You will see it here when you come back."
      : "";
  },
  cancel: (number) => `Cancel ${number}`,
};

const chinese: ReminderTexts = {
  language: "zh",
  list: "你的提醒：",
  none: "你还没有提醒。",
  made: (line) => `我会提醒你：\n\n${line}`,
  changed: (line) => `已修改：\n\n${line}`,
  cancelled: (number) => `提醒 ${number} 已取消。`,
  unknown: (number) => `没有编号为 ${number} 的提醒。`,
  usage: (mark) =>
    [
      `- \`${mark}reminders add 明天 9:00 给妈妈打电话\``,
      `- \`${mark}reminders add 2026-12-01 09:00 [每周一] 浇花\``,
      `- \`${mark}reminders change 3 2小时后\``,
      `- \`${mark}reminders cancel 3\``,
    ].join("\n"),
  missed: "*我没有运行的时候，错过了这些提醒：*",
  reach: (reach) => {
    if (reach?.kind === "window")
      return `这个应用只允许我在你上一条消息之后的 ${reach.hours} 小时内给你发消息，更晚的提醒送不到。请在到点之前先给我发一条消息。`;
    if (reach?.kind === "plan")
      return "它会占用管理员每月可发送的消息数，用完之后就送不到了。";
    return reach?.kind === "fetched" ? "你下次回到这里时会看到它。" : "";
  },
  cancel: (number) => `取消 ${number}`,
};

export const REMINDER_TEXTS = { en: english, zh: chinese };
