import {
  CITY_TIME_ZONES,
  findTimeZone,
} from "../../../src/tools/current-time/current-time-tool.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

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
  ])("takes the IANA name %j as %s", (text, zone) => {
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
  ])("takes the offset %j as %s", (text, zone) => {
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
  ])("finds the one zone of the city %j: %s", (text, zone) => {
    expect(findTimeZone(text)).toBe(zone);
  });

  it.each([
    ["Beijing", "Asia/Shanghai"],
    ["beijing time", "Asia/Shanghai"],
    ["北京", "Asia/Shanghai"],
    ["北京时间", "Asia/Shanghai"],
    ["东京", "Asia/Tokyo"],
    ["東京", "Asia/Tokyo"],
    ["纽约", "America/New_York"],
    [" 伦敦 ", "Europe/London"],
  ])("knows the zone of %j, which no name holds: %s", (text, zone) => {
    expect(findTimeZone(text)).toBe(zone);
  });

  it("knows no city in a zone that Intl does not have", () => {
    for (const timeZone of CITY_TIME_ZONES.values())
      expect(() => Intl.DateTimeFormat("en", { timeZone })).not.toThrow();
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
  ])("does not guess at %j", (text) => {
    expect(findTimeZone(text)).toBeUndefined();
  });

  it("reads no text that is longer than a name", () => {
    expect(findTimeZone(" ".repeat(100_000))).toBeUndefined();
    expect(findTimeZone(`Asia/Tokyo${" ".repeat(100)}`)).toBeUndefined();
  });

  it("finds every zone of this runtime, and only such that Intl takes", () => {
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
