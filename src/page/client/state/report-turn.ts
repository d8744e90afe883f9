import { oncePerFrame } from "../parts/scheduling.ts";
import type { Step } from "../turn-events.ts";
import {
  NO_ANSWER,
  showProgress,
  showRetry,
  type Answer,
  type Exchange,
} from "./exchange.ts";
import type { TurnUpdate } from "./follow-turn.ts";

/** An answer while it is being written. */
export interface AnswerSoFar {
  readonly text: string;
  readonly steps: readonly Step[];
}

/** Shows a turn's updates in its exchange; the text once per frame. */
export function createTurnReporter(
  exchange: Exchange,
  { tryNow }: { tryNow: () => void },
): (update: TurnUpdate) => void {
  const { answer } = exchange;
  let draft: AnswerSoFar = NO_ANSWER;
  const draw = oncePerFrame(() => {
    const { isWhole } = answer.value;
    const next: Answer = { ...NO_ANSWER, ...draft };
    if (!isWhole) answer.value = next;
  });

  return (update) => {
    switch (update.type) {
      case "step":
        draft = addStep(draft, update);
        break;
      case "delta":
        draft = addDelta(draft, update);
        break;
      case "waiting": {
        const { retry_seconds: seconds } = update;
        showRetry(exchange, { seconds, tryNow });
        return;
      }
      case "reconnecting":
        showProgress(exchange, "reconnecting");
        return;
      case "connected":
        break;
    }
    showProgress(exchange, draft.text === "" ? "thinking" : "answering");
    draw();
  };
}

/**
 * Adds text. An offset (in UTF-16 code units) before the current end discards
 * the text from there.
 */
export function addDelta(
  draft: AnswerSoFar,
  { offset, text }: { offset: number; text: string },
): AnswerSoFar {
  return { ...draft, text: draft.text.slice(0, offset) + text };
}

/** Adds a step, or replaces the one with the same index. */
export function addStep(
  draft: AnswerSoFar,
  { index, step }: { index: number; step: Step },
): AnswerSoFar {
  const place = Math.min(index, draft.steps.length);
  return { ...draft, steps: draft.steps.toSpliced(place, 1, step) };
}
