import type { Step } from "../types/turn.ts";
import { INVALID_REPLY } from "./to-steps.ts";

/**
 * The limit that forced an agent to give its final answer. `empty`: nothing but
 * empty replies came. `format`: no answer conformed to the question's format.
 */
export type AgentLimit =
  "steps" | "time" | "tokens" | "size" | "unreadable" | "empty" | "format";

/**
 * In UTF-16 units of JSON: all steps of a turn are read and written into
 * prompts together.
 */
const MAX_STEPS_LENGTH = 400_000;

/** After this many, asking for the same format again is pointless. */
const MAX_UNREADABLE_REPLIES = 3;

/**
 * The first limit that a turn has reached. Checked between model calls, so the
 * call that exceeds it is still paid for.
 */
export function findLimit(
  steps: readonly Step[],
  {
    elapsedMs,
    maxSteps,
    maxTokens,
    timeoutMs,
  }: {
    elapsedMs: number;
    maxSteps: number;
    /** Prompts and replies of all model calls. */
    maxTokens: number;
    timeoutMs: number;
  },
): AgentLimit | undefined {
  const sumOf = (count: (step: Step) => number) =>
    steps.reduce((sum, step) => sum + count(step), 0);
  if (steps.length >= maxSteps) return "steps";
  if (elapsedMs >= timeoutMs) return "time";
  if (sumOf(({ usage }) => usage.inputTokens + usage.outputTokens) >= maxTokens)
    return "tokens";
  if (sumOf((step) => JSON.stringify(step).length) >= MAX_STEPS_LENGTH)
    return "size";
  if (countUnreadable(steps) < MAX_UNREADABLE_REPLIES) return undefined;
  const isEmpty = steps.every(({ action }) => action.text.trim() === "");
  return isEmpty ? "empty" : "unreadable";
}

/** Counts replies that were unreadable as a whole. */
export function countUnreadable(steps: readonly Step[]): number {
  return steps.filter(
    ({ action }) => action.tool === INVALID_REPLY && !action.withPrevious,
  ).length;
}
