import { CalculationError } from "../calculation-error.ts";
import { multiply, power } from "./arithmetic.ts";
import { ZERO } from "./certainty.ts";
import type { Real } from "./mathjs.ts";
import {
  callMathjs,
  define,
  HALF,
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
    inv: (value) => solving("inv", toSquare(value)),
    trace: (value) => callMathjs("trace", toSquare(value)),
    transpose,
    identity: (value) => {
      const size = toInteger(value);
      if (size < 0n || size > MAX_SIZE)
        throw new CalculationError(`identity takes a size up to ${MAX_SIZE}.`);
      const places = Array.from({ length: Number(size) }, (_, index) => index);
      return places.map((row) =>
        places.map((column) => (row === column ? ONE : ZERO)),
      );
    },
  }),
  ...define([2, 2], {
    dot: (left, right) => callMathjs("dot", ...toVectors(left, right)),
    cross: (left, right) => callMathjs("cross", ...toVectors(left, right)),
    solve: (left, right) => {
      const matrix = toSquare(left);
      const columns = toList(right);
      if (columns.length !== matrix.length)
        throw new CalculationError(
          `the matrix has ${matrix.length} rows, the right side ${columns.length}.`,
        );
      return solving("lusolve", matrix, columns);
    },
  }),
];

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
  return callMathjs("multiply", toReals(left), toReals(right));
};

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

/** mathjs divides by a pivot of 0, or refuses the matrix itself. */
function solving(name: string, ...values: readonly unknown[]): Value {
  try {
    return callMathjs(name, ...values);
  } catch (error) {
    const isDivision =
      error instanceof CalculationError &&
      /zero|cannot be applied/.test(error.message);
    if (!isDivision) throw error;
    throw new CalculationError(
      "the matrix is singular (its determinant is 0): it has no inverse.",
    );
  }
}
