import type { ToolContext } from "../../src/ports.ts";

/** The conversation `web:test`, in which nothing was shown, unless told otherwise. */
export function createToolContext({
  conversation = "web:test",
  shown = [],
}: { conversation?: string; shown?: readonly string[] } = {}): ToolContext {
  return { conversation, wasShown: async (url) => shown.includes(url) };
}
