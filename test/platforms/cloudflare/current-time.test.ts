import { describe, expect, it } from "vitest";
import {
  createCurrentTimeTool,
  findTimeZone,
} from "../../../src/tools/current-time/current-time-tool.ts";
import { observe } from "../../tools/observe.ts";

describe("the current time in the Workers runtime", () => {
  it.each([
    ["", "2026-11-22 09:30 (Sunday), Asia/Shanghai, UTC+08:00"],
    ["UTC-3:30", "2026-11-21 22:00 (Saturday), UTC-03:30"],
    ["new york", "2026-11-21 20:30 (Saturday), America/New_York, UTC-05:00"],
    ["北京", "2026-11-22 09:30 (Sunday), Asia/Shanghai, UTC+08:00"],
    ["Kyiv", "2026-11-22 03:30 (Sunday), Europe/Kyiv, UTC+02:00"],
  ])("is reported for the time zone %j", async (time_zone, observation) => {
    const tool = createCurrentTimeTool({
      now: () => Date.parse("2026-11-22T01:30:00Z"),
    });
    expect(
      await observe(tool, { time_zone }, { timeZone: "Asia/Shanghai" }),
    ).toBe(observation);
  });

  it.each(["CST", "PST", "IST", "Factory/Zone", "北京大学"])(
    "is not guessed for the ambiguous or unknown time zone %j",
    (text) => {
      expect(findTimeZone(text)).toBeUndefined();
    },
  );
});
