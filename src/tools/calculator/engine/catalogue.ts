import { Fraction } from "fraction.js";
import { parseNames } from "../table.ts";
import { power } from "./arithmetic.ts";
import { FUNCTIONS, I } from "./functions.ts";
import type { Real } from "./numbers.ts";
import { OPERATORS } from "./operators.ts";
import * as scalars from "./scalars.ts";
import { exp, ln, pi } from "./transcendental.ts";
import { define, HALF, ONE, toReal, TWO, type Operation } from "./values.ts";

/** Finds a function by name or alias, ignoring case. */
export function findFunction(name: string): Operation | undefined {
  const key = name.toLowerCase();
  const sign = SIGNS.get(key);
  return sign === undefined
    ? FUNCTIONS.get(NICKNAMES.get(key) ?? key)
    : OPERATORS.get(sign);
}

/** Excludes capital E, which usually means something else. */
export function findConstant(name: string): Operation | undefined {
  return CONSTANTS.get(name.length > 1 ? name.toLowerCase() : name);
}

const TEN = new Fraction(10n);
const FIVE = new Fraction(5n);

const CONSTANTS: ReadonlyMap<string, Operation> = new Map(
  define([0, 0], {
    pi,
    tau: () => scalars.multiply(TWO, pi()),
    e: () => exp(ONE),
    phi: () => scalars.multiply(HALF, scalars.add(ONE, root(FIVE))),
    ln2: () => ln(TWO),
    ln10: () => ln(TEN),
    log2e: () => scalars.divide(ONE, ln(TWO)),
    log10e: () => scalars.divide(ONE, ln(TEN)),
    sqrt2: () => root(TWO),
    sqrt1_2: () => root(HALF),
    i: () => I,
    true: () => true,
    false: () => false,
  }),
);

function root(value: Fraction): Real {
  return toReal(power(value, HALF));
}

/** mathjs's names of operators, each after its sign. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  ".* dotmultiply, ./ dotdivide, .^ dotpow, == equal, != unequal, < smaller, <= smallereq, > larger, >= largereq, and and, or or, xor xor, not x not, & bitand, | bitor, ~x bitnot, << leftshift, >> rightarithshift, -x unaryminus, +x unaryplus, x' ctranspose"
    .split(", ")
    .map((entry) => {
      const end = entry.lastIndexOf(" ");
      return [entry.slice(end + 1), entry.slice(0, end)];
    }),
);

/**
 * Names of functions, each followed by its aliases in Python, JavaScript,
 * spreadsheets and textbooks.
 */
const NICKNAMES = parseNames(`
abs fabs absolute|acos arccos|acosh arccosh arcosh|asin arcsin|asinh arcsinh arsinh|atan arctan
atan2 arctan2|atanh arctanh artanh|cbrt cuberoot|ceil ceiling|arg angle phase
combinations binomial binom c choose comb combin combination ncr|degrees rad2deg todegrees|det determinant
divide truediv|factorial fact|floordivide floordiv floor_divide quotient|gcd hcf|geometricmean geometric_mean gmean
harmonicmean harmonic_mean hmean|hypot hypotenuse|identity eye|invmod modinv|inv inverse|corr correl pearson|isprime is_prime|len length
lcm lowestcommonmultiple|ln loge log_e|log10 lg log_10|log2 ld lb log_2|max maximum|mean average avg
min minimum|mod modulo|num numerator|den denominator|quantileseq quantile|distance dist|number array asarray bigint bignumber calc calculate calculator clone float list matrix numeric print string tuple
permutations npr p perm permutation|pow power|product prod|pstdev pstd stdevp|pvariance pvar varp
radians deg2rad toradians|re real|im imag|root nthroot|sign sgn signum|solve lusolve linsolve|sorted sort
sqrt squareroot|stdev std stddev stdevs|subtract sub minus|sum fsum|trunc fix int integer rounddown truncate
variance var vars
`);
