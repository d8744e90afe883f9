import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLocal } from "../../src/schedules/local-time.ts";
import { describeRule, findNext } from "../../src/schedules/occurrences.ts";
import type { Timing } from "../../src/types/schedule.ts";
import { runs } from "../property-runs.ts";

async function list(timing: Timing, after: string, count: number) {
  const found: string[] = [];
  let last = Date.parse(after);
  for (let index = 0; index < count; index++) {
    const next = await findNext(timing, last);
    if (next === undefined) break;
    found.push(new Date(next).toISOString().slice(0, 16));
    last = next;
  }
  return found;
}

describe("occurrences", () => {
  it.each([
    [
      "Europe/Berlin",
      "2027-03-27T02:30:00",
      ["2027-03-27T01:30", "2027-03-28T01:30", "2027-03-29T00:30"],
    ],
    [
      "Europe/Berlin",
      "2027-10-30T02:30:00",
      ["2027-10-30T00:30", "2027-10-31T00:30", "2027-11-01T01:30"],
    ],
    [
      "America/New_York",
      "2027-03-13T02:30:00",
      ["2027-03-13T07:30", "2027-03-14T07:30", "2027-03-15T06:30"],
    ],
    [
      "America/New_York",
      "2027-11-06T01:30:00",
      ["2027-11-06T05:30", "2027-11-07T05:30", "2027-11-08T06:30"],
    ],
    [
      "Asia/Shanghai",
      "2027-03-27T02:30:00",
      ["2027-03-26T18:30", "2027-03-27T18:30", "2027-03-28T18:30"],
    ],
  ])(
    "of each day keep their local time when the clocks change: %s, %s",
    async (timeZone, start, expected) => {
      const timing = { start, timeZone, rule: "FREQ=DAILY" };
      expect(await list(timing, "2027-01-01", 3)).toEqual(expected);
    },
  );

  it("end with their rule", async () => {
    const timing = {
      start: "2026-12-01T09:00:00",
      timeZone: "UTC",
      rule: "FREQ=DAILY;UNTIL=20261202T090000Z",
    };
    expect(await list(timing, "2026-01-01", 9)).toHaveLength(2);
  });

  const start = "2026-12-01T09:00:00";

  it("are described in English", async () => {
    const rule = "FREQ=WEEKLY;BYDAY=MO,FR";
    const timing = { start, timeZone: "UTC", rule };
    expect(await describeRule(timing, "en")).toContain("Monday");
  });

  it.each([
    ["FREQ=MINUTELY;INTERVAL=30", "每30分钟"],
    ["FREQ=HOURLY;BYHOUR=9,10", "每小时（9点、10点）"],
    ["FREQ=DAILY", "每天 9:00"],
    ["FREQ=DAILY;BYHOUR=9,18;BYMINUTE=30", "每天 9:30、18:30"],
    ["FREQ=DAILY;BYDAY=MO,TU", "每天（周一、周二） 9:00"],
    ["FREQ=DAILY;UNTIL=20261231T090000Z", "每天 9:00，到2026年12月31日为止"],
    ["FREQ=WEEKLY", "每周二 9:00"],
    ["FREQ=WEEKLY;BYDAY=MO", "每周一 9:00"],
    ["FREQ=WEEKLY;BYDAY=SA,SU", "每周六、周日 9:00"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "每2周的周一 9:00"],
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "每个工作日 9:00"],
    ["FREQ=WEEKLY;BYDAY=MO;BYMONTH=5,6", "每周一（5月、6月） 9:00"],
    ["FREQ=MONTHLY", "每月1日 9:00"],
    ["FREQ=MONTHLY;INTERVAL=3", "每3个月的1日 9:00"],
    ["FREQ=MONTHLY;BYMONTHDAY=1,-1", "每月1日、最后一天 9:00"],
    ["FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "每月13日（周五） 9:00"],
    ["FREQ=MONTHLY;BYDAY=1MO,-1FR", "每月第1个周一、最后一个周五 9:00"],
    ["FREQ=MONTHLY;BYDAY=MO", "每月的每个周一 9:00"],
    [
      "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-2",
      "每月周一、周二中的倒数第2个 9:00",
    ],
    ["FREQ=YEARLY", "每年12月1日 9:00"],
    ["FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=4", "每年5月4日 9:00"],
    ["FREQ=YEARLY;BYMONTHDAY=15", "每年的每月15日 9:00"],
    ["FREQ=YEARLY;BYMONTH=9;BYDAY=1MO", "每年9月第1个周一 9:00"],
    ["FREQ=YEARLY;INTERVAL=2;BYDAY=MO", "每2年的每个周一 9:00"],
  ])("are described in Chinese: %s", async (rule, words) => {
    const timing = { start, timeZone: "UTC", rule };
    expect(await describeRule(timing, "zh")).toBe(words);
  });

  it("come after any moment, at the local time of their start unless the clocks skip it", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Shanghai"),
        fc.constantFrom("DAILY", "WEEKLY", "MONTHLY"),
        fc.integer({ min: 0, max: 1_439 }),
        fc.integer({ min: 0, max: 86_400 * 700 }),
        async (timeZone, frequency, minute, seconds) => {
          const clock = new Date(minute * 60_000).toISOString().slice(11, 19);
          const rule = `FREQ=${frequency}`;
          const timing = { start: `2026-11-15T${clock}`, timeZone, rule };
          const after = Date.parse("2026-12-01") + seconds * 1_000;
          const next = await findNext(timing, after);
          expect(next).toBeGreaterThan(after);
          const local = toLocal(next ?? 0, timeZone).slice(11);
          const isShifted = local.slice(2) === clock.slice(2);
          expect(local === clock || isShifted).toBe(true);
          const days = { DAILY: 1, WEEKLY: 7, MONTHLY: 31 }[frequency];
          expect((next ?? 0) - after).toBeLessThanOrEqual(
            days * 86_400_000 + 3_600_000,
          );
        },
      ),
      { numRuns: runs(200) },
    ));
});
