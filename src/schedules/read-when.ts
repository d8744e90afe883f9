import { addDays, isLocal, toLocal } from "./local-time.ts";

/** A moment, or what the clocks show then. */
export type When =
  | { readonly kind: "moment"; readonly at: number }
  | { readonly kind: "local"; readonly local: string };

interface Clock {
  readonly now: number;
  readonly timeZone: string;
}

interface Found {
  readonly when: When;
  /** Of what was read. */
  readonly length: number;
  /** A length of time that nothing calls a delay: it may be part of a text. */
  readonly isBare?: true;
}

const MINUTE_MS = 60_000;

const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T\s]+|\s*,\s*)(\d{1,2})[:：](\d\d)(?::(\d\d)(?:\.\d+)?)?\s?(?:([ap])\.?m\b\.?)?(Z\b|[+-]\d\d:?\d\d)?(?![\d:])/i;

/** The longest first: in a delay, each is shorter than the one before. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:d|days?|天)$/i, 1_440],
  [/^(?:h|hours?|hrs?|[个個]?半?[小]?[时時])$/i, 60],
  [/^(?:m|min(?:ute)?s?|分钟?|分鐘?)$/i, 1],
];
const SPAN =
  /^\s*(?:,\s*)?(?:and\s+)?(\d{1,6}|[一二两兩三四五六七八九十]{1,3}|半|half an|an?)\s*(days?|d|天|hours?|hrs?|h|[个個]?半?小[时時]|minutes?|mins?|m|分[钟鐘]?)(?![a-z])(\s+and a half\b)?/i;
const LATER = /^\s*(?:from now|later|[之以]?[后後])/i;

const NUMERALS = "零一二三四五六七八九";

const DAY_NAMES =
  "sun(?:day)?|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?";
const DAY = new RegExp(
  String.raw`^(?:(?:on|this)\s+)?(today|tonight|tomorrow|the day after tomorrow|(?:next\s+)?(?:${DAY_NAMES})\b|今天|今日|今晚|明天|明日|明晚|后天|後天|下?(?:个)?(?:周|週|星期|礼拜)[一二三四五六日天])\s*`,
  "i",
);
/** `6pm on friday`. In Chinese the day comes first. */
const DAY_AFTER = new RegExp(
  String.raw`^\s*(?:on\s+)?(today|tomorrow|the day after tomorrow|(?:next\s+)?(?:${DAY_NAMES}))\b(?!['’])`,
  "i",
);
const PART =
  /^(?:in the\s+)?(morning|afternoon|evening|night|凌晨|早上|早晨|上午|中午|下午|傍晚|晚上)\s*/i;
const CLOCK =
  /^(?:at\s+)?(\d{1,2}|[一二两三四五六七八九十]{1,3})(?:[:：点點时時](半|[一三]刻|(?:\d{1,2}|[一二三四五六七八九十]{1,3})分|\d\d|[二三四五]?十[一二三四五六七八九]?)?|(?=\s*[ap]\.?m\b))(?:\s*([ap])\.?m\b\.?)?/i;

/**
 * Reads when something is due from the beginning of a text: a local date and
 * time, with an offset if need be (`2026-12-01 09:00`), a time of a day
 * (`tomorrow 9:00`, `明天上午9点`, `friday 18:00`), or from now (`in 1 hour 30
 * minutes`, `10分钟后`, `3天后9点`). A time without a day is the next one. `rest`
 * follows it.
 */
export function readWhen(
  text: string,
  clock: Clock,
): (Omit<Found, "length"> & { readonly rest: string }) | undefined {
  const given = text.trimStart();
  for (const read of [readDateTime, readDelay, readClock]) {
    const found = read(given, clock);
    if (found === undefined) continue;
    const { length, ...when } = found;
    const rest = given.slice(length).replace(/^[\s,，:：。.]+/, "");
    return { ...when, rest };
  }
  return undefined;
}

/** The same text means another time later. */
export function isRelative(text: string): boolean {
  return readDateTime(text.trimStart()) === undefined;
}

function readDateTime(text: string): Found | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [{ length }, date, hour, minute, second = "00", half = "", offset] =
    match;
  const hours = toHours(Number(hour), half.toLowerCase());
  const local = `${date}T${pad(hours)}:${minute}:${second}`;
  if (!isLocal(local)) return undefined;
  if (offset === undefined) return { when: { kind: "local", local }, length };
  const zone = offset.toUpperCase().replace(/(\d\d)(\d\d)$/, "$1:$2");
  const at = Date.parse(local + zone);
  return Number.isNaN(at)
    ? undefined
    : { when: { kind: "moment", at }, length };
}

function readDelay(text: string, { now, timeZone }: Clock): Found | undefined {
  const [lead = ""] = /^in\s+/i.exec(text) ?? [];
  let length = lead.length;
  let minutes = 0;
  let last = -1;
  let isCounted = true;
  for (;;) {
    const match = SPAN.exec(text.slice(length));
    const [whole = "", count = "", unit = "", more] = match ?? [];
    const index = UNITS.findIndex(([form]) => form.test(unit));
    if (match === null || index <= last) break;
    const half = unit.includes("半") || more !== undefined ? 0.5 : 0;
    minutes += (toNumber(count) + half) * (UNITS[index]?.[1] ?? 0);
    isCounted &&= /\d/.test(count);
    last = index;
    length += whole.length;
  }
  const [later = ""] = LATER.exec(text.slice(length)) ?? [];
  const isNamed = lead !== "" || later !== "";
  if (last === -1 || !(isNamed || isCounted)) return undefined;
  if (Number.isNaN(minutes)) return undefined;
  length += later.length;
  const time = isNamed && last === 0 ? readTime(text.slice(length)) : undefined;
  if (time !== undefined) {
    const date = toLocal(now, timeZone).slice(0, 10);
    const days = minutes / 1_440 + time.days;
    const local = `${addDays(date, days)}T${time.clock}`;
    return { when: { kind: "local", local }, length: length + time.length };
  }
  const at = now + minutes * MINUTE_MS;
  return {
    when: { kind: "moment", at },
    length,
    ...(!isNamed && { isBare: true }),
  };
}

function readClock(text: string, { now, timeZone }: Clock): Found | undefined {
  const [named = "", day] = DAY.exec(text) ?? [];
  const isNight = /tonight|晚/i.test(day ?? "");
  const time = readTime(text.slice(named.length), isNight ? "night" : "");
  if (time === undefined) return undefined;
  const { clock, days } = time;
  const before = named.length + time.length;
  const [later = "", dayAfter] =
    (day === undefined && DAY_AFTER.exec(text.slice(before))) || [];
  const today = toLocal(now, timeZone);
  const date = today.slice(0, 10);
  const isPast = `${addDays(date, days)}T${clock}` <= today;
  const given = day ?? dayAfter;
  const after =
    given === undefined ? Number(isPast) : daysUntil(given, date, isPast);
  const local = `${addDays(date, after + days)}T${clock}`;
  const length = before + later.length;
  return { when: { kind: "local", local }, length };
}

/** A time of day. `days`: 1 if it is after midnight, as `tonight at 1` is. */
function readTime(
  text: string,
  night = "",
):
  | { readonly clock: string; readonly days: number; readonly length: number }
  | undefined {
  const [lead = ""] = /^\s*/.exec(text) ?? [];
  const [named = "", part = night] = PART.exec(text.slice(lead.length)) ?? [];
  const before = lead.length + named.length;
  const match = CLOCK.exec(text.slice(before));
  if (match === null) return undefined;
  const [{ length }, hour = "", minute = "00"] = match;
  const half = match[3]?.toLowerCase();
  const given = toNumber(hour);
  const isNight = half !== "p" && /night|晚上/i.test(part);
  const isAfterMidnight = isNight && (given === 12 || given < 5);
  const hours = isAfterMidnight
    ? given % 12
    : toHours(given, half ?? halfOf(part, given));
  const minutes = toMinutes(minute);
  const clock = `${pad(hours)}:${pad(minutes)}:00`;
  return isLocal(`2026-01-01T${clock}`)
    ? { clock, days: Number(isAfterMidnight), length: before + length }
    : undefined;
}

/** `a` or `p`; empty: as it is written. */
function halfOf(part: string, hour: number): string {
  if (part === "凌晨") return "a";
  if (/^(?:morning|早上|早晨|上午)$/i.test(part)) return hour < 12 ? "a" : "";
  if (part === "中午") return hour < 11 ? "p" : "";
  return part === "" ? "" : "p";
}

/** @param half `a` or `p` of a time with twelve hours; else empty */
function toHours(hour: number, half: string): number {
  if (half === "a" && hour === 12) return 0;
  return half === "p" && hour < 12 ? hour + 12 : hour;
}

/** Days from that date to the named one. */
function daysUntil(day: string, date: string, isPast: boolean): number {
  if (/^(?:the day after tomorrow|[后後]天)$/i.test(day)) return 2;
  if (/^(?:tomorrow|明)/i.test(day)) return 1;
  if (/^(?:tod|ton|今)/i.test(day)) return 0;
  const today = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const weekday = weekdayOf(day);
  // Of the week that begins next Monday.
  if (day.startsWith("下")) return 7 - today + weekday;
  const days = (weekday - today + 7) % 7;
  return days === 0 && (isPast || /^next/i.test(day)) ? 7 : days;
}

/** From Monday, 0. */
function weekdayOf(day: string): number {
  const chinese = "一二三四五六日".indexOf(
    day.at(-1)?.replace("天", "日") ?? "",
  );
  if (chinese >= 0) return chinese;
  const name = day
    .replace(/^next\s+/i, "")
    .slice(0, 2)
    .toLowerCase();
  return ["mo", "tu", "we", "th", "fr", "sa", "su"].indexOf(name);
}

/** Also as quarters: 一刻 is 15. */
function toMinutes(text: string): number {
  if (text === "半") return 30;
  const [count = "", quarter] = text.split(/(?=刻)|分/);
  return toNumber(count) * (quarter === "刻" ? 15 : 1);
}

/** In digits, or in Chinese up to 99; `a` or `an` is one. */
function toNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  if (/^(?:半|half an)$/i.test(text)) return 0.5;
  if (/^an?$/i.test(text)) return 1;
  const [tens = "", ones = ""] = text.includes("十")
    ? text.split("十")
    : ["零", text.replace(/[两兩]/, "二")];
  const ten = tens === "" ? 1 : toDigit(tens);
  return ten * 10 + (ones === "" ? 0 : toDigit(ones));
}

function toDigit(text: string): number {
  return text.length === 1 && NUMERALS.includes(text)
    ? NUMERALS.indexOf(text)
    : NaN;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
