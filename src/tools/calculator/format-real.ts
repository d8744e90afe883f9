import { Fraction } from "fraction.js";
import { CalculationError } from "./calculation-error.ts";
import { isInteger, type Real, toBigInt, toDecimal } from "./numbers/real.ts";
import type { Workspace } from "./numbers/workspace.ts";

/** Of an integer. A model can do nothing with more, and each digit costs it. */
const MAX_INTEGER_DIGITS = 1_000;

/** Significant digits of a value that never ends, such as 1/3. */
const ROUNDED_DIGITS = 14;

/** Significant digits up to which a decimal is written in full. */
const FULL_DIGITS = 30;

/** Powers of ten of the first digit that are written without an exponent. */
const SMALLEST_EXPONENT = -7;
const LARGEST_EXPONENT = 20;

/**
 * Integers and short decimals are written exactly, other values with 14 digits and no fewer than two decimals. An
 * exponent (1.5e+30) tells that the digits behind are not known.
 */
export function formatReal(workspace: Workspace, value: Real): string {
  if (isInteger(value)) return writeInteger(toBigInt(value));
  const decimal = toDecimal(workspace, value);
  const { e: exponent } = decimal;
  const digits =
    exponent <= LARGEST_EXPONENT
      ? Math.max(ROUNDED_DIGITS, exponent + 3)
      : ROUNDED_DIGITS;
  const isFull = endsSomewhere(value) && decimal.precision() <= FULL_DIGITS;
  const rounded = isFull ? decimal : decimal.toSignificantDigits(digits);
  return exponent >= SMALLEST_EXPONENT && exponent <= LARGEST_EXPONENT
    ? rounded.toFixed()
    : rounded.toExponential();
}

/** Whether the denominator has no other factors than 2 and 5. */
function endsSomewhere(value: Real): boolean {
  if (!(value instanceof Fraction)) return false;
  const bits = value.d.toString(16).length * 4;
  return 10n ** BigInt(bits) % value.d === 0n;
}

function writeInteger(value: bigint): string {
  const text = String(value);
  if (text.length <= MAX_INTEGER_DIGITS) return text;
  throw new CalculationError(
    `the result has ${text.length} digits; at most ${MAX_INTEGER_DIGITS} are shown. Ask for less, e.g. its logarithm (log10) or its last digits (% 10^20).`,
  );
}
