import type { Step } from "./wire.ts";

/** What is known of an answer while it is being written. */
export interface Answer {
  /** Markdown. */
  readonly text: string;
  readonly steps: readonly Step[];
}

export const emptyAnswer: Answer = { text: "", steps: [] };

/** Adds a piece of text. An offset (UTF-16 units) before the text's end means that the answer restarts there. */
export function addDelta(
  answer: Answer,
  { offset, text }: { offset: number; text: string },
): Answer {
  return { ...answer, text: answer.text.slice(0, offset) + text };
}

/** Puts a step at its place; a step that comes again replaces itself. */
export function addStep(
  answer: Answer,
  { index, step }: { index: number; step: Step },
): Answer {
  const place = Math.min(index, answer.steps.length);
  return { ...answer, steps: answer.steps.toSpliced(place, 1, step) };
}
