import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runTool } from "../../../src/agent/run-actions.ts";
import {
  createCurrentTimeTool,
  findTimeZone,
} from "../../../src/tools/current-time/current-time-tool.ts";
import { ToolError } from "../../../src/types/errors.ts";
import { describeToolContract } from "../../contracts/tool-contract.ts";
import { createToolContext } from "../../fakes/create-tool-context.ts";
import { observe } from "../observe.ts";

const at = (time: string) =>
  createCurrentTimeTool({ now: () => Date.parse(time) });
const context = createToolContext({ timeZone: "Asia/Shanghai" });
const tool = at("2026-11-22T01:30:59Z");

describeToolContract(
  "the current time",
  async () => ({ tool, close: async () => {} }),
  { samples: [{}, { time_zone: "" }, { time_zone: "America/New_York" }] },
);

describe("current_time", () => {
  it.each([
    [{}, "2026-11-22 09:30 (Sunday), Asia/Shanghai, UTC+08:00"],
    [{ time_zone: " " }, "2026-11-22 09:30 (Sunday), Asia/Shanghai, UTC+08:00"],
    [
      { time_zone: "now" },
      "2026-11-22 09:30 (Sunday), Asia/Shanghai, UTC+08:00",
    ],
    [
      { time_zone: "new york" },
      "2026-11-21 20:30 (Saturday), America/New_York, UTC-05:00",
    ],
    [
      { time_zone: "Asia/Kathmandu" },
      "2026-11-22 07:15 (Sunday), Asia/Kathmandu, UTC+05:45",
    ],
    [{ time_zone: "UTC-3" }, "2026-11-21 22:30 (Saturday), UTC-03:00"],
    [{ time_zone: "utc" }, "2026-11-22 01:30 (Sunday), UTC+00:00"],
    [
      { time_zone: "London" },
      "2026-11-22 01:30 (Sunday), Europe/London, UTC+00:00",
    ],
  ])("returns the time for the input %j: %s", async (input, observation) => {
    expect(await observe(tool, input, context)).toBe(observation);
  });

  it("respects daylight saving time and writes midnight as 00", async () => {
    expect(
      await observe(at("2026-07-01T22:00:00Z"), { time_zone: "Berlin" }),
    ).toBe("2026-07-02 00:00 (Thursday), Europe/Berlin, UTC+02:00");
  });

  it.each(["", {}, { time_zone: null }])(
    "defaults to the user's time zone for the input %j",
    async (input) => {
      const { observation } = await runTool({
        action: { tool: "current_time", input, thought: "", text: "" },
        tools: [tool],
        context,
        signal: new AbortController().signal,
        timeoutMs: 1_000,
      });
      expect(observation).toContain("Asia/Shanghai");
    },
  );

  it("explains valid formats for an unknown time zone", async () => {
    const error = observe(tool, { time_zone: "CST" }, context);
    await expect(error).rejects.toThrow(
      new ToolError(
        '"CST" is no known time zone. Give an IANA name like America/New_York (no abbreviation), an offset like UTC+08:00, or nothing for Asia/Shanghai.',
      ),
    );
  });

  it("rejects a long time zone with a short error", async () => {
    const error = observe(tool, { time_zone: "San 😀 ".repeat(20_000) });
    await expect(error).rejects.toThrow(/^.{1,400}$/);
  });
});

describe("findTimeZone", () => {
  it.each([
    ["Asia/Shanghai", "Asia/Shanghai"],
    [" america/new_york ", "America/New_York"],
    ["America/Argentina/Ushuaia", "America/Argentina/Ushuaia"],
    ["asia/kolkata", "Asia/Kolkata"],
    ["US/Pacific", "US/Pacific"],
    ["Japan", "Japan"],
    ["Etc/GMT+8", "Etc/GMT+8"],
    ["utc", "UTC"],
    ["GMT", "UTC"],
    ["Z", "UTC"],
  ])("resolves the IANA name %j to %s", (text, zone) => {
    expect(findTimeZone(text)).toBe(zone);
  });

  it.each([
    ["+08:00", "+08:00"],
    ["+0530", "+05:30"],
    ["-3", "-03:00"],
    ["UTC+8", "+08:00"],
    ["utc -3:30", "-03:30"],
    ["GMT+08:00", "+08:00"],
    ["ＵＴＣ＋８", "+08:00"],
    ["UTC−5", "-05:00"],
    ["+14", "+14:00"],
  ])("resolves the offset %j to %s", (text, zone) => {
    expect(findTimeZone(text)).toBe(zone);
  });

  it.each([
    ["Tokyo", "Asia/Tokyo"],
    ["New York", "America/New_York"],
    ["new_york", "America/New_York"],
    ["São Paulo", "America/Sao_Paulo"],
    ["St. Johns", "America/St_Johns"],
    ["kyiv", "Europe/Kyiv"],
    ["Ho Chi Minh", "Asia/Ho_Chi_Minh"],
    ["Istanbul", "Europe/Istanbul"],
  ])("resolves the city %j to %s", (text, zone) => {
    expect(findTimeZone(text)).toBe(zone);
  });

  it.each([
    ["Beijing", "Asia/Shanghai"],
    ["beijing time", "Asia/Shanghai"],
    ["北京", "Asia/Shanghai"],
    ["北京时间", "Asia/Shanghai"],
  ])("resolves %j, which is in no IANA name, to %s", (text, zone) => {
    expect(findTimeZone(text)).toBe(zone);
  });

  it.each([
    "",
    "CST",
    "IST",
    "PST",
    "EST",
    "+15",
    "+14:30",
    "+08:75",
    "8",
    "Springfield",
    "San Francisco",
    "春田",
    "北京大学",
    "Asia",
    "Pacific",
    "Tokyo, Japan",
    "Asia/Tokyo\nAsia/Seoul",
    "__proto__",
  ])("does not guess a zone for %j", (text) => {
    expect(findTimeZone(text)).toBeUndefined();
  });

  it("rejects text that is longer than any name", () => {
    expect(findTimeZone(" ".repeat(100_000))).toBeUndefined();
    expect(findTimeZone(`Asia/Tokyo${" ".repeat(100)}`)).toBeUndefined();
  });

  it("finds every zone of the runtime and returns only zones that Intl supports", () => {
    for (const zone of Intl.supportedValuesOf("timeZone"))
      expect(findTimeZone(zone.toUpperCase())).toBe(zone);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        const timeZone = findTimeZone(text) ?? "UTC";
        expect(() => Intl.DateTimeFormat("en", { timeZone })).not.toThrow();
      }),
    );
  });
});
