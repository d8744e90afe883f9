import * as z from "zod";
import { asTimeZone, resolveTimeZone } from "../../runtime/time-zone.ts";
import { setting } from "../../settings/setting.ts";
import { ToolError } from "../../types/errors.ts";
import type { Tool } from "../../types/tool.ts";

export const CURRENT_TIME_SETTINGS = {
  TIME_ZONE: setting(() => asTimeZone(z.string().trim()), "UTC"),
};

const input = z.object({
  time_zone: z
    // With native tool calls, models send null for omitted fields.
    .preprocess((zone) => zone ?? undefined, z.string().optional())
    .describe("A time zone, e.g. Asia/Tokyo or UTC+8"),
});

/** Placeholders that models write if the format requires an input. */
const NO_ZONE = /^(?:now|local|default|none|null|\{\})?$/i;

/**
 * Returns date, time and weekday in a time zone, by default the user's. Throws
 * `ToolError` for an unknown zone, with advice how to name one.
 * @param options.now milliseconds since the epoch
 */
export function createCurrentTimeTool({
  now = Date.now,
}: { now?: () => number } = {}): Tool<typeof input> {
  return {
    name: "current_time",
    // Without the user's zone, so that prompts begin the same for everybody.
    description:
      "For the date, weekday and time now. Input: a time zone, e.g. Asia/Tokyo or UTC+8; empty for the user's.",
    input,
    isOwnText: true,
    async run({ time_zone: asked = "" }, { signal, timeZone }) {
      signal.throwIfAborted();
      const zone = NO_ZONE.test(asked.trim()) ? timeZone : findTimeZone(asked);
      if (zone === undefined)
        throw new ToolError(describeUnknown(asked, timeZone));
      return formatTime(now(), zone);
    },
  };
}

const MAX_QUOTED_LENGTH = 64;

function describeUnknown(asked: string, timeZone: string): string {
  const quoted = asked.slice(0, MAX_QUOTED_LENGTH);
  return `${JSON.stringify(quoted)} is no known time zone. Give an IANA name like America/New_York (no abbreviation), an offset like UTC+08:00, or nothing for ${timeZone}.`;
}

/** Often asked for, and in no IANA name. */
const BEIJING = /^(?:beijing|北京)(?:_?time|时间|時間)?$/i;

/** Longer than any zone's name. */
const MAX_LENGTH = 64;

/**
 * Areas whose IANA names mostly end in cities; those of `US/`, `Brazil/`, … do
 * not.
 */
const AREAS =
  "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific".split(
    " ",
  );

/**
 * Finds the time zone that a text names, in a form that `Intl` accepts: an IANA
 * name in any case, an offset (`UTC+8`, `-03:30`), or its city (`New York`). `undefined` for abbreviations: CST is the time of Chicago,
 * Shanghai or Havana.
 */
export function findTimeZone(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const name = tidy(text);
  if (/^(?:UTC|GMT|Z)$/i.test(name)) return "UTC";
  if (/^(?:UTC|GMT)?_?[+-]/i.test(name)) return parseOffset(name);
  if (BEIJING.test(name)) return "Asia/Shanghai";
  // `Intl` maps an abbreviation like CST to one of several zones.
  if (name.length <= 3) return undefined;
  return resolveTimeZone(name) ?? findCity(name);
}

/**
 * Normalises a name: `São Paulo` → `Sao_Paulo`, full-width characters to ASCII.
 */
function tidy(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\p{M}.'’]/gu, "")
    .replaceAll("−", "-")
    .trim()
    .replaceAll(/\s+/g, "_");
}

/** Accepts -14:00 to +14:00; no place uses others. */
function parseOffset(name: string): string | undefined {
  const [, sign, hours = "", minutes = "00"] =
    /^(?:UTC|GMT)?_?([+-])_?(\d{1,2})(?::?([0-5]\d))?$/i.exec(name) ?? [];
  return sign === undefined || Number(`${hours}.${minutes}`) > 14
    ? undefined
    : `${sign}${hours.padStart(2, "0")}:${minutes}`;
}

/** No city is in several areas; a few, as `Istanbul`, have a name in two. */
function findCity(name: string): string | undefined {
  return AREAS.map((area) => resolveTimeZone(`${area}/${name}`)).findLast(
    (zone) => zone !== undefined,
  );
}

/** Formats a time as `2026-11-22 09:30 (Sunday), Asia/Shanghai, UTC+08:00`. */
function formatTime(moment: number, timeZone: string): string {
  const parts = Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "longOffset",
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";

  const date = `${part("year")}-${part("month")}-${part("day")}`;
  const time = `${part("hour")}:${part("minute")}`;
  // `Intl` writes `GMT+08:00`, but `GMT` for zero.
  const offset = part("timeZoneName")
    .replace("GMT", "UTC")
    .replace(/^UTC$/, "UTC+00:00");
  const place = /^(?:[+-]|UTC$)/.test(timeZone) ? [] : [timeZone];
  return [`${date} ${time} (${part("weekday")})`, ...place, offset].join(", ");
}
