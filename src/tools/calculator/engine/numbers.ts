import { Fraction } from "fraction.js";
import {
  BigNumberDependencies,
  ComplexDependencies,
  create,
  FractionDependencies,
  type BigNumber as Decimal,
  type Complex as PlainComplex,
} from "mathjs";
import {
  CERTAIN_DIGITS,
  DIGITS,
  MAX_DIGITS,
  refuseTooLarge,
  settle,
} from "./certainty.ts";
import { beginWork, spend, work } from "./effort.ts";

/** Exact, or rounded to `DIGITS`; a rounded one is never 0. */
export type Real = Fraction | Decimal;

/** Parts are doubles; mathjs's type leaves out the methods. */
export interface Complex extends PlainComplex {
  mul(factor: Complex): Complex;
  div(divisor: Complex): Complex;
  exp(): Complex;
  log(): Complex;
  pow(exponent: Complex): Complex;
}

interface Classes {
  readonly BigNumber: {
    new (value: string | number): Decimal;
    config(options: { precision: number; rounding: number }): void;
    acos(value: number): Decimal;
    atan2(y: Decimal, x: Decimal): Decimal;
  };
  readonly Complex: new (re: number, im: number) => Complex;
  readonly Fraction: unknown;
}

/** Creates an instance of mathjs, whose types leave out its classes. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- its user knows them
export function createMathjs<T>(factories: object): T {
  const options = { number: "Fraction", precision: DIGITS } as const;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return create(factories as never, options) as T;
}

/** mathjs marks fraction.js's class as its own. */
export const {
  BigNumber,
  Complex,
  Fraction: _,
} = createMathjs<Classes>({
  BigNumberDependencies,
  ComplexDependencies,
  FractionDependencies,
});

/** Longer fractions become decimals: reducing takes time quadratic in this. */
export const MAX_FRACTION_DIGITS = 1_000;

/** Prepares the next calculation. decimal.js may leave its settings changed. */
export function begin(): void {
  beginWork();
  BigNumber.config({ precision: DIGITS, rounding: 4 });
}

export function isDecimal(value: unknown): value is Decimal {
  return hasMark(value, "isBigNumber");
}

export function isReal(value: unknown): value is Real {
  return value instanceof Fraction || isDecimal(value);
}

export function isComplex(value: unknown): value is Complex {
  return hasMark(value, "isComplex");
}

export function hasMark(value: unknown, mark: string): boolean {
  return typeof value === "object" && value !== null && mark in value;
}

export function toDecimal(value: Real): Decimal {
  if (!(value instanceof Fraction)) return value;
  const { s, n, d } = value;
  spend(1 + (countDigits(n) + countDigits(d)) / 10);
  const above = new BigNumber(String(s * n));
  const below = new BigNumber(String(d));
  if (Math.max(above.precision(), below.precision()) > CERTAIN_DIGITS)
    work.hasCutDigits = true;
  return above.div(below);
}

/** Number of decimal digits, or one more. */
export function countDigits(integer: bigint): number {
  return Math.ceil(integer.toString(16).length * Math.log10(16));
}

/** Keeps a fraction exact unless it is too long. */
export function keepExact(value: Fraction): Real {
  const [above, below] = [countDigits(value.n), countDigits(value.d)];
  if (above - below > MAX_DIGITS) refuseTooLarge();
  return value.d === 1n || above + below <= MAX_FRACTION_DIGITS
    ? value
    : settle(toDecimal(value));
}

export function toComplex(value: Real | Complex): Complex {
  return isComplex(value) ? value : new Complex(Number(value.valueOf()), 0);
}

/** Digits of a double that are certain after some operations. */
const DOUBLE_DIGITS = 14;

export function fromDouble(value: number): Real {
  return Number.isInteger(value) && Math.abs(value) < 1e15
    ? new Fraction(BigInt(value))
    : settle(new BigNumber(String(value)), DOUBLE_DIGITS);
}

/** Drops rounding error: e^(i * pi) is -1. */
export function tidyComplex({ re, im }: PlainComplex): Real | Complex {
  const noise = Math.hypot(re, im) * 1e-14;
  const clean = (part: number) => {
    const nearest = Math.round(part);
    return Math.abs(part - nearest) < noise ? nearest : part;
  };
  const [real, imaginary] = [clean(re), clean(im)];
  return imaginary === 0 ? fromDouble(real) : new Complex(real, imaginary);
}
