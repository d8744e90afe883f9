import { Fraction } from "fraction.js";
import type { BigNumber as Decimal } from "mathjs";
import { CalculationError } from "../calculation-error.ts";
import {
  certaintyOf,
  refuseDivisionByZero,
  refuseLostDigits,
  settle,
  settleSum,
  ZERO,
} from "./certainty.ts";
import { spend } from "./effort.ts";
import {
  Complex,
  countDigits,
  hasMark,
  isComplex,
  keepExact,
  tidyComplex,
  toComplex,
  toDecimal,
  type Real,
} from "./numbers.ts";

export type Scalar = Real | Complex | Unit;

/** A unit of mathjs, whose own types leave out what is needed here. */
export interface Unit {
  /** In base units; `null` for a unit without an amount. */
  value: Real | null;
  units: UnitTerm[];
  clone(): Unit;
  toNumeric(): Real;
  to(unit: Unit): Unit;
  equalBase(other: Unit): boolean;
  multiply(factor: Scalar): Unit;
  divide(divisor: Scalar): Unit;
  divideInto(dividend: Scalar): Unit;
  pow(exponent: number): Unit;
}

/** `s` with exponent -2 in m/s^2. */
export interface UnitTerm {
  readonly unit: UnitDefinition;
  readonly prefix: { readonly name: string };
  power: number;
}

export interface UnitDefinition {
  readonly name: string;
  readonly dimensions: readonly number[];
  value: unknown;
  offset: unknown;
}

export function isUnit(value: unknown): value is Unit {
  return hasMark(value, "isUnit");
}

/** An operation on two values of each kind. */
interface Kinds {
  readonly name: "add" | "sub" | "mul" | "div";
  readonly ofDecimals: (one: Decimal, other: Decimal) => Real;
  readonly ofComplex: (one: Complex, other: Complex) => Complex;
  readonly ofUnits: (one: Scalar, other: Scalar) => Scalar;
}

interface Combine {
  (left: Real, right: Real): Real;
  /** mathjs's functions also pass counts. */
  (left: Scalar | number, right: Scalar | number): Scalar;
}

// mathjs makes its functions for lists, matrices and units of these. They pay
// before they run, keep fractions exact, and know their error.
export const add = combine({
  name: "add",
  ofDecimals: (one, other) => settleSum(one.plus(other), one, other),
  ofComplex: (one, other) => addParts(one, other.re, other.im),
  ofUnits: (one, other) => ofAmounts(one, other, add),
});

export const subtract = combine({
  name: "sub",
  ofDecimals: (one, other) => settleSum(one.minus(other), one, other),
  ofComplex: (one, other) => addParts(one, -other.re, -other.im),
  ofUnits: (one, other) => ofAmounts(one, other, subtract),
});

export const multiply = combine({
  name: "mul",
  ofDecimals: (one, other) =>
    one.isZero() || other.isZero()
      ? ZERO
      : settleProduct(one.times(other), one, other),
  ofComplex: (one, other) => one.mul(other),
  ofUnits: (one, other) =>
    isUnit(one) ? one.multiply(other) : unitOf(other).multiply(one),
});

export const divide = combine({
  name: "div",
  ofDecimals: (one, other) =>
    one.isZero() ? ZERO : settleProduct(one.div(other), one, other),
  ofComplex: (one, other) => one.div(other),
  ofUnits: (one, other) =>
    isUnit(one) ? one.divide(other) : unitOf(other).divideInto(one),
});

/** The cost of an operation on decimals. */
const DECIMAL_COST = 15;

function combine({ name, ofDecimals, ofComplex, ofUnits }: Kinds): Combine {
  const apply = (left: Scalar | number, right: Scalar | number): Scalar => {
    const one = typeof left === "number" ? new Fraction(left) : left;
    const other = typeof right === "number" ? new Fraction(right) : right;
    if (isUnit(one) || isUnit(other)) return ofUnits(one, other);
    if (name === "div" && isZero(other)) refuseDivisionByZero();
    if (isComplex(one) || isComplex(other))
      return tidyComplex(ofComplex(toComplex(one), toComplex(other)));
    if (one instanceof Fraction && other instanceof Fraction) {
      const isShort = isShortFraction(one) && isShortFraction(other);
      spend(isShort ? 1 : costOfReducing(name, one, other));
      const exact = one[name](other);
      return isShort ? exact : keepExact(exact);
    }
    spend(DECIMAL_COST);
    return ofDecimals(toDecimal(one), toDecimal(other));
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of reals it makes reals
  return apply as Combine;
}

function unitOf(value: Scalar): Unit {
  if (isUnit(value)) return value;
  throw new TypeError("One of two values has a unit.");
}

function isZero(value: Real | Complex): boolean {
  return value instanceof Fraction && value.n === 0n;
}

const SHORT = 10n ** 30n;

function isShortFraction({ n, d }: Fraction): boolean {
  return n < SHORT && d < SHORT;
}

/** The Euclidean algorithm is quadratic in the shorter number. */
function costOfReducing(
  name: Kinds["name"],
  one: Fraction,
  other: Fraction,
): number {
  const [n, d] = [countDigits(one.n), countDigits(one.d)];
  const [otherN, otherD] = [countDigits(other.n), countDigits(other.d)];
  const above = name === "mul" ? n + otherN : Math.max(n + otherD, otherN + d);
  const below = name === "div" ? d + otherN : d + otherD;
  return 1 + (above + below) / 100 + Math.min(above, below) ** 2 * 0.0015;
}

function settleProduct(product: Decimal, one: Decimal, other: Decimal): Real {
  return settle(product, Math.min(certaintyOf(one), certaintyOf(other)));
}

/** Drops what is only rounding error of doubles. */
function addParts(one: Complex, otherRe: number, otherIm: number): Complex {
  const [re, im] = [one.re + otherRe, one.im + otherIm];
  const isExact = [one.re, one.im, otherRe, otherIm].every(Number.isInteger);
  const largest = Math.max(
    Math.hypot(one.re, one.im),
    Math.hypot(otherRe, otherIm),
  );
  const share = Math.hypot(re, im) / largest;
  if (isExact || !(share < 1e-4)) return new Complex(re, im);
  return share < 1e-13 ? new Complex(0, 0) : refuseLostDigits();
}

function ofAmounts(one: Scalar, other: Scalar, apply: Combine): Scalar {
  if (!isUnit(one) || !isUnit(other) || !one.value || !other.value)
    throw new CalculationError(
      "a value with a unit and one without cannot be added. Give both a unit, e.g. 5 km + 3 km.",
    );
  const sum = one.clone();
  sum.value = apply(one.value, other.value);
  return sum;
}
