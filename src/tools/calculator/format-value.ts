import { Fraction } from "fraction.js";
import type { Complex } from "mathjs";
import { CalculationError } from "./calculation-error.ts";
import { certaintyOf } from "./engine/certainty.ts";
import {
  fromDouble,
  isComplex,
  isReal,
  toDecimal,
  type Real,
} from "./engine/numbers.ts";
import { isUnit, type Unit } from "./engine/scalars.ts";
import { amountOf, writeUnits } from "./engine/units.ts";
import { isList, type Value } from "./engine/values.ts";

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
export function formatValue(value: Value): string {
  const text = format(value);
  if (text.length <= MAX_LENGTH) return text;
  throw new CalculationError(
    "the result is too long to be shown. Ask for a part of it, e.g. its sum or length.",
  );
}

function format(value: Value): string {
  if (isList(value)) return `[${value.map(format).join(", ")}]`;
  if (isReal(value)) return formatReal(value);
  if (isUnit(value)) refuseCurrencySquare(value);
  if (isUnit(value))
    return `${formatReal(amountOf(value))} ${writeUnits(value)}`;
  return isComplex(value) ? formatComplex(value) : String(value);
}

/** As of 250 EUR * 1.09 EUR/USD, where the rate is the wrong way round. */
function refuseCurrencySquare({ units }: Unit): void {
  if (
    units.some(
      ({ unit: { name }, power }) =>
        name.startsWith("currency") && Math.abs(power) > 1,
    )
  )
    throw new CalculationError(
      "the currencies do not cancel out. Multiply by a rate to the other currency, 250 EUR * 1.09 USD/EUR, or divide by one from it.",
    );
}

/** The parts are doubles, whose last digits are not certain. */
function formatComplex({ re, im }: Complex): string {
  const sign = im < 0 ? "-" : "+";
  const size = formatReal(fromDouble(Math.abs(im)));
  const imaginary = size === "1" ? "i" : `${size}i`;
  if (re === 0) return sign === "-" ? `-${imaginary}` : imaginary;
  return `${formatReal(fromDouble(re))} ${sign} ${imaginary}`;
}

/**
 * Integers and short decimals are exact, others have 14 digits and at least two
 * decimals, or only those that are certain. In scientific notation (1.5e+30),
 * further digits are unknown.
 */
function formatReal(value: Real): string {
  if (value instanceof Fraction && value.d === 1n)
    return formatInteger(value.s * value.n);
  const decimal = toDecimal(value);
  const { e: exponent } = decimal;
  const isPlain = exponent >= SMALLEST_EXPONENT && exponent <= LARGEST_EXPONENT;
  const digits = Math.max(ROUNDED_DIGITS, isPlain ? exponent + 3 : 0);
  const isFull = terminates(value) && decimal.precision() <= FULL_DIGITS;
  const rounded = isFull
    ? decimal
    : decimal.toSignificantDigits(Math.min(digits, certaintyOf(value)));
  return isPlain ? rounded.toFixed() : rounded.toExponential();
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
