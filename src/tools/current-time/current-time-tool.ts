import * as z from "zod";
import { ToolError } from "../../errors.ts";
import type { Tool } from "../../ports.ts";
import { findTimeZone } from "./find-time-zone.ts";
import { formatTime } from "./format-time.ts";
import { similarTimeZones } from "./similar-time-zones.ts";

export interface CurrentTimeOptions {
  /** Where no other is asked for: an IANA name, in any case. */
  timeZone: string;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

const input = z.object({
  time_zone: z
    // Models that call natively send null for what they leave out.
    .preprocess((zone) => zone ?? undefined, z.string().optional())
    .describe("A time zone, e.g. Asia/Tokyo or UTC+8"),
});

/** What models write where the format wants some input. */
const NO_ZONE = /^(?:now|local|default|none|null|\{\})?$/i;

/** Date, time and weekday in a time zone. Its tool error says how to name one. */
export function createCurrentTimeTool({
  timeZone,
  now = Date.now,
}: CurrentTimeOptions): Tool<typeof input> {
  const home = findTimeZone(timeZone) ?? timeZone;
  return {
    name: "current_time",
    description: `For the date, weekday and time now. Input: a time zone, e.g. Asia/Tokyo or UTC+8; empty for ${home}.`,
    input,
    async run({ time_zone: asked = "" }, { signal }) {
      signal.throwIfAborted();
      const zone = NO_ZONE.test(asked.trim()) ? home : findTimeZone(asked);
      if (zone === undefined) throw new ToolError(describeUnknown(asked, home));
      return formatTime(now(), zone);
    },
  };
}

const MAX_QUOTED_LENGTH = 64;

function describeUnknown(asked: string, timeZone: string): string {
  const quoted = asked.trim().slice(0, MAX_QUOTED_LENGTH);
  const similar = similarTimeZones(quoted);
  const hint = similar.length > 0 ? ` Similar: ${similar.join(", ")}.` : "";
  return `${JSON.stringify(quoted)} is no known time zone.${hint} Give an IANA name like America/New_York (no abbreviation), an offset like UTC+08:00, or nothing for ${timeZone}.`;
}
