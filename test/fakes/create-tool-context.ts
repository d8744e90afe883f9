import type { ToolContext } from "../../src/types/tool.ts";

/** By default, in UTC, where nothing was shown. */
export function createToolContext({
  timeZone = "UTC",
  shown = [],
}: {
  timeZone?: string;
  shown?: readonly string[];
} = {}): ToolContext {
  return {
    timeZone,
    wasShown: async (url) => shown.includes(url),
  };
}
