import { CalculationError } from "../calculation-error.ts";

/** About 20 ms on a small, cold machine. */
const MAX_STEPS = 18_000;

/**
 * The calculation that runs: they are synchronous, so there is one at a time.
 * Its steps are about microseconds.
 */
export const work = { steps: 0, hasCutDigits: false };

export function beginWork(): void {
  work.steps = 0;
  work.hasCutDigits = false;
}

/**
 * Pays for an operation before it runs, since it cannot be interrupted. Throws
 * `CalculationError` if the budget is exceeded.
 */
export function spend(steps: number): void {
  work.steps += steps;
  if (!(work.steps <= MAX_STEPS))
    throw new CalculationError(
      "this is too much to calculate at once. Use smaller numbers or lists, or calculate it in parts.",
    );
}
