import type { Hours } from "../types/asking.ts";
import { addDays, toLocal } from "./local-time.ts";

const DAY_MINUTES = 1_440;

/** Whether the clocks of the zone show one of the hours. */
export function isOpen(hours: Hours, timeZone: string, at: number): boolean {
  const shown = toLocal(at, timeZone);
  const day = new Date(`${shown}Z`).getUTCDay();
  const minute = Number(shown.slice(11, 13)) * 60 + Number(shown.slice(14, 16));
  return hours.some((range) => {
    const isOverMidnight = range.to <= range.from;
    const isBegun = day === range.day && minute >= range.from;
    if (!isOverMidnight) return isBegun && minute < range.to;
    return isBegun || (day === (range.day + 1) % 7 && minute < range.to);
  });
}

/**
 * When the hours begin next, in milliseconds since the epoch; `undefined` if
 * they have begun. They follow what the clocks show.
 */
export function findOpening(
  hours: Hours,
  timeZone: string,
  now: number,
): number | undefined {
  if (isOpen(hours, timeZone, now)) return undefined;
  const today = toLocal(now, timeZone).slice(0, 10);
  const openings = Array.from({ length: 8 }, (_, days) => {
    const date = addDays(today, days);
    const day = new Date(date).getUTCDay();
    return hours
      .filter((range) => range.day === day)
      .map(({ from }) => findMoment(`${date}T${toClock(from)}`, timeZone, now))
      .filter((at) => at > now);
  });
  return Math.min(...openings.flat());
}

function toClock(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return [hours, minutes, 0]
    .map((part) => `${part}`.padStart(2, "0"))
    .join(":");
}

/** When the clocks show a local time, as seen from a moment. */
function findMoment(local: string, timeZone: string, from: number): number {
  const shownAt = (at: number) => Date.parse(`${toLocal(at, timeZone)}Z`);
  const wanted = Date.parse(`${local}Z`);
  const guess = from - (from % 1_000) + wanted - shownAt(from);
  return guess + wanted - shownAt(guess);
}

const DAYS = "sunday monday tuesday wednesday thursday friday saturday".split(
  " ",
);

/** Hours as they are written, or the part that is wrong. */
export type ReadHours =
  | { readonly kind: "read"; readonly hours: Hours }
  | { readonly kind: "wrong"; readonly part: string };

/**
 * Reads hours such as `Mon-Fri 09:00-12:30, 13:30-18:00; Sat 10:00-14:00`. A
 * range that ends at or before its begin goes on after midnight.
 */
export function readHours(text: string): ReadHours {
  const groups = text
    .split(";")
    .map((group) => group.trim())
    .filter((group) => group !== "");
  const hours: Hours[number][] = [];
  for (const group of groups) {
    const [, named = "", times = ""] =
      /^([a-z]+(?:\s*[-–,]\s*[a-z]+)*)\s+(.+)$/i.exec(group) ?? [];
    const days = readDays(named);
    if (days === undefined) return { kind: "wrong", part: group };
    for (const range of times.split(",")) {
      const read = readRange(range.trim());
      if (read === undefined) return { kind: "wrong", part: range.trim() };
      hours.push(...days.map((day) => ({ day, ...read })));
    }
  }
  return hours.length === 0
    ? { kind: "wrong", part: text.trim() }
    : { kind: "read", hours };
}

/** `Mon-Fri`, `Sat,Sun`, `Fri-Mon`, `daily`. */
function readDays(text: string): readonly number[] | undefined {
  if (/^(?:daily|every day)$/i.test(text)) return DAYS.map((_, day) => day);
  const days = text.split(",").map((part) => {
    const ends = part.split(/[-–]/).map((name) => readDay(name.trim()));
    const [first, last = first] = ends;
    if (ends.length > 2 || first === undefined || last === undefined)
      return undefined;
    const count = ((last - first + 7) % 7) + 1;
    return Array.from({ length: count }, (_, index) => (first + index) % 7);
  });
  return days.includes(undefined)
    ? undefined
    : [...new Set(days.flatMap((some) => some ?? []))];
}

function readDay(name: string): number | undefined {
  const word = name.toLowerCase();
  const day = DAYS.findIndex((one) => word.length >= 3 && one.startsWith(word));
  return day === -1 ? undefined : day;
}

function readRange(text: string): { from: number; to: number } | undefined {
  const [, ...given] =
    /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const [fromHour = NaN, fromMinute = NaN, toHour = NaN, toMinute = NaN] =
    given.map(Number);
  const from = fromHour * 60 + fromMinute;
  const to = toHour * 60 + toMinute;
  const isClear =
    fromMinute < 60 && toMinute < 60 && from < DAY_MINUTES && to <= DAY_MINUTES;
  return isClear ? { from, to } : undefined;
}
