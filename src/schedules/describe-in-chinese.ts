const UNITS: Readonly<Record<string, string>> = {
  MINUTELY: "分钟",
  HOURLY: "小时",
  DAILY: "天",
  WEEKLY: "周",
  MONTHLY: "个月",
  YEARLY: "年",
};

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const WORKDAYS = "MO,TU,WE,TH,FR";

/**
 * A rule as a native would say it, e.g. `每周一、周五 9:00`. What it leaves open
 * follows from its start, a local time.
 */
export function describeInChinese(start: string, rule: string): string {
  const parts = new Map(
    rule.split(";").map((part) => {
      const [name = "", value = ""] = part.split("=");
      return [name, value];
    }),
  );
  const list = (name: string): readonly string[] =>
    parts.get(name)?.split(",") ?? [];
  const frequency = parts.get("FREQ") ?? "";
  const until = toDate(parts.get("UNTIL") ?? "");
  const isShort = frequency === "MINUTELY" || frequency === "HOURLY";
  const times = isShort
    ? limitTo([
        ...list("BYHOUR").map(toHour),
        ...list("BYMINUTE").map(toMinute),
      ])
    : ` ${timesOf(start, list)}`;
  const positions = list("BYSETPOS").map((position) => toPosition(position));
  return [
    everyDay(start, frequency, Number(parts.get("INTERVAL") ?? 1), list),
    positions.length > 0 ? `中的${positions.join("、")}` : "",
    times,
    until && `，到${until}为止`,
  ].join("");
}

type List = (name: string) => readonly string[];

function everyDay(
  start: string,
  frequency: string,
  interval: number,
  list: List,
): string {
  const unit = UNITS[frequency] ?? "";
  const weekdays = list("BYDAY");
  const every =
    interval === 1 ? `每${unit.replace("个", "")}` : `每${interval}${unit}`;
  const of = (days: string): string =>
    interval === 1 && !days.startsWith("每") ? days : `的${days}`;
  const months = list("BYMONTH").map((month) => `${month}月`);
  const onlyIn = frequency === "YEARLY" ? "" : limitTo(months);
  switch (frequency) {
    case "WEEKLY": {
      if (weekdays.join(",") === WORKDAYS && interval === 1)
        return `每个工作日${onlyIn}`;
      const named = weekdays.length > 0 ? weekdays : [weekdayOf(start)];
      const days = named.map(toWeekday).join("、");
      return `${interval === 1 ? "每" : `${every}的`}${days}${onlyIn}`;
    }
    case "MONTHLY":
      return every + of(daysOf(start, list)) + onlyIn;
    case "YEARLY": {
      const hasOwnDays = weekdays.length > 0 && months.length === 0;
      const open = list("BYMONTHDAY").length > 0 ? "每月" : monthOf(start);
      const named = hasOwnDays ? "" : months.join("、") || open;
      return every + of(named + daysOf(start, list));
    }
    default:
      return `${every}${limitTo([...months, ...weekdays.map(toWeekday), ...list("BYMONTHDAY").map(toMonthDay)])}`;
  }
}

function daysOf(start: string, list: List): string {
  const monthDays = list("BYMONTHDAY").map(toMonthDay);
  const weekdays = list("BYDAY").map(toWeekday);
  if (monthDays.length > 0) return monthDays.join("、") + limitTo(weekdays);
  if (weekdays.length === 0) return toMonthDay(start.slice(8, 10));
  const isEach = !/\d/.test(list("BYDAY").join() + list("BYSETPOS").join());
  return `${isEach ? "每个" : ""}${weekdays.join("、")}`;
}

function timesOf(start: string, list: List): string {
  const [hour = "", minute = ""] = start.slice(11).split(":");
  const hours = list("BYHOUR").length > 0 ? list("BYHOUR") : [hour];
  const minutes = list("BYMINUTE").length > 0 ? list("BYMINUTE") : [minute];
  return hours
    .flatMap((one) =>
      minutes.map((each) => `${Number(one)}:${each.padStart(2, "0")}`),
    )
    .join("、");
}

/** `MO`, `1MO` (the first of a month), `-1MO` (the last). */
function toWeekday(day: string): string {
  const [, position = "", name = ""] = /^([+-]?\d*)(\w\w)$/.exec(day) ?? [];
  const weekday = `周${"一二三四五六日"[WEEKDAYS.indexOf(name)]}`;
  return position === "" ? weekday : `${toPosition(position)}${weekday}`;
}

function toMonthDay(day: string): string {
  return Number(day) > 0 ? `${Number(day)}日` : toPosition(day, "天");
}

function toPosition(position: string, unit = "个"): string {
  const number = Number(position);
  if (number > 0) return `第${number}${unit}`;
  return number === -1 ? `最后一${unit}` : `倒数第${-number}${unit}`;
}

const toHour = (hour: string): string => `${Number(hour)}点`;
const toMinute = (minute: string): string => `${Number(minute)}分`;

function limitTo(what: readonly string[]): string {
  return what.length > 0 ? `（${what.join("、")}）` : "";
}

function weekdayOf(start: string): string {
  const day = new Date(`${start.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return WEEKDAYS[(day + 6) % 7] ?? "";
}

function monthOf(start: string): string {
  return `${Number(start.slice(5, 7))}月`;
}

function toDate(until: string): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(until) ?? [];
  return year ? `${year}年${Number(month)}月${Number(day)}日` : "";
}
