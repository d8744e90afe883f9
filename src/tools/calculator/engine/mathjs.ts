import { Fraction } from "fraction.js";
import {
  absDependencies,
  addDependencies,
  addScalarDependencies,
  create,
  createUnitDependencies,
  crossDependencies,
  cumsumDependencies,
  detDependencies,
  divideDependencies,
  divideScalarDependencies,
  dotDependencies,
  erfDependencies,
  expDependencies,
  factory,
  gammaDependencies,
  invDependencies,
  lgammaDependencies,
  logDependencies,
  lusolveDependencies,
  meanDependencies,
  modeDependencies,
  multiplyDependencies,
  multiplyScalarDependencies,
  powDependencies,
  prodDependencies,
  subtractDependencies,
  subtractScalarDependencies,
  sumDependencies,
  traceDependencies,
  transposeDependencies,
  unaryMinusDependencies,
  varianceDependencies,
  type BigNumber,
  type Complex,
  type FactoryFunctionMap,
} from "mathjs";
import {
  CERTAIN_DIGITS,
  certaintyOf,
  DIGITS,
  MAX_DIGITS,
  negate,
  refuseDivisionByZero,
  refuseLostDigits,
  refuseTooLarge,
  settle,
  settleSum,
  sizeOf,
} from "./certainty.ts";
import { beginWork, spend, work } from "./effort.ts";

declare module "mathjs" {
  /** Missing in its types. */
  const subtractScalarDependencies: FactoryFunctionMap;
}

/** Exact, or rounded to `DIGITS`; a rounded one is never 0. */
export type Real = Fraction | BigNumber;

/** A unit of mathjs, whose own types leave out what is needed here. */
export interface Unit {
  readonly isUnit: true;
  /** In base units; `null` for a unit without an amount. */
  value: Real | null;
  units: UnitTerm[];
  clone(): Unit;
  toNumeric(): Real;
  to(unit: Unit): Unit;
  equalBase(other: Unit): boolean;
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

/** The methods of complex.js, which its type leaves out. */
interface ComplexNumber extends Complex {
  div(divisor: Complex): Complex;
}

type AnyFunction = (...values: never[]) => unknown;
type Typed = (name: string, signatures: Signatures) => AnyFunction;
type Signatures = Readonly<Record<string, AnyFunction>>;
type Factory = (scope: { readonly typed: Typed }) => {
  readonly signatures: Signatures;
};

interface Mathjs {
  readonly typed: {
    addConversion(
      conversion: { from: string; to: string; convert: AnyFunction },
      options: { override: boolean },
    ): void;
  };
  readonly BigNumber: {
    new (value: string | number): BigNumber;
    config(options: { precision: number; rounding: number }): void;
    acos(value: number): BigNumber;
    atan2(y: BigNumber, x: BigNumber): BigNumber;
  };
  readonly Complex: new (re: number, im: number) => Complex;
  readonly Unit: {
    new (amount: Real, unit: Unit): Unit;
    parse(text: string): Unit;
    readonly UNITS: Readonly<Record<string, UnitDefinition>>;
    readonly typeConverters: Record<string, (value: unknown) => unknown>;
  };
  createUnit(name: string, options: object): Unit;
}

/** Longer fractions become decimals: reducing takes time quadratic in this. */
export const MAX_FRACTION_DIGITS = 1_000;

/** The cost of an operation on decimals. */
const DECIMAL_COST = 15;

/**
 * The scalars of which mathjs makes its functions for lists, matrices and
 * units. These pay before they run, keep fractions exact, and know their error.
 */
const scalars = {
  createAddScalar: extend(addScalarDependencies, {
    "Fraction,Fraction": (a: Fraction, b: Fraction) => exact(a, b, "add"),
    "BigNumber,BigNumber": addDecimals,
    "Complex,Complex": addComplex,
    "Unit,Unit": (a: Unit, b: Unit) => addUnits(a, b, "addScalar"),
  }),
  createSubtractScalar: extend(subtractScalarDependencies, {
    "Fraction,Fraction": (a: Fraction, b: Fraction) => exact(a, b, "sub"),
    "BigNumber,BigNumber": (a: BigNumber, b: BigNumber) =>
      addDecimals(a, negate(b)),
    "Complex,Complex": (a: Complex, b: Complex) =>
      addComplex(a, new math.Complex(-b.re, -b.im)),
    "Unit,Unit": (a: Unit, b: Unit) => addUnits(a, b, "subtractScalar"),
  }),
  createUnaryMinus: extend(unaryMinusDependencies, { BigNumber: negate }),
  createAbs: extend(absDependencies, { BigNumber: sizeOf }),
  createMultiplyScalar: extend(multiplyScalarDependencies, {
    "Fraction,Fraction": (a: Fraction, b: Fraction) => exact(a, b, "mul"),
    "BigNumber,BigNumber": (a: BigNumber, b: BigNumber) =>
      scaleDecimals(a, b, "times"),
  }),
  createDivideScalar: extend(divideScalarDependencies, {
    "Fraction,Fraction": (a: Fraction, b: Fraction) =>
      b.n === 0n ? refuseDivisionByZero() : exact(a, b, "div"),
    "BigNumber,BigNumber": (a: BigNumber, b: BigNumber) =>
      b.isZero() ? refuseDivisionByZero() : scaleDecimals(a, b, "div"),
    "Complex,Complex": (a: ComplexNumber, b: Complex) =>
      b.re === 0 && b.im === 0 ? refuseDivisionByZero() : a.div(b),
  }),
};

/** mathjs's own scalar, with other implementations for some types. */
function extend(
  dependencies: FactoryFunctionMap = {},
  signatures: Signatures,
): unknown {
  const [original] = Object.values(dependencies).filter(
    (value) => typeof value === "function",
  ) as unknown as [Factory & { fn: string; dependencies: never[] }];
  const { fn: name } = original;
  return factory(name, original.dependencies, (scope) =>
    (scope as unknown as { typed: Typed }).typed(name, {
      ...original(scope as never).signatures,
      ...signatures,
    }),
  );
}

const instance: unknown = create(
  {
    addDependencies,
    createUnitDependencies,
    crossDependencies,
    cumsumDependencies,
    detDependencies,
    divideDependencies,
    dotDependencies,
    erfDependencies,
    expDependencies,
    gammaDependencies,
    lgammaDependencies,
    invDependencies,
    logDependencies,
    lusolveDependencies,
    meanDependencies,
    modeDependencies,
    multiplyDependencies,
    powDependencies,
    prodDependencies,
    subtractDependencies,
    sumDependencies,
    traceDependencies,
    transposeDependencies,
    varianceDependencies,
    ...scalars,
  } as FactoryFunctionMap,
  { number: "Fraction", precision: DIGITS },
);

export const math = instance as Mathjs &
  Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;

// mathjs refuses to mix fractions and decimals. Complex numbers come second,
// since the first conversion that fits is taken.
for (const [to, convert] of [
  ["BigNumber", toDecimal],
  ["Complex", (value: Fraction) => new math.Complex(value.valueOf(), 0)],
] as const)
  math.typed.addConversion(
    { from: "Fraction", to, convert },
    { override: true },
  );

/** Prepares the next calculation. decimal.js may leave its settings changed. */
export function begin(): void {
  beginWork();
  math.BigNumber.config({ precision: DIGITS, rounding: 4 });
}

export function isDecimal(value: unknown): value is BigNumber {
  return hasMark(value, "isBigNumber");
}

export function isReal(value: unknown): value is Real {
  return value instanceof Fraction || isDecimal(value);
}

export function isComplex(value: unknown): value is Complex {
  return hasMark(value, "isComplex");
}

export function isUnit(value: unknown): value is Unit {
  return hasMark(value, "isUnit");
}

function hasMark(value: unknown, mark: string): boolean {
  return typeof value === "object" && value !== null && mark in value;
}

export function toDecimal(value: Real): BigNumber {
  if (!(value instanceof Fraction)) return value;
  const { s, n, d } = value;
  spend(1 + (countDigits(n) + countDigits(d)) / 10);
  const above = new math.BigNumber(String(s * n));
  const below = new math.BigNumber(String(d));
  if (Math.max(above.precision(), below.precision()) > CERTAIN_DIGITS)
    work.hasCutDigits = true;
  return above.div(below);
}

/** Number of decimal digits, or one more. */
export function countDigits(integer: bigint): number {
  return Math.ceil(integer.toString(16).length * Math.log10(16));
}

/** Pays for the Euclidean algorithm: quadratic in the shorter number. */
function exact(
  a: Fraction,
  b: Fraction,
  name: "add" | "sub" | "mul" | "div",
): Real {
  const [n, d, otherN, otherD] = [a.n, a.d, b.n, b.d].map(countDigits) as [
    number,
    number,
    number,
    number,
  ];
  const above = name === "mul" ? n + otherN : Math.max(n + otherD, otherN + d);
  const below = name === "div" ? d + otherN : d + otherD;
  spend(1 + (above + below) / 100 + Math.min(above, below) ** 2 * 0.0015);
  return keepExact(a[name](b));
}

/** Keeps a fraction exact unless it is too long. */
export function keepExact(value: Fraction): Real {
  const [above, below] = [countDigits(value.n), countDigits(value.d)];
  if (above - below > MAX_DIGITS) refuseTooLarge();
  return value.d === 1n || above + below <= MAX_FRACTION_DIGITS
    ? value
    : settle(toDecimal(value));
}

function addDecimals(a: BigNumber, b: BigNumber): Real {
  spend(DECIMAL_COST);
  return settleSum(a.plus(b), a, b);
}

function scaleDecimals(
  a: BigNumber,
  b: BigNumber,
  name: "times" | "div",
): Real {
  spend(DECIMAL_COST);
  if (a.isZero() || b.isZero()) return new Fraction(0n);
  return settle(a[name](b), Math.min(certaintyOf(a), certaintyOf(b)));
}

/** The parts are doubles. Drops what is only rounding error. */
function addComplex(a: Complex, b: Complex): Complex {
  const [re, im] = [a.re + b.re, a.im + b.im];
  const isExact = [a.re, a.im, b.re, b.im].every(Number.isInteger);
  const share =
    Math.hypot(re, im) /
    Math.max(Math.hypot(a.re, a.im), Math.hypot(b.re, b.im));
  if (isExact || !(share < 1e-4)) return new math.Complex(re, im);
  return share < 1e-13 ? new math.Complex(0, 0) : refuseLostDigits();
}

function addUnits(a: Unit, b: Unit, name: string): Unit {
  const sum = a.clone();
  sum.value = math[name]?.(a.value, b.value) as Real;
  return sum;
}
