import * as z from "zod";
import type { Tool } from "../../types/tool.ts";

const input = z.object({
  expression: z
    .string()
    .describe("The expression to calculate, e.g. 12.5% of 80.16 * 3"),
});

/**
 * Calculates exactly if possible. `run` throws only the signal's reason.
 *
 * @param timeTool name of the tool for dates, if it is on
 */
export function createCalculatorTool({
  timeTool,
}: { timeTool?: string | undefined } = {}): Tool<typeof input> {
  return {
    name: "calculator",
    description:
      "For every calculation. Input: an expression, e.g. 15% of 80.16, 5 km to mi, mean([1, 2]).",
    input,
    isOwnText: true,
    async run({ expression }, { signal }) {
      signal.throwIfAborted();
      // Loaded on demand: evaluates mathjs, and tables of units and names.
      const { calculate } = await import("../../../dist/calculator.js");
      return calculate(expression, { timeTool });
    },
  };
}
