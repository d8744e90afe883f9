import { calculate } from "../../src/tools/calculator/calculate.ts";
import { hasPeers } from "../has-peers.ts";
import type { Answer } from "./calculator-case.ts";

export type Calculator = (input: string) => Promise<Answer>;

/** Parley's tool; its errors begin with `Error:`. */
export async function askParley(input: string): Promise<Answer> {
  const text = calculate(input);
  return text.startsWith("Error:") ? { text, error: true } : { text };
}

/** Unmodified mathjs, which uses doubles; returns its value as text. */
export async function createMathjs(): Promise<Calculator> {
  const { evaluate } = await import("mathjs");
  return async (input) => {
    try {
      const value: unknown = evaluate(input);
      return { text: String(value) };
    } catch (error) {
      return { text: String(error), error: true };
    }
  };
}

/** LangChain JS's calculator; `undefined` if it cannot be installed. */
export async function createLangchain(): Promise<Calculator | undefined> {
  if (!hasPeers()) return undefined;
  const address = import.meta.resolve("../peers/langchain-calculator.ts");
  const peer = (await import(address)) as { calculate: Calculator };
  return peer.calculate;
}
