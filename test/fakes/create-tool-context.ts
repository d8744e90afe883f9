import type { ToolContext } from "../../src/types/tool.ts";

/** By default, the conversation `web:test` in UTC, in which nothing was shown. */
export function createToolContext({
  conversation = "web:test",
  timeZone = "UTC",
  shown = [],
}: {
  conversation?: string;
  timeZone?: string;
  shown?: readonly string[];
} = {}): ToolContext {
  return {
    conversation,
    timeZone,
    wasShown: async (url) => shown.includes(url),
  };
}
