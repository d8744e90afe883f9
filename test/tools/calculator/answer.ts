import { createCalculatorTool } from "../../../src/tools/calculator/calculator-tool.ts";

const calculator = createCalculatorTool();

/** What the model reads after it has sent this expression to the calculator. */
export function answer(expression: string): Promise<string> {
  const { signal } = new AbortController();
  return calculator.run({ expression }, { signal });
}
