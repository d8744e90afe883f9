import { hashOf } from "../../runtime/hash.ts";
import { plan } from "../../schedules/plan.ts";
import { readWhen, type When } from "../../schedules/read-when.ts";
import {
  addresseeOf,
  MAX_SCHEDULED_TEXT,
  type ReminderRequest,
  type Reminding,
} from "../../types/schedule.ts";
import type { TurnWork } from "../bot.ts";

type Work = Pick<TurnWork, "turn" | "bot" | "memory" | "channel">;

/** A moment to which times of a turn's message refer: always the same. */
export function clockOf(work: Pick<Work, "turn" | "bot">) {
  const { author } = work.turn.message;
  const { timeZone = work.bot.timeZone } = author;
  return { now: work.turn.acceptedAt, timeZone };
}

/** Like `makeReminder`, with the time as people and models write it. */
export async function remind(
  { when, ...request }: ReminderRequest,
  work: Work,
): Promise<Reminding> {
  const read = readWhen(when, clockOf(work));
  return read === undefined || read.rest !== ""
    ? refuse("when-unreadable")
    : makeReminder({ ...request, when: read.when }, work);
}

/**
 * Schedules a reminder for the turn's author, to be sent where the turn's reply
 * goes. The same request of the same turn is scheduled once, also after a
 * crash.
 */
export async function makeReminder(
  request: Omit<ReminderRequest, "when"> & { readonly when: When },
  work: Work,
): Promise<Reminding> {
  const { turn, memory, channel } = work;
  const text = request.text.trim();
  if (channel.capabilities.reach?.kind === "none") return refuse("not-here");
  if (text === "") return refuse("no-text");
  if (text.length > MAX_SCHEDULED_TEXT) return refuse("text-too-long");
  const planned = await plan({ ...request, ...clockOf(work) });
  if (planned.kind === "refused") return planned;
  const made = await memory.schedule({
    id: await hashOf([turn.id, request]),
    kind: request.kind,
    text,
    ...planned.timing,
    due: planned.due,
    to: addresseeOf(turn.message),
  });
  if (made.kind === "full") return refuse("full");
  // It has come meanwhile, or was cancelled.
  if (made.kind === "ended") return refuse("past");
  return { kind: "made", schedule: made.schedule };
}

function refuse(problem: Extract<Reminding, { kind: "refused" }>["problem"]) {
  return { kind: "refused", problem } as const;
}
