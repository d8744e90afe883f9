import { Calculator } from "@langchain/community/tools/calculator";
import type { Answer } from "../calculator/calculator-case.ts";

const calculator = new Calculator();

/**
 * LangChain JS's calculator tool, which evaluates with
 * math-expression-evaluator.
 */
export async function calculate(input: string): Promise<Answer> {
  const text = String(await calculator.invoke(input));
  return /^I don't know/.test(text) ? { text, error: true } : { text };
}
