import type { Tool } from "../types/tool.ts";
import type { DoneStep } from "../types/turn.ts";
import { describeRepetition, describeUnknownTool } from "./run-actions.ts";
import type { Reading } from "./styles/agent-style.ts";
import { INVALID_REPLY } from "./to-steps.ts";

/** Enough words to recognise the beginning of a notice. */
const COMPARED_WORDS = 12;
const MIN_WORDS = 5;

/** Notices are shorter; answers may be longer. */
const COMPARED_LENGTH = 2_000;

/** Allowed share of changed word pairs: models change one or two words. */
const MAX_CHANGED = 0.25;

/**
 * Rejects an answer that begins like a notice to the model: small models repeat
 * the last thing they were told.
 */
export function rejectEcho(
  reading: Reading,
  turn: { steps: readonly DoneStep[]; tools: readonly Tool[] },
): Reading {
  if (reading.kind !== "finish") return reading;
  const { output } = reading;
  const notices = findNotices(turn);
  if (notices.length === 0) return reading;
  const noticePairs = new Set(
    notices.flatMap((notice) => pairsOf(wordsOf(notice))),
  );
  const words = wordsOf(output).slice(0, COMPARED_WORDS);
  const pairs = pairsOf(words);
  const changed = pairs.filter((pair) => !noticePairs.has(pair)).length;
  if (words.length < MIN_WORDS || changed > MAX_CHANGED * pairs.length)
    return reading;
  const reason = "It repeats a notice instead of answering.";
  return { kind: "unreadable", text: output, reason };
}

function findNotices({
  steps,
  tools,
}: Parameters<typeof rejectEcho>[1]): string[] {
  return steps
    .filter(
      ({ action, observation }) =>
        action.tool === INVALID_REPLY ||
        observation === describeRepetition(action) ||
        observation === describeUnknownTool(action, tools),
    )
    .map(({ observation }) => observation);
}

function wordsOf(text: string): string[] {
  const start = text.slice(0, COMPARED_LENGTH);
  return start.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}
