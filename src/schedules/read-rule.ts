import { isLocal } from "./local-time.ts";
import type { When } from "./read-when.ts";

/** A rule without its end. */
export interface GivenRule {
  readonly rule: string;
  readonly count?: number;
  readonly until?: When;
}

const LIST_OF = (item: string) => new RegExp(`^${item}(?:,${item})*$`);

/** The parts of a rule that are understood, each with its values. */
const PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  COUNT: /^[1-9]\d{0,8}$/,
  UNTIL: /^\d{8}(?:T\d{6}Z?)?$/,
  BYMINUTE: LIST_OF("[0-5]?\\d"),
  BYHOUR: LIST_OF("(?:[01]?\\d|2[0-3])"),
  BYDAY: LIST_OF("(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)"),
  BYMONTHDAY: LIST_OF("-?(?:[1-9]|[12]\\d|3[01])"),
  BYMONTH: LIST_OF("(?:[1-9]|1[0-2])"),
  BYSETPOS: LIST_OF("-?[1-9]\\d?"),
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/,
};

/** With minutes and hours they would be searched for too long. */
const FOR_DAYS = ["BYMONTH", "BYMONTHDAY", "BYSETPOS"];

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:hourly|every hour|每小时|每小時)$/, "FREQ=HOURLY"],
  [/^(?:daily|every day|each day|每天|每日|天天)$/, "FREQ=DAILY"],
  [/^(?:weekly|every week|每周|每週|每星期)$/, "FREQ=WEEKLY"],
  [/^(?:monthly|every month|每月|每个月|每個月)$/, "FREQ=MONTHLY"],
  [/^(?:yearly|annually|every year|每年)$/, "FREQ=YEARLY"],
  [
    /^(?:(?:every |on )?(?:weekdays?|workdays?|working days?)|(?:每个?)?工作日)$/,
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
  ],
  [/^(?:(?:every |on )?weekends?|(?:每个?)?周末)$/, "FREQ=WEEKLY;BYDAY=SA,SU"],
];

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:minutes?|分钟|分鐘)$/, "MINUTELY"],
  [/^(?:hours?|个?小时|個?小時)$/, "HOURLY"],
  [/^(?:days?|天)$/, "DAILY"],
  [/^(?:weeks?|个?星期|周|週)$/, "WEEKLY"],
  [/^(?:months?|个?月|個月)$/, "MONTHLY"],
  [/^(?:years?|年)$/, "YEARLY"],
];

const WEEKDAYS: readonly (readonly [RegExp, string])[] = [
  [/^(?:mon(?:day)?s?|一)$/, "MO"],
  [/^(?:tue(?:s(?:day)?)?s?|二)$/, "TU"],
  [/^(?:wed(?:nesday)?s?|三)$/, "WE"],
  [/^(?:thu(?:r(?:s(?:day)?)?)?s?|四)$/, "TH"],
  [/^(?:fri(?:day)?s?|五)$/, "FR"],
  [/^(?:sat(?:urday)?s?|六)$/, "SA"],
  [/^(?:sun(?:day)?s?|日|天)$/, "SU"],
];

/**
 * Reads how something repeats: a rule of RFC 5545 (`FREQ=WEEKLY;BYDAY=MO`), or
 * a few words of English or Chinese (`every 2 weeks`, `weekdays`, `every Monday
 * and Friday`, `每周一`). `undefined` if it is not understood.
 */
export function readRule(text: string): GivenRule | undefined {
  const given = text.trim();
  if (/freq=/i.test(given)) return parseRule(given);
  const words = given.toLowerCase().replace(/[.。]$/, "");
  const [, known] = WORDS.find(([form]) => form.test(words)) ?? [];
  const rule = known ?? readInterval(words) ?? readWeekdays(words);
  return rule === undefined ? undefined : { rule };
}

function parseRule(text: string): GivenRule | undefined {
  const parts = text
    .toUpperCase()
    .replace(/^RRULE:/, "")
    .replace(/;$/, "")
    .replaceAll(/\s/g, "")
    .split(";")
    .map((part) => part.split("="));
  const names = parts.map(([name = ""]) => name);
  const isKnown = parts.every(
    ([name = "", value = "", ...more]) =>
      more.length === 0 &&
      Object.hasOwn(PARTS, name) &&
      PARTS[name]?.test(value) === true,
  );
  const values = new Map(parts.map(([name = "", value = ""]) => [name, value]));
  const isShort = /^(?:MINUTELY|HOURLY)$/.test(values.get("FREQ") ?? "");
  const isUnique = values.size === names.length;
  const isEndedTwice = values.has("COUNT") && values.has("UNTIL");
  if (!isKnown || !isUnique || !values.has("FREQ") || isEndedTwice)
    return undefined;
  if (isShort && FOR_DAYS.some((name) => values.has(name))) return undefined;
  // RFC 5545, 3.3.10: no week has days of a month.
  if (values.get("FREQ") === "WEEKLY" && values.has("BYMONTHDAY"))
    return undefined;
  const count = Number(values.get("COUNT") ?? 0);
  const end = values.get("UNTIL");
  const until = end === undefined ? undefined : toEnd(end);
  if (end !== undefined && until === undefined) return undefined;
  const rule = parts
    .filter(([name]) => name !== "COUNT" && name !== "UNTIL")
    .map((part) => part.join("="))
    .join(";");
  return { rule, ...(count > 0 && { count }), ...(until && { until }) };
}

/** A day counts as a whole. `undefined` if there is no such time. */
function toEnd(text: string): When | undefined {
  const [, year, month, day, hour = "23", minute = "59", second = "59", zone] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(text) ?? [];
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (!isLocal(local)) return undefined;
  return zone === undefined
    ? { kind: "local", local }
    : { kind: "moment", at: Date.parse(`${local}Z`) };
}

function readInterval(words: string): string | undefined {
  const [, count = "", unit = ""] =
    /^(?:every|each|每隔?)\s*(other|两|兩|[1-9]\d{0,2})\s*(\S+)$/.exec(words) ??
    [];
  const [, frequency] = UNITS.find(([form]) => form.test(unit)) ?? [];
  const interval = /^\d/.test(count) ? count : "2";
  return frequency && `FREQ=${frequency};INTERVAL=${interval}`;
}

function readWeekdays(words: string): string | undefined {
  const named =
    /^(?:weekly on |every |each |on )(.+)$/
      .exec(words)?.[1]
      ?.split(/\s*(?:,|and|&)\s*|\s+/) ??
    /^每?(?:周|週|星期|礼拜)([一二三四五六日天、和]+)$/
      .exec(words)?.[1]
      ?.match(/[一二三四五六日天]/g);
  const days = (named ?? [])
    .filter((word) => word !== "")
    .map((word) => WEEKDAYS.find(([form]) => form.test(word))?.[1]);
  return days.length === 0 || days.includes(undefined)
    ? undefined
    : `FREQ=WEEKLY;BYDAY=${[...new Set(days)].join(",")}`;
}
