import { findLabels } from "./find-labels.ts";

const NAMES = "think|thinking|thought|reasoning|reflection";
/** Not in quotes or backticks, where a text only speaks of the tag. */
const TAG = new RegExp(
  `(?<![\`"'])(?:<(/)?(?:${NAMES})>|◁(/)?think▷|\\[(/)?THINK\\])(?![\`"'])`,
  "gi",
);
const THINKING_BLOCK =
  /^\s*(`{3,})(?:vis-thinking|thinking|think)[ \t]*\n[\s\S]*?\n[ \t]*\1[ \t]*(?:\n|$)/;

/**
 * Takes reasoning blocks out. A closing tag alone ends one that began before the reply. Where nothing else is left, or
 * the block is never closed, labelled lines in it are the reply after all.
 */
export function dropReasoning(reply: string): {
  text: string;
  isReasoning: boolean;
} {
  const text = reply.replace(THINKING_BLOCK, "");
  let outside = "";
  let inside = "";
  let isInside = false;
  let from = 0;
  for (const match of text.matchAll(TAG)) {
    const isClosing = (match[1] ?? match[2] ?? match[3]) !== undefined;
    if (isClosing && !isInside && outside.trimStart().startsWith("{")) continue;
    if (!isClosing && !isInside && !startsLine(text, match.index)) continue;
    const piece = text.slice(from, match.index);
    if (isInside) inside += piece;
    else if (!isClosing) outside += piece;
    else {
      inside = outside + piece;
      outside = "";
    }
    isInside = !isClosing;
    from = match.index + match[0].length;
  }
  if (isInside) inside += text.slice(from);
  else outside += text.slice(from);
  if (outside.trim() === "" && holdsDecision(inside))
    return { text: inside, isReasoning: true };
  return { text: outside, isReasoning: false };
}

function startsLine(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 40), index);
  return /(?:^|\n|>)[\s\u200B\uFEFF]*$/.test(before);
}

function holdsDecision(text: string): boolean {
  const kinds = findLabels(text).map(({ kind }) => kind);
  return kinds.includes("final") || kinds.includes("action");
}
