import {
  add,
  divide,
  floorDivide,
  modulo,
  multiply,
  notVanishing,
  power,
  subtract,
} from "./arithmetic.ts";
import {
  combinations,
  factorial,
  onIntegers,
  permutations,
} from "./counting.ts";
import { math } from "./math.ts";
import { round } from "./rounding.ts";
import { cosine, sine, tangent } from "./trigonometry.ts";

/** Something that can be calculated. */
export interface Operation {
  readonly name: string;
  /** How many values it takes: at least and at most. */
  readonly arity: readonly [number, number];
  /** Throws `CalculationError` where there is no result, or returns something that is no finite number. */
  readonly apply: (...values: number[]) => unknown;
}

/** All operators there are, by the name that mathjs gives them in its tree. */
export const OPERATORS: ReadonlyMap<string, Operation> = new Map([
  ...define([1, 1], {
    unaryPlus: (value) => value,
    unaryMinus: (value) => -value,
    factorial,
  }),
  ...define([2, 2], {
    add,
    subtract,
    multiply,
    divide,
    mod: modulo,
    dotDivide: floorDivide,
    pow: power,
  }),
]);

/** All functions there are, in lower case. */
export const FUNCTIONS: ReadonlyMap<string, Operation> = new Map([
  ...define([1, 1], {
    abs: Math.abs,
    sign: Math.sign,
    sqrt: Math.sqrt,
    cbrt: (value) => math().cbrt(value),
    exp: (value) => notVanishing(Math.exp(value)),
    ln: Math.log,
    log2: Math.log2,
    log10: Math.log10,
    log1p: Math.log1p,
    expm1: Math.expm1,
    sin: sine,
    cos: cosine,
    tan: tangent,
    asin: Math.asin,
    acos: Math.acos,
    atan: Math.atan,
    sinh: Math.sinh,
    cosh: Math.cosh,
    tanh: Math.tanh,
    asinh: Math.asinh,
    acosh: Math.acosh,
    atanh: Math.atanh,
    degrees: (value) => (value * 180) / Math.PI,
    radians: (value) => (value / 180) * Math.PI,
    floor: Math.floor,
    ceil: Math.ceil,
    trunc: Math.trunc,
    factorial,
    number: (value) => value,
  }),
  ...define([1, 2], {
    log: (value, base) =>
      base === undefined
        ? Math.log(value)
        : divide(Math.log(value), Math.log(base)),
    root: (value, degree = 2) => math().nthRoot(value, degree),
    round,
  }),
  ...define([2, 2], {
    subtract,
    divide,
    mod: modulo,
    pow: power,
    atan2: Math.atan2,
    combinations,
    permutations,
  }),
  ...define([1, Infinity], {
    min: Math.min,
    max: Math.max,
    add: sum,
    sum,
    multiply: product,
    product,
    mean: (...values) => sum(...values) / values.length,
    median: (...values) => math().median(values),
    pstdev: (...values) => math().std(values, "uncorrected"),
    pvariance: (...values) => math().variance(values, "uncorrected"),
    hypot: (...values) => math().hypot(...values),
    gcd: onIntegers((left, right) => math().gcd(left, right)),
    lcm: onIntegers((left, right) => math().lcm(left, right)),
  }),
  // Of a sample: one value has no deviation.
  ...define([2, Infinity], {
    stdev: (...values) => math().std(values),
    variance: (...values) => math().variance(values),
  }),
]);

function define(
  arity: Operation["arity"],
  functions: Record<string, Operation["apply"]>,
): (readonly [string, Operation])[] {
  return Object.entries(functions).map(([name, apply]) => [
    name,
    { name, arity, apply },
  ]);
}

function sum(...values: number[]): number {
  return values.reduce(add);
}

function product(...values: number[]): number {
  return values.reduce(multiply);
}
