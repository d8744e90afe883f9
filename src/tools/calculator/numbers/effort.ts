import { CalculationError } from "../calculation-error.ts";

/** About 20 ms on a small machine that runs them for the first time. */
const MAX_STEPS = 18_000;

/**
 * What one calculation may cost. Each operation pays before it runs, by the size of its operands, in steps of about a
 * microsecond: nothing can stop one that has begun.
 */
export class Effort {
  #steps = 0;

  get steps(): number {
    return this.#steps;
  }

  /** Throws `CalculationError` where the steps are used up. */
  spend(steps: number): void {
    this.#steps += steps;
    if (!(this.#steps <= MAX_STEPS))
      throw new CalculationError(
        "this is too much to calculate at once. Use smaller numbers or lists, or calculate it in parts.",
      );
  }
}
