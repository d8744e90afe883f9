import { findLabels, type Label } from "../reading/find-labels.ts";
import { isEvident } from "./is-closed.ts";

/** The fence around an object; some models write two. */
const FENCES = /(?:`{3,}(?:json)?[ \t]*\n?\s*){1,2}$/;
const FENCE_LINE = /(?:^|\n)[ \t]*`{3,}(?:json)?[ \t]*\n\s*$/;

/** The text without the fence around the object that follows it. */
export function dropOpeningFence(text: string): string {
  return text.slice(0, -200) + text.slice(-200).replace(FENCES, "");
}

/** Whether no continuation changes that the object behind the text decides, if it is one of the formats. */
export function isEvidentBeforeObject(text: string): boolean {
  const head = text.replace(FENCE_LINE, "\n");
  if (head.trim() === "") return true;
  if (!isEvident(head)) return false;
  const labels = findLabels(`${head}{`);
  const valueStart = labels.at(-1)?.valueStart ?? 0;
  const lineStart = Math.max(valueStart, head.lastIndexOf("\n") + 1);
  return (
    labels.length > 0 &&
    labels.every((label) => leavesDecision(label, head)) &&
    head.slice(lineStart).trim() === ""
  );
}

function leavesDecision({ kind, valueStart }: Label, head: string): boolean {
  if (kind === "action") return head.slice(valueStart).trim() === "";
  return kind === "thought" || kind === "observation" || kind === "question";
}
