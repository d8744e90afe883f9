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
  // Up to the first one that is open: the others follow it, in their order.
  const steps: TurnEvent[] = [];
  for (const [
    index,
    { observation, usage: _, ...step },
  ] of turn.steps.entries()) {
    if (observation === undefined) break;
    steps.push({ type: "step", index, step: { ...step, observation } });
  }
  const hasEnded = turn.reply !== undefined;
  const isAnswer = turn.status !== "failed";
  const text = hasEnded && isAnswer ? turn.reply : answer;
  return [
    ...steps,
    ...(text === "" ? [] : [{ type: "delta", offset: 0, text } as const]),
    ...(hasEnded ? [{ type: "end", turn } as const] : []),
  ];
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
  const firstOpen = earlierSteps.findIndex(
    ({ observation }) => observation === undefined,
  );
  let next = firstOpen === -1 ? earlierSteps.length : firstOpen;
  for (const [
    index,
    { observation, usage: _, ...step },
  ] of earlierSteps.entries())
    if (index > next && observation !== undefined)
      finished.set(index, { ...step, observation });

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
