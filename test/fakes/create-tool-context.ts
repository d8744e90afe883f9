import type { ToolContext } from "../../src/types/tool.ts";

/** By default, the conversation `web:test` in which nothing was shown. */
export function createToolContext({
  conversation = "web:test",
  shown = [],
}: { conversation?: string; shown?: readonly string[] } = {}): ToolContext {
  return { conversation, wasShown: async (url) => shown.includes(url) };
}
