import type {
  AgentAction,
  TurnEvent,
  Turn,
  AgentStep,
  TurnStep,
} from "../turn.ts";

/** What happens while a turn runs. Watchers hear all but the actions, which become steps once they are done. */
export type ProgressEvent = TurnEvent | ActionEvent;

/** The model decided on an action; its tool runs next. */
interface ActionEvent {
  readonly type: "action";
  readonly index: number;
  readonly action: AgentAction;
}

/** What a watcher who joins a turn now has missed. `answer`: what is written of it, while it has not ended. */
export function eventsSoFar(
  turn: Turn,
  { answer }: { answer: string },
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

/** As watchers see it; `undefined` while its tool has not finished. */
export function toFinished({
  observation,
  usage: _usage,
  ...step
}: TurnStep): AgentStep | undefined {
  return observation === undefined ? undefined : { ...step, observation };
}

/** Up to the first one that is open: the others follow it, in their order. */
export function finishedSteps(steps: readonly TurnStep[]): AgentStep[] {
  const all = steps.map(toFinished);
  const open = all.indexOf(undefined);
  return all
    .slice(0, open === -1 ? all.length : open)
    .filter((step) => step !== undefined);
}

/**
 * Reports steps in their order, whichever of the parallel ones ends first: a watcher can number them as
 * they come. Steps that an earlier attempt has finished were published then.
 */
export function tellInOrder(
  earlierSteps: readonly TurnStep[],
  publish: (event: TurnEvent) => void,
): (index: number, step: AgentStep) => void {
  const finished = new Map<number, AgentStep>();
  for (const [index, earlier] of earlierSteps.entries()) {
    const step = toFinished(earlier);
    if (step !== undefined) finished.set(index, step);
  }
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
