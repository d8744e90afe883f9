import * as z from "zod";
import type { Tool } from "../../ports.ts";
import { answer } from "./answer.ts";

const input = z.object({
  expression: z
    .string()
    .describe("The expression to calculate, e.g. 12.5% of 80.16 * 3"),
});

/** Calculates exactly where it can; `run` throws for nothing but an aborted signal. */
export function createCalculatorTool(): Tool<typeof input> {
  return {
    name: "calculator",
    description:
      "Calculates exactly; use it for every calculation. Input: an expression such as 15% of 80, round(sqrt(2), 4), 5 km to mi, sin(30 deg), mean([1, 2]), or lines with variables.",
    input,
    async run({ expression }, { signal }) {
      signal.throwIfAborted();
      return answer(expression);
    },
  };
}
