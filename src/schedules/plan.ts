import {
  MAX_COUNT,
  MAX_YEARS,
  MIN_INTERVAL_MS,
  type ScheduleProblem,
  type Timing,
} from "../types/schedule.ts";
import { toLocal } from "./local-time.ts";
import { findLast, findNext, toBasic, toMoment } from "./occurrences.ts";
import { readRule, type GivenRule } from "./read-rule.ts";
import type { When } from "./read-when.ts";

/** When something is due, and when first; or why that cannot be. */
export type Plan =
  | {
      readonly kind: "planned";
      readonly timing: Timing;
      readonly due: number;
    }
  | { readonly kind: "refused"; readonly problem: ScheduleProblem };

/** A time that has just passed is now. */
const SLACK_MS = 60_000;

const YEAR_MS = 31_557_600_000;

/** Gaps of a rule that are measured. */
const MEASURED = 12;

/**
 * @param request.repeat as people or models write it; empty: once
 * @param request.now milliseconds since the epoch
 */
export async function plan({
  when,
  repeat = "",
  timeZone,
  now,
}: {
  when: When;
  repeat?: string | undefined;
  timeZone: string;
  now: number;
}): Promise<Plan> {
  const start = toShown(when, timeZone);
  const timing = { start, timeZone };
  const given = repeat.trim() === "" ? undefined : readRule(repeat);
  if (given !== undefined) return planRule(timing, given, now);
  if (repeat.trim() !== "") return refuse("repeat-unreadable");
  const due = when.kind === "moment" ? when.at : await toMoment(timing);
  if (due === undefined) return refuse("when-unreadable");
  if (due < now - SLACK_MS) return refuse("past");
  return due > now + MAX_YEARS * YEAR_MS
    ? refuse("too-far")
    : { kind: "planned", timing, due: Math.max(due, now) };
}

async function planRule(
  timing: Timing,
  { rule, count, until: end }: GivenRule,
  now: number,
): Promise<Plan> {
  if (count !== undefined && count > MAX_COUNT)
    return refuse("too-many-repeats");
  // To the minute, as rules are described.
  const start = `${timing.start.slice(0, 16)}:00`;
  const endless = { ...timing, start, rule };
  const last =
    count === undefined
      ? end && toShown(end, timing.timeZone)
      : await findLast(endless, count);
  if (count !== undefined && last === undefined) return refuse("never");
  // The rule is read in local time, so its end is local, despite the `Z`.
  const ruled: Timing =
    last === undefined
      ? endless
      : { ...endless, rule: `${rule};UNTIL=${toBasic(last)}Z` };
  const due = await findNext(ruled, now);
  if (due === undefined) return refuse("never");
  if (due > now + MAX_YEARS * YEAR_MS) return refuse("too-far");
  let earlier = due;
  for (let gap = 0; gap < MEASURED; gap++) {
    const next = await findNext(ruled, earlier);
    if (next === undefined) break;
    if (next - earlier < MIN_INTERVAL_MS) return refuse("too-often");
    earlier = next;
  }
  return { kind: "planned", timing: ruled, due };
}

function toShown(when: When, timeZone: string): string {
  return when.kind === "local" ? when.local : toLocal(when.at, timeZone);
}

function refuse(problem: ScheduleProblem): Plan {
  return { kind: "refused", problem };
}
