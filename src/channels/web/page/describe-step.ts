import type { Texts } from "./texts.ts";
import { parseJson, type Step } from "./wire.ts";

/** A line that says what the agent did, e.g. `Searched: Ada Lovelace`. */
export function describeStep(
  { tool, input }: Pick<Step, "tool" | "input">,
  texts: Texts,
): string {
  const summary = summarise(input);
  switch (tool) {
    case "search":
      return texts.searched(summary);
    case "calculator":
      return texts.calculated(summary);
    default:
      return texts.used(tool, summary);
  }
}

/** The input as a person would write it: the bare text where a tool takes only one. */
function summarise(input: unknown): string {
  const value = typeof input === "string" ? (parseJson(input) ?? input) : input;
  if (typeof value === "object" && value !== null) {
    const [first, ...others] = Object.values(value);
    if (typeof first === "string" && others.length === 0) return first;
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
