import { createCalculatorTool } from "../../../src/tools/calculator/calculator-tool.ts";
import { observe } from "../observe.ts";

const calculator = createCalculatorTool();

/** What the model reads after it has sent this expression to the calculator. */
export function answer(expression: string): Promise<string> {
  return observe(calculator, { expression });
}
