import type { Label } from "./find-labels.ts";
import { isPlaceholder } from "./is-placeholder.ts";
import { parseLooseJson } from "./parse-loose-json.ts";
import { readActionObject } from "./read-action-object.ts";
import type { LabelFinding } from "./read-labelled-action.ts";

/** Reads the answer whose label stands at `index`; other labels decide nothing. */
export function readLabelledAnswer(
  text: string,
  {
    labels,
    index,
    tools,
  }: { labels: readonly Label[]; index: number; tools: readonly string[] },
): LabelFinding {
  const label = labels[index];
  if (label === undefined || !isAnswer(text, labels, index))
    return { kind: "none" };
  const end = answerEnd(labels, index);
  const value = text.slice(label.valueStart, end).trim();
  if (isPlaceholder(value))
    return {
      kind: "none",
      fallback: unreadable("It repeats the example instead of filling it in."),
    };
  const output = dropHalfBold(value, text.slice(label.start, label.valueStart));
  return { kind: "decision", decision: readOutput(output, tools) };
}

/** "Answer:" and "AI:" are labels where the model's own turn is due to end, else words of a text. */
function isAnswer(
  text: string,
  labels: readonly Label[],
  index: number,
): boolean {
  const label = labels[index];
  if (label?.kind === "final") return true;
  if (label?.kind !== "answer") return false;
  if (index > 0) return labels[index - 1]?.kind === "thought";
  return text.slice(0, label.start).trim() === "";
}

/** A model that writes on invents the next question or step; "Action:" alone, or questions with answers, are the text's own. */
function answerEnd(
  labels: readonly Label[],
  index: number,
): number | undefined {
  const following = labels.slice(index + 1);
  return following.find(({ kind }, offset) => {
    const after = following[offset + 1]?.kind;
    if (kind === "action") return after === "input";
    if (kind === "question") return after !== "answer";
    return kind === "thought" || kind === "observation" || kind === "final";
  })?.start;
}

/** `**Final Answer: yes**` leaves half of the bold behind. */
function dropHalfBold(value: string, label: string): string {
  const isHalf = label.split("**").length % 2 === 0;
  return isHalf && value.endsWith("**") ? value.slice(0, -2).trimEnd() : value;
}

function readOutput(
  output: string,
  tools: readonly string[],
): { kind: "answer"; output: string } | { kind: "unreadable"; reason: string } {
  if (output === "") return unreadable("The final answer is empty.");
  const start = /^(?:```(?:json)?\s*)?(?=\{)/.exec(output)?.[0].length;
  if (start === undefined) return { kind: "answer", output };
  const json = parseLooseJson(output, start);
  const reading =
    json.kind === "object"
      ? readActionObject(json.value, { tools })
      : undefined;
  if (reading?.kind === "answer")
    return { kind: "answer", output: reading.output };
  return reading?.kind === "action" && tools.includes(reading.tool)
    ? unreadable("It is an action and a final answer at once.")
    : { kind: "answer", output };
}

function unreadable(reason: string): { kind: "unreadable"; reason: string } {
  return { kind: "unreadable", reason };
}
