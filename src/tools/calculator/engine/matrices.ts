import { CalculationError } from "../calculation-error.ts";
import { multiply, power } from "./arithmetic.ts";
import { ZERO } from "./certainty.ts";
import type { Real } from "./numbers.ts";
import * as scalars from "./scalars.ts";
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
  type Apply,
  type List,
  type Operations,
  type Value,
} from "./values.ts";

/** A vector, or a row of a matrix. */
type Row = readonly Real[];

const MAX_SIZE = 20n;
const MAX_POWER = 100n;

export const MATRIX_FUNCTIONS: Operations = [
  ...define([1, 1], {
    det: (value) => callMathjs("det", toSquare(value)),
    inv: invert,
    trace: (value) =>
      callMathjs(
        "sum",
        toSquare(value).map((row, index) => row[index]),
      ),
    transpose,
    identity: (value) => {
      const size = toInteger(value);
      if (size < 0n || size > MAX_SIZE)
        throw new CalculationError(`identity takes a size up to ${MAX_SIZE}.`);
      return identity(Number(size));
    },
  }),
  ...define([2, 2], {
    dot: (left, right) => dot(toRow(left), toRow(right)),
    cross: (left, right) => callMathjs("cross", toRow(left), toRow(right)),
    // mathjs's lusolve would bring its sparse matrices along.
    solve: (left, right) =>
      multiplyAny(
        invert(left),
        isMatrix(right) ? right : toList(right).map((item) => [item]),
      ),
  }),
];

/** The matrix product for two matrices, or a matrix and a vector. */
export const multiplyAny: Apply = (left, right) => {
  if (!isList(left) || !isList(right)) return multiply(left, right);
  if (!isMatrix(left) && !isMatrix(right))
    throw new CalculationError(
      "the product of two lists is ambiguous. Write dot([1, 2], [3, 4]) or [1, 2] .* [3, 4].",
    );
  const rows = isMatrix(left) ? toMatrix(left) : [toRow(left)];
  const columns = isMatrix(right)
    ? transposeRows(toMatrix(right))
    : [toRow(right)];
  refuseLongList(rows.length * columns.length);
  const product = rows.map((row) => columns.map((column) => dot(row, column)));
  if (!isMatrix(left)) return product[0] ?? [];
  return isMatrix(right) ? product : product.flat();
};

/** As `power`, and of a matrix; a negative exponent raises the inverse. */
export const powerOfAny: Apply = (base, exponent) => {
  if (!isMatrix(base) || !isInteger(exponent)) return power(base, exponent);
  if (exponent.n > MAX_POWER)
    throw new CalculationError(
      `matrices are raised to powers up to ${MAX_POWER} only.`,
    );
  const factor = exponent.s < 0n ? invert(base) : toSquare(base);
  let product: Value = identity(base.length);
  for (let count = 0n; count < exponent.n; count++)
    product = multiplyAny(product, factor);
  return product;
};

export function transpose(value: Value): List {
  return transposeRows(isMatrix(value) ? toMatrix(value) : [toRow(value)]);
}

export function rootOfSquares(values: List): Value {
  const squares = values.map((value) => multiply(value, value));
  return power(callMathjs("sum", squares), HALF);
}

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

function dot(left: Row, right: Row): Real {
  if (left.length !== right.length)
    throw new CalculationError(
      `the sizes do not match (${left.length} and ${right.length}): both must be the same.`,
    );
  return left.reduce<Real>(
    (sum, item, index) =>
      scalars.add(sum, scalars.multiply(item, right[index] ?? ZERO)),
    ZERO,
  );
}

function identity(size: number): readonly Row[] {
  const places = Array.from({ length: size }, (_, index) => index);
  return places.map((row) =>
    places.map((column) => (row === column ? ONE : ZERO)),
  );
}

function transposeRows(rows: readonly Row[]): readonly Row[] {
  return (rows[0] ?? []).map((_, column) =>
    rows.map((row) => row[column] ?? ZERO),
  );
}

function toRow(value: Value): Row {
  return toList(value).map(toReal);
}

function toMatrix(value: Value): readonly Row[] {
  if (!isMatrix(value))
    throw new CalculationError("a matrix is needed, e.g. [[1, 2], [3, 4]].");
  const [first = []] = value;
  if (value.some(({ length }) => length !== first.length))
    throw new CalculationError("the rows of a matrix have different lengths.");
  return value.map(toRow);
}

function toSquare(value: Value): readonly Row[] {
  const matrix = toMatrix(value);
  const columns = matrix[0]?.length ?? 0;
  if (matrix.length === columns) return matrix;
  throw new CalculationError(
    `a square matrix is needed, not one of ${matrix.length} rows and ${columns} columns.`,
  );
}
