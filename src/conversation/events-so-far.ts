import type { Turn, TurnEvent } from "../turn.ts";

/** What whoever begins to watch a turn now has missed. `answer`: what is written of it, while it has not ended. */
export function eventsSoFar(
  turn: Turn,
  { answer }: { answer: string },
): TurnEvent[] {
  // Up to the first one that is open: the others are told of behind it, in their order.
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
