import { findArithmetic } from "../../../src/models/demo/find-arithmetic.ts";
import { createCalculatorTool } from "../../../src/tools/calculator/calculator-tool.ts";
import { observe } from "../../tools/observe.ts";

const calculator = createCalculatorTool();

/** What the calculator says to the expression in the text; undefined where there is none. */
export async function valueIn(text: string): Promise<string | undefined> {
  const found = findArithmetic(text);
  if (found.kind !== "expression") return undefined;
  return observe(calculator, { expression: found.expression });
}
