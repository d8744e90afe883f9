import { describe, expect, it } from "vitest";
import {
  findOpening,
  isOpen,
  readHours,
} from "../../src/schedules/business-hours.ts";

function hoursOf(text: string) {
  const read = readHours(text);
  if (read.kind === "wrong") throw new Error(read.part);
  return read.hours;
}

const at = (time: string) => Date.parse(time);

describe("business hours", () => {
  it.each([
    ["mon-fri 9:00-18:00", 5],
    ["Monday - Friday 09:00-12:30, 13:30-18:00; Sat 10:00–14:00", 11],
    ["Fri-Mon 22:00-02:00", 4],
    ["Sat,Sun 00:00-24:00;", 2],
    ["Mon,Wed-Thu 08:00-09:00", 3],
    ["daily 08:00-20:00", 7],
  ])("are read from %s", (text, count) => {
    expect(hoursOf(text)).toHaveLength(count);
  });

  it("are of each day once, in order, beyond the end of a week", () => {
    const days = hoursOf("Sat-Mon,Sun 09:00-10:00").map(({ day }) => day);
    expect(days).toEqual([6, 0, 1]);
  });

  it.each([
    ["Mon-Fri 9-18", "9-18"],
    ["Mon-Fri 09:00-18:00; Sut 10:00-14:00", "Sut 10:00-14:00"],
    ["Mon 09:00-25:00", "09:00-25:00"],
    ["Mon 09:60-18:00", "09:60-18:00"],
    ["Mon 09:00-17:60", "09:00-17:60"],
    ["Mon 24:00-01:00", "24:00-01:00"],
    ["Mon 09:00-24:01", "09:00-24:01"],
    ["Mo 09:00-10:00", "Mo 09:00-10:00"],
    ["Mon 09:00-12:00,", ""],
    ["Mon-Wed-Fri 09:00-12:00", "Mon-Wed-Fri 09:00-12:00"],
    ["09:00-18:00", "09:00-18:00"],
    ["; ;", "; ;"],
  ])("name what is wrong in %s", (text, part) => {
    expect(readHours(text)).toEqual({ kind: "wrong", part });
  });

  it.each([
    ["2026-11-27T09:00:00Z", true],
    ["2026-11-27T08:59:59Z", false],
    ["2026-11-27T17:59:59Z", true],
    ["2026-11-27T18:00:00Z", false],
    // Over midnight, from Saturday into Sunday, whose own hours begin later.
    ["2026-11-28T23:00:00Z", true],
    ["2026-11-29T01:59:00Z", true],
    ["2026-11-29T02:00:00Z", false],
    ["2026-11-28T01:00:00Z", false],
    // The whole Thursday, until it began.
    ["2026-11-27T06:59:00Z", true],
    ["2026-11-27T07:00:00Z", false],
  ])("are open at %s: %s", (time, expected) => {
    const hours = hoursOf(
      "Mon-Fri 09:00-18:00; Sat 22:00-02:00; Thu 07:00-07:00",
    );
    expect(isOpen(hours, "UTC", at(time))).toBe(expected);
  });

  it.each([
    ["Mon-Fri 09:00-18:00", "UTC", "2026-11-27T12:00:00Z", undefined],
    [
      "Mon-Fri 09:00-18:00",
      "UTC",
      "2026-11-27T18:00:00Z",
      "2026-11-30T09:00:00Z",
    ],
    [
      "Mon-Fri 09:00-12:00, 13:00-18:00",
      "Asia/Shanghai",
      "2026-11-27T04:30:30.5Z",
      "2026-11-27T05:00:00Z",
    ],
    // Once a week, just closed.
    ["Fri 09:00-10:00", "UTC", "2026-11-27T10:00:00Z", "2026-12-04T09:00:00Z"],
    // The clocks are put forward, and back, before the opening.
    [
      "Mon 09:00-18:00",
      "Europe/Berlin",
      "2027-03-27T12:00:00Z",
      "2027-03-29T07:00:00Z",
    ],
    [
      "Mon 09:00-18:00",
      "Europe/Berlin",
      "2026-10-24T12:00:00Z",
      "2026-10-26T08:00:00Z",
    ],
    // 02:30 comes twice, and counts from the first on.
    [
      "Sun 02:30-05:00",
      "Europe/Berlin",
      "2026-10-24T12:00:00Z",
      "2026-10-25T00:30:00Z",
    ],
    // The second time, since the clocks show 02:10 again.
    [
      "Sun 02:30-05:00",
      "Europe/Berlin",
      "2026-10-25T01:10:00Z",
      "2026-10-25T01:30:00Z",
    ],
    // A change by half an hour.
    [
      "Mon 09:00-10:00",
      "Australia/Lord_Howe",
      "2026-10-03T00:00:00Z",
      "2026-10-04T22:00:00Z",
    ],
  ])("%s in %s, as seen at %s, begin at %s", (text, zone, now, expected) => {
    expect(findOpening(hoursOf(text), zone, at(now))).toBe(
      expected && at(expected),
    );
  });
});
