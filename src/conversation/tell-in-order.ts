import type { AgentStep, TurnEvent, TurnStep } from "../turn.ts";

/**
 * Tells of steps in their order, whichever of those that run side by side ends first: who watches can number them as
 * they come. Steps that an earlier attempt has finished were told of then.
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
