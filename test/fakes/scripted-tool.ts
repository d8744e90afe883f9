import * as z from "zod";
import type { Tool, ToolOutput } from "../../src/types/tool.ts";

const input = z.object({ text: z.string() });

type ScriptedOutput = string | ToolOutput;

/**
 * A tool with one text field and a scripted result, which records its
 * inputs.
 */
export function createScriptedTool(
  name: string,
  run: (
    text: string,
    signal: AbortSignal,
  ) => ScriptedOutput | Promise<ScriptedOutput>,
): Tool<typeof input> & {
  readonly inputs: readonly string[];
} {
  const inputs: string[] = [];
  return {
    name,
    description: `does what the test says`,
    input,
    inputs,
    async run({ text }, { signal }) {
      inputs.push(text);
      return run(text, signal);
    },
  };
}
