import { Decimal } from "decimal.js";
import type { Effort } from "./effort.ts";

/**
 * What one evaluation works with. A new one for each: some functions of decimal.js change their constructor's precision
 * while they work, and leave it changed when they throw.
 */
export class Workspace {
  /** Significant digits of values that are not exact. */
  readonly digits: number;
  readonly Decimal: typeof Decimal;
  readonly effort: Effort;
  #isExact = true;
  #hasCutDigits = false;

  constructor({ digits, effort }: Pick<Workspace, "digits" | "effort">) {
    this.digits = digits;
    this.effort = effort;
    this.Decimal = Decimal.clone({
      precision: digits,
      rounding: Decimal.ROUND_HALF_UP,
      defaults: true,
    });
  }

  /** Whether every value so far is exact. */
  get isExact(): boolean {
    return this.#isExact;
  }

  noteRounding(): void {
    this.#isExact = false;
  }

  /** Whether an exact value had more digits than decimals have: a difference that looks like rounding may be one of these. */
  get hasCutDigits(): boolean {
    return this.#hasCutDigits;
  }

  noteCutDigits(): void {
    this.#hasCutDigits = true;
  }
}
