import type { Step } from "./wire.ts";

/** An answer while it is being written. */
export interface Answer {
  /** Markdown. */
  readonly text: string;
  readonly steps: readonly Step[];
}

export const emptyAnswer: Answer = { text: "", steps: [] };

/**
 * Adds text. An offset (in UTF-16 code units) before the current end discards
 * the text from there.
 */
export function addDelta(
  answer: Answer,
  { offset, text }: { offset: number; text: string },
): Answer {
  return { ...answer, text: answer.text.slice(0, offset) + text };
}

/** Adds a step, or replaces the one with the same index. */
export function addStep(
  answer: Answer,
  { index, step }: { index: number; step: Step },
): Answer {
  const place = Math.min(index, answer.steps.length);
  return { ...answer, steps: answer.steps.toSpliced(place, 1, step) };
}
