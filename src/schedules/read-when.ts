import { addDays, isLocal, toLocal } from "./local-time.ts";

/** A moment, or what the clocks show then. */
export type When =
  | { readonly kind: "moment"; readonly at: number }
  | { readonly kind: "local"; readonly local: string };

interface Clock {
  readonly now: number;
  readonly timeZone: string;
}

const MINUTE_MS = 60_000;

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|min(?:ute)?s?|分钟?|分鐘)$/i, 1],
  [/^(?:h|hours?|hrs?|个?小时|個?小時)$/i, 60],
  [/^(?:d|days?|天)$/i, 1_440],
];

/** From today. */
const DAYS: readonly (readonly [RegExp, number])[] = [
  [/^(?:today|tonight|今天|今日|今晚)$/i, 0],
  [/^(?:tomorrow|明天|明日)$/i, 1],
  [/^(?:the day after tomorrow|后天|後天)$/i, 2],
];

const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T\s]+|\s*,\s*)(\d{1,2})[:：](\d\d)(?::(\d\d)(?:\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?(?![\d:])/i;
const IN =
  /^(?:in\s+)?(\d{1,6})\s*(minutes?|mins?|m|hours?|hrs?|h|days?|d|分钟|分鐘|分|个?小时|個?小時|天)(?:\s*(?:from now|later|后|後|之后|之後))?(?![a-z])/i;
const DAY =
  /^(today|tonight|tomorrow|the day after tomorrow|今天|今日|今晚|明天|明日|后天|後天)\s*(?:at\s+)?/i;
const CLOCK =
  /^(?:at\s+)?(\d{1,2})(?:[:：点點时時](\d\d)?|(?=\s*[ap]\.?m\b))分?\s*([ap])?\.?(?:m\b\.?)?/i;

/**
 * Reads when something is due from the beginning of a text: a local date and
 * time, with an offset if need be (`2026-12-01 09:00`), a time of today or
 * tomorrow (`tomorrow 9:00`, `明天9点`), or from now (`in 10 minutes`,
 * `10分钟后`). A time without a day is the next one. `rest` follows it.
 */
export function readWhen(
  text: string,
  clock: Clock,
): { readonly when: When; readonly rest: string } | undefined {
  const given = text.trimStart();
  for (const read of [readDateTime, readDelay, readClock]) {
    const found = read(given, clock);
    if (found === undefined) continue;
    const rest = given.slice(found.length).replace(/^[\s,，:：。.]+/, "");
    return { when: found.when, rest };
  }
  return undefined;
}

/** The same text means another time later. */
export function isRelative(text: string): boolean {
  return readDateTime(text.trimStart()) === undefined;
}

type Found = { readonly when: When; readonly length: number } | undefined;

function readDateTime(text: string): Found {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [{ length }, date = "", hour = "", minute, second = "00", offset] =
    match;
  const local = `${date}T${hour.padStart(2, "0")}:${minute}:${second}`;
  if (!isLocal(local)) return undefined;
  if (offset === undefined) return { when: { kind: "local", local }, length };
  const zone = offset.toUpperCase().replace(/(\d\d)(\d\d)$/, "$1:$2");
  return { when: { kind: "moment", at: Date.parse(local + zone) }, length };
}

function readDelay(text: string, { now }: Clock): Found {
  const match = IN.exec(text);
  if (match === null) return undefined;
  const [{ length }, count, unit = ""] = match;
  const [, minutes = 0] = UNITS.find(([form]) => form.test(unit)) ?? [];
  const at = now + Number(count) * minutes * MINUTE_MS;
  return { when: { kind: "moment", at }, length };
}

function readClock(text: string, { now, timeZone }: Clock): Found {
  const [named = "", day] = DAY.exec(text) ?? [];
  const match = CLOCK.exec(text.slice(named.length));
  if (match === null) return undefined;
  const [{ length }, hour, minute = "00", half] = match;
  const time = toTime(
    Number(hour),
    minute,
    half ?? (isEvening(day) ? "p" : ""),
  );
  const today = toLocal(now, timeZone);
  const [, days = 0] = DAYS.find(([form]) => form.test(day ?? "")) ?? [];
  const isPast = day === undefined && `${today.slice(0, 10)}T${time}` <= today;
  const local = `${addDays(today.slice(0, 10), isPast ? 1 : days)}T${time}`;
  return isLocal(local)
    ? { when: { kind: "local", local }, length: named.length + length }
    : undefined;
}

function isEvening(day: string | undefined): boolean {
  return day !== undefined && /^(?:tonight|今晚)$/i.test(day);
}

/** @param half `a` or `p` of a time with twelve hours; else empty */
function toTime(hour: number, minute: string, half: string): string {
  const isPm = half.toLowerCase() === "p" && hour < 12;
  const isMidnight = half.toLowerCase() === "a" && hour === 12;
  const hours = isMidnight ? 0 : isPm ? hour + 12 : hour;
  return `${String(hours).padStart(2, "0")}:${minute}:00`;
}
