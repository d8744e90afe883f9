import { dropReasoning } from "../reading/drop-reasoning.ts";
import {
  type Fence,
  findFences,
  followFence,
  MAX_FENCES,
} from "../reading/find-code-blocks.ts";
import { findMarks } from "../reading/find-decision.ts";
import { findLabels, MAX_LABELS } from "../reading/find-labels.ts";
import { parseLooseJson } from "../reading/parse-loose-json.ts";

/** Opens what something that follows may close: an object, a tag, a block of code. */
const OPENING = /[{<~`◁]|\[(?:TOOL_CALLS|\/?THINK|\/?INST)\]/i;
const MAX_EVIDENT_LENGTH = 4_000;

/**
 * Whether a text has the form of its format from the beginning on, and opens nothing: then no continuation changes what
 * its labels decide.
 */
export function isEvident(text: string): boolean {
  if (text.length > MAX_EVIDENT_LENGTH || OPENING.test(text)) return false;
  const labels = findLabels(text);
  const start = labels[0]?.start;
  return (
    start !== undefined &&
    text.slice(0, start).trim() === "" &&
    labels.length < MAX_LABELS / 2
  );
}

/**
 * Whether all that the text opens is closed: no object reaches further, no block of code may yet hide a label. A text in
 * a tag around the whole is not, nor one with nearly as many labels and fences as are overlooked.
 * @param maxObjects with more, it is not looked at how far they reach
 */
export function isClosed(
  reply: string,
  { maxObjects }: { maxObjects: number },
): boolean {
  const { text } = dropReasoning(reply);
  const fences = findFences(text);
  const open = fences.reduce<Fence | undefined>(followFence, undefined);
  return (
    open === undefined &&
    fences.length < MAX_FENCES / 2 &&
    findLabels(text).length < MAX_LABELS / 2 &&
    !/^[\s\u200B\u2060]*</.test(text) &&
    !holdsOpenObject(text, maxObjects)
  );
}

function holdsOpenObject(text: string, maxObjects: number): boolean {
  const marks = findMarks(text, { limit: maxObjects + 1 });
  let from = 0;
  return (
    marks.length > maxObjects ||
    marks.some((mark) => {
      if (mark < from) return false;
      if (text.charAt(mark) !== "{") return true;
      const json = parseLooseJson(text, mark);
      if (json.kind === "object") from = json.end;
      return json.kind === "cut" || (json.kind === "object" && !json.isClosed);
    })
  );
}
