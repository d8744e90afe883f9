import type { TurnStep } from "../turn.ts";
import { INVALID_REPLY } from "./explain-reply.ts";

/** Why an agent is asked for its best answer before it is done. */
export type AgentLimit = "steps" | "time" | "tokens" | "size" | "unreadable";

/** UTF-16 units of all steps of a turn, as JSON: they are read and written into prompts together. */
const MAX_STEPS_LENGTH = 400_000;

/** After so many replies that could not be read, asking for the same form again is pointless. */
const MAX_UNREADABLE_REPLIES = 3;

/** The first limit that a turn has reached. Looked at between two model calls: the one that goes beyond it is still paid for. */
export function findLimit(
  steps: readonly TurnStep[],
  {
    elapsedMs,
    maxSteps,
    maxTokens,
    timeoutMs,
  }: {
    elapsedMs: number;
    maxSteps: number;
    /** Of all model calls, prompts and replies. */
    maxTokens: number;
    timeoutMs: number;
  },
): AgentLimit | undefined {
  const sumOf = (count: (step: TurnStep) => number) =>
    steps.reduce((sum, step) => sum + count(step), 0);
  if (steps.length >= maxSteps) return "steps";
  if (elapsedMs >= timeoutMs) return "time";
  if (sumOf(({ usage }) => usage.inputTokens + usage.outputTokens) >= maxTokens)
    return "tokens";
  if (sumOf((step) => JSON.stringify(step).length) >= MAX_STEPS_LENGTH)
    return "size";
  return countUnreadable(steps) >= MAX_UNREADABLE_REPLIES
    ? "unreadable"
    : undefined;
}

/** How many replies could not be read at all. */
export function countUnreadable(steps: readonly TurnStep[]): number {
  return steps.filter(
    ({ action }) => action.tool === INVALID_REPLY && !action.withPrevious,
  ).length;
}
