import { findLabels, readLabel } from "./find-labels.ts";
import type { LabelKind } from "./label-names.ts";

const NAMES = "think|thinking|thought|reasoning|reflection";
/** What opens or closes a block of reasoning. Not in quotes or backticks, where a text only speaks of the tag. */
export const REASONING_TAG = new RegExp(
  `(?<![\`"'])(?:<(/)?(?:${NAMES})>|◁(/)?think▷|\\[(/)?THINK\\])(?![\`"'])`,
  "gi",
);
const THINKING_BLOCK =
  /^\s*(`{3,})(?:vis-thinking|thinking|think)[ \t]*\n[\s\S]*?\n[ \t]*\1[ \t]*(?:\n|$)/;
const BLANKS = /^[\s\u200B\u2060]+/;
const OBJECT_LINE = /^(?:`{3,}(?:json)?$|[`[\s]*(?:json)?\s*\{)/;
const OBJECT = /\{\s*["'“]/;
/** A reply with more tags has gone wrong long before; those behind are text. */
const MAX_TAGS = 1_000;
const DECISIONS: readonly LabelKind[] = ["action", "final", "answer"];

/**
 * Takes reasoning blocks out. A closing tag alone ends one that began before the reply, unless the reply was given in
 * front of it. Where nothing else is left, or the block is never closed, labelled lines in it are the reply after all.
 */
export function dropReasoning(reply: string): {
  text: string;
  isReasoning: boolean;
} {
  const text = reply.replace(THINKING_BLOCK, "");
  let outside = "";
  let inside = "";
  let isInside = false;
  let isGiven = false;
  let from = 0;
  let tags = 0;
  for (const match of text.matchAll(REASONING_TAG)) {
    if (++tags > MAX_TAGS) break;
    const isClosing = (match[1] ?? match[2] ?? match[3]) !== undefined;
    if (!isClosing && !isInside && !startsLine(text, match.index)) continue;
    const piece = text.slice(from, match.index);
    if (isClosing && !isInside) {
      isGiven ||= isReply(outside + piece);
      if (isGiven) continue;
      inside = outside + piece;
      outside = "";
    } else if (isInside) inside += piece;
    else outside += piece;
    isInside = !isClosing;
    from = match.index + match[0].length;
  }
  if (isInside) inside += text.slice(from);
  else outside += text.slice(from);
  if (outside.trim() === "" && holds(inside, ["action", "final"]))
    return { text: inside, isReasoning: true };
  return { text: outside, isReasoning: false };
}

/** Whether a tag at `index` stands at the beginning of a line, or behind another one. */
export function startsLine(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 40), index);
  return /(?:^|\n|>)[\s\u200B\uFEFF]*$/.test(before);
}

/** In its format from the first lines on, and decided: reasoning that began in the prompt does not look like that. */
function isReply(text: string): boolean {
  const [first = "", second = ""] = text
    .replace(BLANKS, "")
    .slice(0, 2_000)
    .split(/\n\s*/, 2);
  const isFormat = [first, second].some(
    (line) =>
      OBJECT_LINE.test(line) ||
      readLabel(line, { isWhole: true }) !== undefined,
  );
  return isFormat && (OBJECT.test(text) || holds(text, DECISIONS));
}

function holds(text: string, kinds: readonly LabelKind[]): boolean {
  return findLabels(text).some(({ kind }) => kinds.includes(kind));
}
