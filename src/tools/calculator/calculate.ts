import { Fraction } from "fraction.js";
import { CalculationError } from "./calculation-error.ts";
import { evaluate, type Statement } from "./expression.ts";
import {
  isInteger,
  isNegative,
  isReal,
  toBigInt,
  type Real,
} from "./numbers/arithmetic.ts";
import type { Complex } from "./numbers/complex.ts";
import { Effort } from "./numbers/effort.ts";
import { Reals } from "./numbers/reals.ts";
import { parseProgram } from "./reading/program.ts";
import { Quantity } from "./units/quantity.ts";
import { writeUnits } from "./units/units.ts";
import { isList, Numeral, type Value } from "./values/value.ts";

/** Precision of inexact values, of which at least 14 digits are shown. */
const DIGITS = 34;
const MORE_DIGITS = 46;

/**
 * Calculates an expression, or lines of them, in the notations of users and
 * models. Returns the value, or a line that starts with `Error:`. Never throws.
 */
export function calculate(written: string): string {
  try {
    return calculateTwice(parseProgram(written));
  } catch (error) {
    return error instanceof CalculationError
      ? `Error: ${error.message}`
      : "Error: this expression cannot be calculated. Write it with plain numbers and operators, e.g. (2 + 3) * 4.";
  }
}

/**
 * Repeats an inexact calculation with more digits: the digits shown must agree.
 */
function calculateTwice(program: readonly Statement[]): string {
  const effort = new Effort();
  const reals = new Reals(DIGITS, effort);
  const text = formatValue(reals, evaluate(reals, program));
  if (reals.isExact) return text;
  const moreReals = new Reals(MORE_DIGITS, effort);
  if (text === formatValue(moreReals, evaluate(moreReals, program)))
    return text;
  throw new CalculationError(
    "nearly all digits cancel out, so the rest is uncertain. Rearrange the expression.",
  );
}

/** Longer observations are truncated, which would corrupt a number. */
const MAX_LENGTH = 3_950;

/** Longer integers are of no use to a model, and cost tokens. */
const MAX_INTEGER_DIGITS = 1_000;

/** Significant digits of a non-terminating decimal such as 1/3. */
const ROUNDED_DIGITS = 14;

/** Decimals with up to this many significant digits are written in full. */
const FULL_DIGITS = 30;

/** Exponents of the leading digit without scientific notation. */
const SMALLEST_EXPONENT = -7;
const LARGEST_EXPONENT = 20;

/** `92.184`, `3.1068559611867 mi`, `1 + 3i`, `[[1, 2], [3, 4]]`, `true`. */
export function formatValue(reals: Reals, value: Value): string {
  const text = format(reals, value);
  if (text.length <= MAX_LENGTH) return text;
  throw new CalculationError(
    "the result is too long to be shown. Ask for a part of it, e.g. its sum or length.",
  );
}

function format(reals: Reals, value: Value): string {
  if (isList(value))
    return `[${value.map((item) => format(reals, item)).join(", ")}]`;
  if (typeof value === "boolean") return String(value);
  if (isReal(value)) return formatReal(reals, value);
  if (value instanceof Numeral) return value.text;
  if (value instanceof Quantity)
    return `${formatReal(reals, value.amount)} ${writeUnits(value.terms)}`;
  return formatComplex(reals, value);
}

function formatComplex(reals: Reals, { re, im }: Complex): string {
  const sign = isNegative(im) ? "-" : "+";
  const size = formatReal(reals, im.abs());
  const imaginary = size === "1" ? "i" : `${size}i`;
  const real = formatReal(reals, re);
  if (real === "0") return sign === "-" ? `-${imaginary}` : imaginary;
  return `${real} ${sign} ${imaginary}`;
}

/**
 * Integers and short decimals are exact, others have 14 digits and at least two
 * decimals. In scientific notation (1.5e+30), further digits are unknown.
 */
function formatReal(reals: Reals, value: Real): string {
  if (isInteger(value)) return formatInteger(toBigInt(value));
  const decimal = reals.toDecimal(value);
  const { e: exponent } = decimal;
  const digits =
    exponent <= LARGEST_EXPONENT
      ? Math.max(ROUNDED_DIGITS, exponent + 3)
      : ROUNDED_DIGITS;
  const isFull = terminates(value) && decimal.precision() <= FULL_DIGITS;
  const rounded = isFull ? decimal : decimal.toSignificantDigits(digits);
  return exponent >= SMALLEST_EXPONENT && exponent <= LARGEST_EXPONENT
    ? rounded.toFixed()
    : rounded.toExponential();
}

/** The decimal terminates: the denominator has no prime factors but 2 and 5. */
function terminates(value: Real): boolean {
  if (!(value instanceof Fraction)) return false;
  const bits = value.d.toString(16).length * 4;
  return 10n ** BigInt(bits) % value.d === 0n;
}

function formatInteger(value: bigint): string {
  const text = String(value);
  if (text.length <= MAX_INTEGER_DIGITS) return text;
  throw new CalculationError(
    `the result has ${text.length} digits; at most ${MAX_INTEGER_DIGITS} are shown. Ask for less, e.g. its logarithm (log10) or its last digits (% 10^20).`,
  );
}
