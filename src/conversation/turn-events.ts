import {
  isDone,
  type AgentAction,
  type DoneStep,
  type Step,
  type Turn,
  type TurnEvent,
} from "../types/turn.ts";

type StepEvent = Extract<TurnEvent, { type: "step" }>;

/**
 * What happens while a reply is found. Watchers get all but the actions, which
 * they see as steps once done.
 */
export type ProgressEvent =
  StepEvent | Extract<TurnEvent, { type: "delta" }> | ActionEvent;

/** The model decided on an action; its tool runs next. */
interface ActionEvent {
  readonly type: "action";
  readonly index: number;
  readonly action: AgentAction;
}

/**
 * Why a message is tried again: the model is away, others have reserved the
 * budget, or the platform does not hand out a file.
 */
export type WaitingCause = "model" | "budget" | "file";

/** The events that a watcher who joins now has missed. */
export function eventsSoFar(
  turn: Turn,
  {
    answer,
  }: {
    /** The answer written so far, if the turn has not ended. */
    answer: string;
  },
): TurnEvent[] {
  const hasEnded = turn.reply !== undefined;
  const isAnswer = turn.status !== "failed";
  const text = hasEnded && isAnswer ? turn.reply : answer;
  return [
    ...finishedSteps(turn.steps).map(
      (step, index) => ({ type: "step", index, step }) as const,
    ),
    ...(text === "" ? [] : [{ type: "delta", offset: 0, text } as const]),
    ...(hasEnded ? [{ type: "end", turn } as const] : []),
  ];
}

/** The steps before the first unfinished one. */
export function finishedSteps(steps: readonly Step[]): DoneStep[] {
  const open = steps.findIndex((step) => !isDone(step));
  return steps.slice(0, open === -1 ? steps.length : open).filter(isDone);
}

/**
 * Reports parallel steps in index order, however they finish, so that a watcher
 * can number them as they arrive. Steps that an earlier attempt finished are
 * not reported again.
 */
export function publishInOrder(
  earlierSteps: readonly Step[],
  publish: (event: StepEvent) => void,
): (index: number, step: DoneStep) => void {
  const finished = new Map<number, DoneStep>();
  for (const [index, step] of earlierSteps.entries())
    if (isDone(step)) finished.set(index, step);
  let next = finishedSteps(earlierSteps).length;

  return (index, step) => {
    finished.set(index, step);
    for (;;) {
      const found = finished.get(next);
      if (found === undefined) return;
      publish({ type: "step", index: next, step: found });
      next++;
    }
  };
}
