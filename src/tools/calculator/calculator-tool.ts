import * as z from "zod";
import type { Tool } from "../../ports.ts";
import { calculate } from "./calculate.ts";
import { CalculationError } from "./calculation-error.ts";

const input = z.object({
  expression: z
    .string()
    .describe("The expression to calculate, e.g. 12.5% of 80.16 * 3"),
});

/**
 * Calculates in double precision. The observation is the value alone, or one line that begins with `Error:`; `run`
 * throws for nothing but an aborted signal.
 */
export function createCalculatorTool(): Tool<typeof input> {
  return {
    name: "calculator",
    description:
      "Calculates one arithmetic expression exactly as written. Use it for every calculation. Input: numbers, + - * / ^ % // and functions such as sqrt(2), round(x, 2), log(x), sin(radians); no words, units or variables.",
    input,
    async run({ expression }, { signal }) {
      signal.throwIfAborted();
      try {
        return calculate(expression);
      } catch (error) {
        return error instanceof CalculationError
          ? `Error: ${error.message}`
          : "Error: this expression cannot be calculated. Write it with plain numbers and operators, e.g. (2 + 3) * 4.";
      }
    },
  };
}
