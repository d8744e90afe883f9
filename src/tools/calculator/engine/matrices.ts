import { CalculationError } from "../calculation-error.ts";
import { multiply, power } from "./arithmetic.ts";
import { ZERO } from "./certainty.ts";
import type { Real } from "./numbers.ts";
import {
  callMathjs,
  define,
  HALF,
  isInteger,
  isList,
  isMatrix,
  ONE,
  refuseLongList,
  toInteger,
  toList,
  toReal,
  toSquare,
  type Apply,
  type List,
  type Operations,
  type Value,
} from "./values.ts";

const MAX_SIZE = 20n;

export const MATRIX_FUNCTIONS: Operations = [
  ...define([1, 1], {
    det: (value) => callMathjs("det", toSquare(value)),
    inv: invert,
    trace: (value) => callMathjs("trace", toSquare(value)),
    transpose,
    identity: (value) => {
      const size = toInteger(value);
      if (size < 0n || size > MAX_SIZE)
        throw new CalculationError(`identity takes a size up to ${MAX_SIZE}.`);
      return identity(Number(size));
    },
  }),
  ...define([2, 2], {
    dot: (left, right) => callMathjs("dot", ...toVectors(left, right)),
    cross: (left, right) => callMathjs("cross", ...toVectors(left, right)),
    // mathjs's lusolve brings sparse matrices along; with fractions, this is exact.
    solve: (left, right) => {
      const columns = isMatrix(right)
        ? right
        : toList(right).map((item) => [item]);
      return multiplyAny(invert(left), columns);
    },
  }),
];

function invert(value: Value): Value {
  const square = toSquare(value);
  try {
    return callMathjs("inv", square);
  } catch (error) {
    // mathjs divides by a pivot of 0, or refuses the matrix itself.
    if (!/zero|cannot be applied/.test(String(error))) throw error;
    throw new CalculationError(
      "the matrix is singular (its determinant is 0): it has no inverse.",
    );
  }
}

const MAX_POWER = 100n;

export const powerOfAny: Apply = (base, exponent) => {
  if (!isMatrix(base) || !isInteger(exponent)) return power(base, exponent);
  if (exponent.n > MAX_POWER)
    throw new CalculationError(
      `matrices are raised to powers up to ${MAX_POWER} only.`,
    );
  const factor = exponent.s < 0n ? invert(base) : toSquare(base);
  let product = identity(base.length);
  for (let count = 0n; count < exponent.n; count++)
    product = multiplyAny(product, factor);
  return product;
};

/** The matrix product for two matrices, or a matrix and a vector. */
export const multiplyAny: Apply = (left, right) => {
  if (!isList(left) || !isList(right)) return multiply(left, right);
  if (!isMatrix(left) && !isMatrix(right))
    throw new CalculationError(
      "the product of two lists is ambiguous. Write dot([1, 2], [3, 4]) or [1, 2] .* [3, 4].",
    );
  const columns = isMatrix(left) ? (left[0]?.length ?? 0) : left.length;
  if (columns !== right.length)
    throw new CalculationError(
      `a matrix of ${columns} columns cannot be multiplied by one of ${right.length} rows: both must be the same.`,
    );
  refuseLongList(left.length * (isMatrix(right) ? (right[0]?.length ?? 0) : 1));
  const rows = isMatrix(left) ? left : [left];
  const across = isMatrix(right) ? toList(transpose(right)) : [right];
  const product = rows.map((row) =>
    across.map((column) => callMathjs("dot", toReals(row), toReals(column))),
  );
  if (!isMatrix(left)) return product[0] ?? [];
  return isMatrix(right) ? product : product.flat();
};

function identity(size: number): Value {
  const places = Array.from({ length: size }, (_, index) => index);
  return places.map((row) =>
    places.map((column) => (row === column ? ONE : ZERO)),
  );
}

export function transpose(value: Value): Value {
  return callMathjs(
    "transpose",
    isMatrix(value) ? toReals(value) : [toReals(toList(value))],
  );
}

export function rootOfSquares(values: List): Value {
  const squares = values.map((value) => multiply(value, value));
  return power(callMathjs("sum", squares), HALF);
}

function toReals(value: Value): Real | readonly unknown[] {
  return isList(value) ? value.map(toReals) : toReal(value);
}

function toVectors(left: Value, right: Value): readonly (readonly Real[])[] {
  const [one, other] = [toList(left).map(toReal), toList(right).map(toReal)];
  if (one.length === other.length) return [one, other];
  throw new CalculationError(
    `the lists have different lengths (${one.length} and ${other.length}).`,
  );
}
