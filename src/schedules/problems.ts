import {
  MAX_COUNT,
  MAX_SCHEDULED_TEXT,
  MAX_SCHEDULES,
  MAX_YEARS,
  MIN_INTERVAL_MS,
  type ScheduleProblem,
} from "../types/schedule.ts";

const MINUTES = MIN_INTERVAL_MS / 60_000;

/** For people and models: each says what to do. */
export const SCHEDULE_PROBLEMS: Readonly<
  Record<"en" | "zh", Readonly<Record<ScheduleProblem, string>>>
> = {
  en: {
    "when-unreadable":
      "The time is not clear. Write it like 2026-12-01 09:00, tomorrow 9:00, or in 10 minutes.",
    past: "That time has passed. Give one in the future.",
    "too-far": `That is more than ${MAX_YEARS} years ahead. Give an earlier time.`,
    "repeat-unreadable":
      "How it repeats is not clear. Write it like daily, weekdays, every Monday, every 2 weeks, or as a rule like FREQ=WEEKLY;BYDAY=MO,FR.",
    "too-many-repeats": `That repeats too many times: at most ${MAX_COUNT}. Choose a smaller COUNT, or give an end with UNTIL.`,
    "too-often": `That repeats too often: at most every ${MINUTES} minutes. Choose a longer interval.`,
    never:
      "With that rule it never comes, or too rarely. Check the dates and the end.",
    "no-text": "The text is missing. Say what to be reminded of.",
    "text-too-long": `The text has more than ${MAX_SCHEDULED_TEXT} characters. Make it shorter.`,
    full: `The limit of ${MAX_SCHEDULES} reminders is reached. Cancel some first: /reminders lists them.`,
    "not-here": "I cannot write first in this chat, so no reminder would come.",
  },
  zh: {
    "when-unreadable":
      "没看懂时间。可以这样写：2026-12-01 09:00、明天 9:00、10分钟后。",
    past: "这个时间已经过去了，请给一个将来的时间。",
    "too-far": `这个时间在 ${MAX_YEARS} 年以后，请给一个更早的时间。`,
    "repeat-unreadable":
      "没看懂怎么重复。可以这样写：每天、工作日、每周一、每2周，或者 FREQ=WEEKLY;BYDAY=MO,FR 这样的规则。",
    "too-many-repeats": `重复的次数太多：最多 ${MAX_COUNT} 次。请把 COUNT 设小一些，或者用 UNTIL 写明结束时间。`,
    "too-often": `重复得太频繁了：最多每 ${MINUTES} 分钟一次，请把间隔设长一些。`,
    never: "按这个规则永远不会到来，或者太少见。请检查日期和结束时间。",
    "no-text": "还缺内容。请写明要提醒什么。",
    "text-too-long": `内容超过 ${MAX_SCHEDULED_TEXT} 个字符，请写短一些。`,
    full: `提醒已达到 ${MAX_SCHEDULES} 个的上限。请先取消几个：/reminders 可以查看全部。`,
    "not-here": "我在这个聊天里不能主动发消息，所以提醒不会送到。",
  },
};
