import { describe, expect, it } from "vitest";
import { plan } from "../../src/schedules/plan.ts";
import { readRule } from "../../src/schedules/read-rule.ts";
import { readWhen } from "../../src/schedules/read-when.ts";

/** A Saturday, 23:20 in Berlin. */
const NOW = Date.parse("2026-11-28T22:20:00Z");
const BERLIN = { now: NOW, timeZone: "Europe/Berlin" };

describe("a time", () => {
  it.each([
    ["2026-12-01 09:00 call", "2026-12-01T09:00:00", "call"],
    ["2026-12-01T9:05", "2026-12-01T09:05:00", ""],
    ["tomorrow 9:00: tea", "2026-11-29T09:00:00", "tea"],
    ["tomorrow at 9am tea", "2026-11-29T09:00:00", "tea"],
    ["tonight 11:45 pm sleep", "2026-11-28T23:45:00", "sleep"],
    ["明天9点 开会", "2026-11-29T09:00:00", "开会"],
    ["后天 18:30，买菜", "2026-11-30T18:30:00", "买菜"],
    ["23:30 go", "2026-11-28T23:30:00", "go"],
    ["at 7:00 go", "2026-11-29T07:00:00", "go"],
    ["12am go", "2026-11-29T00:00:00", "go"],
    ["12pm go", "2026-11-29T12:00:00", "go"],
    ["1 p.m. go", "2026-11-29T13:00:00", "go"],
    ["tonight 9:00 go", "2026-11-28T21:00:00", "go"],
    ["today 9:00 go", "2026-11-28T09:00:00", "go"],
    ["the day after tomorrow 9:00 go", "2026-11-30T09:00:00", "go"],
    ["23:20 go", "2026-11-29T23:20:00", "go"],
    ["2026-12-01 09:00:30 go", "2026-12-01T09:00:30", "go"],
    ["tonight 12:00 go", "2026-11-29T00:00:00", "go"],
    ["今晚1点 睡觉", "2026-11-29T01:00:00", "睡觉"],
    ["明晚八点半 吃饭", "2026-11-29T20:30:00", "吃饭"],
    ["明天上午9点 开会", "2026-11-29T09:00:00", "开会"],
    ["下午三点二十 喝茶", "2026-11-29T15:20:00", "喝茶"],
    ["明天8点一起吃饭", "2026-11-29T08:00:00", "一起吃饭"],
    ["明天8点一刻 吃饭", "2026-11-29T08:15:00", "吃饭"],
    ["明天8点5分开会", "2026-11-29T08:05:00", "开会"],
    ["明天上午12点 吃饭", "2026-11-29T12:00:00", "吃饭"],
    ["明天凌晨12点 看球", "2026-11-29T00:00:00", "看球"],
    ["at 9:00 pay the rent", "2026-11-29T09:00:00", "pay the rent"],
    ["9:00 Amy calls", "2026-11-29T09:00:00", "Amy calls"],
    ["2026-12-01 09:00 zoom call", "2026-12-01T09:00:00", "zoom call"],
    ["2026-12-01 9:00 pm x", "2026-12-01T21:00:00", "x"],
    ["tonight at 12:30 am x", "2026-11-29T00:30:00", "x"],
    ["明天中午12点 吃饭", "2026-11-29T12:00:00", "吃饭"],
    ["tomorrow evening at 8 pm go", "2026-11-29T20:00:00", "go"],
    ["tomorrow morning at 12 am go", "2026-11-29T00:00:00", "go"],
    ["monday 9:00 go", "2026-11-30T09:00:00", "go"],
    ["on Saturday 23:30 go", "2026-11-28T23:30:00", "go"],
    ["saturday 9:00 go", "2026-12-05T09:00:00", "go"],
    ["next saturday 23:30 go", "2026-12-05T23:30:00", "go"],
    ["6pm on friday call", "2026-12-04T18:00:00", "call"],
    ["9:00 tomorrow call", "2026-11-29T09:00:00", "call"],
    ["at 7:00 tomorrow's plan", "2026-11-29T07:00:00", "tomorrow's plan"],
    ["周日 9点 跑步", "2026-11-29T09:00:00", "跑步"],
    ["下周日 9点 跑步", "2026-12-06T09:00:00", "跑步"],
    ["下星期一 9:00 开会", "2026-11-30T09:00:00", "开会"],
    ["in 2 days 9:00 go", "2026-11-30T09:00:00", "go"],
    ["3天后9点 开会", "2026-12-01T09:00:00", "开会"],
  ])("%j is local, with what follows it", (text, local, rest) => {
    const when = { kind: "local", local };
    expect(readWhen(text, BERLIN)).toEqual({ when, rest });
  });

  it.each([
    ["in 2 minutes drink", 2, "drink"],
    ["10分钟后喝水", 10, "喝水"],
    ["1 hour later x", 60, "x"],
    ["in 2h x", 120, "x"],
    ["in 1 hour 30 minutes x", 90, "x"],
    ["in 1h30m x", 90, "x"],
    ["in 1 day and 2 hours x", 1_560, "x"],
    ["1小时30分钟后 x", 90, "x"],
    ["半小时后 x", 30, "x"],
    ["一个半小时后 x", 90, "x"],
    ["二十五分钟后 x", 25, "x"],
    ["两天后 x", 2_880, "x"],
    ["in an hour x", 60, "x"],
    ["in an hour and a half x", 90, "x"],
    ["in 1 hour, 30 minutes x", 90, "x"],
    ["十分钟以后喝水", 10, "喝水"],
    ["in half an hour x", 30, "x"],
    ["in 2 hours 5 km x", 120, "5 km x"],
    ["3天后 x", 4_320, "x"],
    ["2026-11-28 23:22 +0100 x", 2, "x"],
    ["2026-11-28T23:22:00+01:00 x", 2, "x"],
    ["2026-11-28T22:22Z x", 2, "x"],
  ])("%j is a moment", (text, minutes, rest) => {
    const when = { kind: "moment", at: NOW + minutes * 60_000 };
    expect(readWhen(text, BERLIN)).toEqual({ when, rest });
  });

  it("may be a part of the text, if nothing calls it a delay", () => {
    const when = { kind: "moment", at: NOW + 120 * 60_000 };
    const bare = { when, rest: "of sport", isBare: true };
    expect(readWhen("2 hours of sport", BERLIN)).toEqual(bare);
  });

  it.each([
    "soon",
    "2026-02-30 09:00",
    "25:00",
    "buy 3 apples",
    "9",
    "a day off",
    "半天假",
    "monday",
    "9:75",
    "三三分钟后",
    "2026-12-01T09:00+99:99",
  ])("%j is none", (text) => {
    expect(readWhen(text, BERLIN)).toBeUndefined();
  });
});

describe("a rule", () => {
  it.each([
    ["daily", "FREQ=DAILY"],
    ["Every weekday.", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["hourly", "FREQ=HOURLY"],
    ["weekly", "FREQ=WEEKLY"],
    ["每月", "FREQ=MONTHLY"],
    ["every year", "FREQ=YEARLY"],
    ["weekends", "FREQ=WEEKLY;BYDAY=SA,SU"],
    ["on tuesdays, thu, Sat & sun", "FREQ=WEEKLY;BYDAY=TU,TH,SA,SU"],
    ["every wed Wednesday", "FREQ=WEEKLY;BYDAY=WE"],
    ["every 90 minutes", "FREQ=MINUTELY;INTERVAL=90"],
    ["每隔3个小时", "FREQ=HOURLY;INTERVAL=3"],
    ["every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"],
    ["每3个月", "FREQ=MONTHLY;INTERVAL=3"],
    ["every 2 years", "FREQ=YEARLY;INTERVAL=2"],
    ["every other day", "FREQ=DAILY;INTERVAL=2"],
    ["every Monday and Friday", "FREQ=WEEKLY;BYDAY=MO,FR"],
    ["每天", "FREQ=DAILY"],
    ["每两周", "FREQ=WEEKLY;INTERVAL=2"],
    ["每周一、三", "FREQ=WEEKLY;BYDAY=MO,WE"],
    ["rrule:freq=monthly;bymonthday=-1", "FREQ=MONTHLY;BYMONTHDAY=-1"],
  ])("is read from %j", (text, rule) => {
    expect(readRule(text)).toEqual({ rule });
  });

  it("ends after a count, with its last day, or at a moment", () => {
    expect(readRule("FREQ=DAILY;COUNT=500")).toEqual({
      rule: "FREQ=DAILY",
      count: 500,
    });
    expect(readRule("FREQ=DAILY;UNTIL=20270105")).toEqual({
      rule: "FREQ=DAILY",
      until: { kind: "local", local: "2027-01-05T23:59:59" },
    });
    expect(readRule("FREQ=DAILY;UNTIL=20270105T080000Z")).toEqual({
      rule: "FREQ=DAILY",
      until: { kind: "moment", at: Date.parse("2027-01-05T08:00:00Z") },
    });
  });

  it.each([
    "sometimes",
    "FREQ=SECONDLY",
    "FREQ=DAILY;BYEASTER=1",
    "FREQ=DAILY;FREQ=WEEKLY",
    "FREQ=MINUTELY;BYMONTH=2",
    "FREQ=HOURLY;BYMONTHDAY=2",
    "FREQ=WEEKLY;BYMONTHDAY=1",
    "FREQ=DAILY;COUNT=2;UNTIL=20270105",
    "FREQ=DAILY;UNTIL=20270230",
    "INTERVAL=2;XFREQ=DAILY",
    "every blue moon",
  ])("is not read from %j", (text) => {
    expect(readRule(text)).toBeUndefined();
  });
});

describe("a plan", () => {
  const at = (local: string, repeat = "", timeZone = "Europe/Berlin") =>
    plan({ when: { kind: "local", local }, repeat, timeZone, now: NOW });
  const dueOf = async (...given: Parameters<typeof at>) => {
    const made = await at(...given);
    return made.kind === "planned"
      ? new Date(made.due).toISOString()
      : made.problem;
  };

  it.each([
    ["2026-12-01T09:00:00", "Europe/Berlin", "2026-12-01T08:00:00.000Z"],
    ["2026-12-01T09:00:00", "Asia/Shanghai", "2026-12-01T01:00:00.000Z"],
    ["2026-12-01T09:00:00", "UTC", "2026-12-01T09:00:00.000Z"],
    // Skipped by the clocks: as much later as they skip.
    ["2027-03-28T02:30:00", "Europe/Berlin", "2027-03-28T01:30:00.000Z"],
    ["2027-03-14T02:30:00", "America/New_York", "2027-03-14T07:30:00.000Z"],
    // Comes twice: the first one.
    ["2027-10-31T02:30:00", "Europe/Berlin", "2027-10-31T00:30:00.000Z"],
    ["2027-11-07T01:30:00", "America/New_York", "2027-11-07T05:30:00.000Z"],
  ])("is due at %s in %s", async (local, zone, due) => {
    expect(await dueOf(local, "", zone)).toBe(due);
  });

  it.each([
    ["2026-11-28T23:19:00", "", "2026-11-28T22:20:00.000Z"],
    ["2026-12-01T09:00:30", "daily", "2026-12-01T08:00:00.000Z"],
    ["2026-12-01T09:00:00", "every 15 minutes", "2026-12-01T08:00:00.000Z"],
    ["2031-11-28T09:00:00", "", "2031-11-28T08:00:00.000Z"],
    ["2031-11-28T09:00:00", "daily", "2031-11-28T08:00:00.000Z"],
  ])("is due, as asked for %s %s, at %s", async (local, repeat, due) => {
    expect(await dueOf(local, repeat)).toBe(due);
  });

  it("keeps the exact moment of the hour that comes twice", async () => {
    const now = Date.parse("2027-10-31T00:50:00Z");
    const moment = Date.parse("2027-10-31T01:30:00Z");
    const when = { kind: "moment", at: moment } as const;
    expect(await plan({ when, timeZone: "Europe/Berlin", now })).toMatchObject({
      due: moment,
      timing: { start: "2027-10-31T02:30:00" },
    });
  });

  it("counts a rule's occurrences from its start, also past ones", async () => {
    const made = await at("2026-11-27T09:00:00", "FREQ=DAILY;COUNT=3");
    expect(made).toMatchObject({
      timing: { rule: "FREQ=DAILY;UNTIL=20261129T090000Z" },
      due: Date.parse("2026-11-29T08:00:00Z"),
    });
  });

  it.each([
    ["2026-11-28T23:00:00", "", "past"],
    ["2026-11-28T23:18:59", "", "past"],
    ["2031-11-30T09:00:00", "", "too-far"],
    ["2031-11-30T09:00:00", "daily", "too-far"],
    ["2026-12-01T09:00:00", "now and then", "repeat-unreadable"],
    ["2026-12-01T09:00:00", "FREQ=DAILY;COUNT=501", "too-many-repeats"],
    ["2026-12-01T09:00:00", "every 14 minutes", "too-often"],
    ["2026-12-01T09:00:00", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0,5", "too-often"],
    ["2026-12-01T09:00:00", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "never"],
    ["2026-12-01T09:00:00", "FREQ=DAILY;UNTIL=20200101", "never"],
    ["2026-12-01T09:00:00", "FREQ=DAILY;BYDAY=MO,XX", "repeat-unreadable"],
  ])("is refused: %s %s is %s", async (local, repeat, problem) => {
    expect(await dueOf(local, repeat)).toBe(problem);
  });
});
