import type * as z from "zod";
import type { Tool, ToolOutput, ToolRunOptions } from "../../src/types/tool.ts";
import { createToolContext } from "../fakes/create-tool-context.ts";

/**
 * Runs a tool, by default in the conversation `web:test`, which has shown no
 * pages.
 */
export async function runAlone<Schema extends z.ZodObject>(
  tool: Tool<Schema>,
  input: z.infer<Schema>,
  {
    signal = new AbortController().signal,
    timeoutMs = 20_000,
    mayHaveRun = false,
    ...context
  }: Partial<ToolRunOptions> = {},
): Promise<ToolOutput> {
  const output = await tool.run(input, {
    ...createToolContext(),
    ...context,
    signal,
    timeoutMs,
    mayHaveRun,
  });
  return typeof output === "string" ? { text: output } : output;
}

/** The text of the tool's output. */
export async function observe<Schema extends z.ZodObject>(
  tool: Tool<Schema>,
  input: z.infer<Schema>,
  options?: Partial<ToolRunOptions>,
): Promise<string> {
  return (await runAlone(tool, input, options)).text;
}
