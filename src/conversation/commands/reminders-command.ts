import { plan } from "../../schedules/plan.ts";
import { SCHEDULE_PROBLEMS } from "../../schedules/problems.ts";
import { readWhen } from "../../schedules/read-when.ts";
import { escapeMarkdown } from "../../text/text.ts";
import {
  MAX_SCHEDULED_TEXT,
  type Schedule,
  type ScheduleProblem,
} from "../../types/schedule.ts";
import { clockOf, makeReminder } from "../reminders/make-reminder.ts";
import { showReminder } from "../reminders/show-reminders.ts";
import type { CommandReply, CommandWork } from "./command-work.ts";

const ADD = /^(?:add|new|添加|新建|新增)\s*/i;
const CHANGE = /^(?:change|edit|修改|改)\s*#?(\d+)\s*/i;
const CANCEL = /^(?:cancel|delete|remove|取消|删除|刪除)\s*#?(\d+)/i;

/**
 * `/reminders` lists them, with a button to cancel each; `/reminders add <when>
 * [<repeat>] <text>`, `/reminders change <number> [<when>] [<text>]` and
 * `/reminders cancel <number>` do what they say.
 */
export async function manageReminders(
  work: CommandWork,
): Promise<CommandReply> {
  const argument = work.argument.trim();
  if (ADD.test(argument)) return add(argument.replace(ADD, ""), work);
  const [changing, changed] = CHANGE.exec(argument) ?? [];
  if (changing !== undefined)
    return change(changed ?? "", argument.slice(changing.length), work);
  const cancelled = CANCEL.exec(argument)?.[1];
  return cancelled === undefined ? list(work) : cancel(cancelled, work);
}

async function list({
  memory,
  texts,
  mark,
}: CommandWork): Promise<CommandReply> {
  const { reminders } = texts;
  const all = await memory.listSchedules();
  if (all.length === 0)
    return {
      reply: `${reminders.none}\n\n${reminders.usage(mark)}`,
      replacesPressed: true,
    };
  const lines = await Promise.all(all.map((one) => showReminder(one, texts)));
  return {
    reply: `${reminders.list}\n\n${lines.join("\n\n")}\n\n${reminders.usage(mark)}`,
    buttons: all.map(({ number }) => [
      {
        label: reminders.cancel(number),
        command: `reminders cancel ${number}`,
      },
    ]),
    replacesPressed: true,
  };
}

async function add(given: string, work: CommandWork): Promise<CommandReply> {
  const { channel, texts } = work;
  const found = readWhen(given, clockOf(work));
  const { when, repeat, text } = read(given, found);
  if (when === undefined) return refuse("when-unreadable", work);
  const request = { when, repeat, text: escapeMarkdown(text) };
  const made = await makeReminder({ ...request, kind: "text" }, work);
  if (made.kind === "refused") return refuse(made.problem, work);
  const line = await showReminder(made.schedule, texts);
  const note = texts.reminders.reach(channel.capabilities.reach);
  return { reply: `${texts.reminders.made(line)}\n\n${note}`.trim() };
}

async function change(
  number: string,
  given: string,
  work: CommandWork,
): Promise<CommandReply> {
  const { memory, texts } = work;
  const before = await findByNumber(number, work);
  if (before === undefined) return { reply: texts.reminders.unknown(number) };
  const { when, repeat, text } = readChange(given, work);
  if (when === undefined && text === "") return refuse("when-unreadable", work);
  if (text.length > MAX_SCHEDULED_TEXT) return refuse("text-too-long", work);
  const planned =
    when === undefined
      ? undefined
      : await plan({
          when,
          repeat: repeat || (before.rule && withWholeDay(before.rule)),
          ...clockOf(work),
        });
  if (planned?.kind === "refused") return refuse(planned.problem, work);
  const after = await memory.changeSchedule(before.id, {
    ...(planned && { when: planned }),
    ...(text !== "" && {
      text: before.kind === "text" ? escapeMarkdown(text) : text,
    }),
  });
  if (after === undefined) return { reply: texts.reminders.unknown(number) };
  return { reply: texts.reminders.changed(await showReminder(after, texts)) };
}

/**
 * A rule whose end may be moved with its time: the end's day counts as a whole.
 */
function withWholeDay(rule: string): string {
  return rule.replace(/(UNTIL=\d{8})T\d{6}Z/, "$1");
}

/** `2 hours of sport` is another text, not another time. */
function readChange(given: string, work: CommandWork): ReturnType<typeof read> {
  const found = readWhen(given, clockOf(work));
  return found?.isBare && found.rest !== ""
    ? { when: undefined, repeat: "", text: given.trim() }
    : read(given, found);
}

/** A time at the beginning, how it repeats in brackets, and the text. */
function read(given: string, found: ReturnType<typeof readWhen>) {
  const rest = found?.rest ?? given.trim();
  const [bracketed = "", repeat = ""] =
    /^[[［【]([^\]］】]*)[\]］】]\s*/.exec(rest) ?? [];
  return { when: found?.when, repeat, text: rest.slice(bracketed.length) };
}

async function cancel(
  number: string,
  work: CommandWork,
): Promise<CommandReply> {
  const { memory, texts } = work;
  const found = await findByNumber(number, work);
  const isCancelled =
    found !== undefined && (await memory.cancelSchedule(found.id));
  return {
    reply: isCancelled
      ? texts.reminders.cancelled(Number(number))
      : texts.reminders.unknown(number),
  };
}

async function findByNumber(
  number: string,
  { memory }: Pick<CommandWork, "memory">,
): Promise<Schedule | undefined> {
  const all = await memory.listSchedules();
  return all.find((one) => one.number === Number(number));
}

function refuse(
  problem: ScheduleProblem,
  { texts: { reminders }, mark }: CommandWork,
): CommandReply {
  const reason = SCHEDULE_PROBLEMS[reminders.language][problem];
  return { reply: `${reason}\n\n${reminders.usage(mark)}` };
}
