import { readActionObject } from "./action-object.ts";
import {
  decided,
  type LabelFinding,
  type LabelKind,
  type LabelPlace,
  noneWith,
  REPEATS_EXAMPLE,
} from "./labels.ts";
import { parseLooseJson } from "./loose-json.ts";
import { isExampleAnswer } from "./resolve-tool.ts";

/** Reads the answer whose label stands at `index`; other labels decide nothing. */
export function readLabelledAnswer(place: LabelPlace): LabelFinding {
  const { text, labels, index, tools } = place;
  const label = labels[index];
  if (label === undefined || !isAnswer(place)) return { kind: "none" };
  const end = answerEnd(place);
  const value = text.slice(label.valueStart, end).trim();
  if (isExampleAnswer(value)) return noneWith(REPEATS_EXAMPLE);
  const output = dropHalfBold(value, text.slice(label.start, label.valueStart));
  const isOpen = end === undefined;
  return decided({ ...readOutput(output, tools), isOpen });
}

/** "Answer:" and "AI:" are labels where the model's own turn is due to end, else words of a text. */
function isAnswer({ text, labels, index }: LabelPlace): boolean {
  const label = labels[index];
  if (label?.kind === "final") return true;
  if (label?.kind !== "answer") return false;
  if (index > 0) return labels[index - 1]?.kind === "thought";
  return text.slice(0, label.start).trim() === "";
}

/** A list's labels are the answer's own, unless its label stands in that list. */
function answerEnd({ labels, index }: LabelPlace): number | undefined {
  const isListed = labels[index]?.isListed ?? false;
  const following = labels
    .slice(index + 1)
    .filter((label) => isListed || !label.isListed);
  return following.find(({ kind }, offset) =>
    endsAnswer(kind, following[offset + 1]?.kind),
  )?.start;
}

/**
 * Whether a label ends the answer in front of it; `next` is the kind of the label behind it. A model that writes on
 * invents the next question or step; "Action:" alone, or questions with answers, are the text's own.
 */
export function endsAnswer(
  kind: LabelKind,
  next: LabelKind | undefined,
): boolean {
  if (kind === "action") return next === "input";
  if (kind === "question") return next !== "answer";
  return kind === "thought" || kind === "observation" || kind === "final";
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
  if (output === "")
    return { kind: "unreadable", reason: "The final answer is empty." };
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
    ? {
        kind: "unreadable",
        reason: "It is an action and a final answer at once.",
      }
    : { kind: "answer", output };
}
