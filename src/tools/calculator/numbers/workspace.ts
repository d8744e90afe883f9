import { Decimal } from "decimal.js";
import type { Effort } from "./effort.ts";

/** What an evaluation works with. */
export interface Workspace {
  /** Significant digits of values that are not exact. */
  readonly digits: number;
  readonly Decimal: typeof Decimal;
  readonly effort: Effort;
}

/**
 * A new one for each evaluation: some functions of decimal.js change their constructor's precision while they work, and
 * leave it changed when they throw.
 */
export function createWorkspace({
  digits,
  effort,
}: Pick<Workspace, "digits" | "effort">): Workspace {
  return {
    digits,
    effort,
    Decimal: Decimal.clone({
      precision: digits,
      rounding: Decimal.ROUND_HALF_UP,
      defaults: true,
    }),
  };
}
