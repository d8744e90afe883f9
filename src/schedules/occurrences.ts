import type { RRuleTemporal } from "rrule-temporal";
import type { Timing } from "../types/schedule.ts";
import { describeInChinese } from "./describe-in-chinese.ts";
import { toLocal } from "./local-time.ts";

/**
 * Recurrence periods that are searched at most: a rule of days finds each 29th
 * of February.
 */
const MAX_PERIODS = 5_000;

/** A rule that has one occurrence: its start. */
const ONCE = "FREQ=DAILY;COUNT=1";

/** The clocks change by no more than this. */
const LARGEST_SHIFT_MS = 10_800_000;

/**
 * The first occurrence after a moment, both in milliseconds since the epoch;
 * `undefined` if there is none, or none that is found within bounds. A rule
 * follows what the clocks show: a time that they skip is as much later as they
 * skip (RFC 5545 leaves it out of a rule), and of a time that comes twice the
 * first counts.
 */
export async function findNext(
  { start, timeZone, rule }: Timing,
  after: number,
): Promise<number | undefined> {
  try {
    // Like the clocks of a place that never changes them.
    const clocks = await open({ start, timeZone: "UTC", rule });
    let shown = Date.parse(`${toLocal(after, timeZone)}Z`) - LARGEST_SHIFT_MS;
    for (;;) {
      const next = clocks.next(new Date(shown))?.epochMilliseconds;
      if (next === undefined) return undefined;
      const moment = await toMoment({ start: toLocal(next, "UTC"), timeZone });
      if (moment === undefined || moment > after) return moment;
      shown = next;
    }
  } catch {
    return undefined;
  }
}

/** The moment at which the clocks show a local time. */
export async function toMoment(
  local: Omit<Timing, "rule">,
): Promise<number | undefined> {
  return (await open(local)).next(new Date(0))?.epochMilliseconds;
}

/**
 * The local time of the last of `count` occurrences: with that, the next one is
 * found without counting from the start.
 */
export async function findLast(
  { start, rule }: Timing,
  count: number,
): Promise<string | undefined> {
  try {
    const counted = `${rule};COUNT=${count}`;
    const clocks = await open({ start, timeZone: "UTC", rule: counted });
    const last = clocks.all().at(-1);
    return last && toLocal(last.epochMilliseconds, "UTC");
  } catch {
    return undefined;
  }
}

/**
 * A rule in words, e.g. `every weekday at 9 AM`; empty if it is due only once.
 */
export async function describeRule(
  { start, rule }: Timing,
  language: "en" | "zh",
): Promise<string> {
  if (rule === undefined) return "";
  if (language === "zh") return describeInChinese(start, rule);
  const { toText } = await import("rrule-temporal/totext");
  const clocks = await open({ start, timeZone: "UTC", rule });
  return toText(clocks, language, { excludeTzAbbreviation: true });
}

/** Loaded on demand: with its calendars, it is 180 KB of code. */
async function open({
  start,
  timeZone,
  rule = ONCE,
}: Omit<Timing, "rule"> & {
  rule?: string | undefined;
}): Promise<RRuleTemporal> {
  const { RRuleTemporal: Rule } = await import("rrule-temporal");
  return new Rule({
    rruleString: `DTSTART;TZID=${timeZone}:${toBasic(start)}\nRRULE:${rule}`,
    maxIterations: MAX_PERIODS,
  });
}

/** As RFC 5545 writes it: `20261201T090000`. */
export function toBasic(local: string): string {
  return local.replaceAll(/[-:]/g, "");
}
