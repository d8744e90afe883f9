import {
  parsePromptTemplate,
  type PromptTemplate,
} from "../agent/prompt-template.ts";
import type { ConfigurationProblem } from "../errors.ts";
import type { SetVariables } from "./find-conflicts.ts";

/** The deployment's own prompt, if it has one, and what is wrong with it. */
export function readPromptTemplate(set: SetVariables): {
  template: PromptTemplate | undefined;
  problems: readonly ConfigurationProblem[];
} {
  const source = set.get("AGENT_PROMPT_TEMPLATE");
  if (source === undefined) return { template: undefined, problems: [] };
  const callsNatively = set.get("AGENT_STYLE") === "tool-calling";
  const template = parsePromptTemplate(source, { callsNatively });
  if (template.kind === "wrong")
    return { template: undefined, problems: template.problems.map(toProblem) };
  const isIgnoring =
    set.has("AGENT_INSTRUCTIONS") && !template.slots.has("instructions");
  const problems = isIgnoring
    ? [
        toProblem(
          "has no {instructions}, so that AGENT_INSTRUCTIONS would not be used; add the slot or unset AGENT_INSTRUCTIONS",
        ),
      ]
    : [];
  return { template, problems };
}

function toProblem(problem: string): ConfigurationProblem {
  return { variable: "AGENT_PROMPT_TEMPLATE", problem };
}
