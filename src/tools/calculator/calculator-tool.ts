import * as z from "zod";
import type { Tool } from "../../ports.ts";

const input = z.object({
  expression: z
    .string()
    .describe("The expression to calculate, e.g. 12.5% of 80.16 * 3"),
});

/**
 * Calculates exactly where it can. The observation is the value alone, or one line that begins with `Error:`; `run`
 * throws for nothing but an aborted signal.
 */
export function createCalculatorTool(): Tool<typeof input> {
  return {
    name: "calculator",
    description:
      "Calculates exactly. Use it for every calculation. Input: one expression, e.g. 15% of 80.16, round(sqrt(2), 4), 5 km to mi, sin(30 deg), mean([1, 2, 3]), 2^100 % 7, inv([[1, 2], [3, 4]]); or lines with variables, the last one being the result.",
    input,
    async run({ expression }, { signal }) {
      signal.throwIfAborted();
      const { answer } = await import("./answer.ts");
      return answer(expression);
    },
  };
}
