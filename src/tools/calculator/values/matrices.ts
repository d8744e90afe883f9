import type { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { HALF, isZero, ONE, ZERO, type Real } from "../numbers/arithmetic.ts";
import { modulus } from "../numbers/complex.ts";
import type { Reals } from "../numbers/reals.ts";
import {
  define,
  isList,
  isMatrix,
  refuseLongList,
  toInteger,
  toList,
  toReal,
  toScalar,
  type List,
  type Operations,
  type Value,
} from "./value.ts";

/** A vector, or a row of a matrix. */
type Row = readonly Real[];

/** Rows of equal length. */
type Matrix = readonly Row[];

const MAX_SIZE = 20n;
const MAX_POWER = 100n;

export const MATRIX_FUNCTIONS: Operations = [
  ...define([1, 1], {
    det: (reals, value) => eliminate(reals, toSquare(value)).determinant,
    inv: (reals, value) => inverse(reals, toSquare(value)),
    transpose: (_, value) =>
      transpose(isMatrix(value) ? toMatrix(value) : [toRow(value)]),
    trace: (reals, value) =>
      toSquare(value).reduce<Real>(
        (sum, row, index) => reals.add(sum, row[index] ?? ZERO),
        ZERO,
      ),
    norm: (reals, value) => {
      if (!isList(value)) return modulus(reals, toScalar(value));
      const row = toRow(isMatrix(value) ? value.flat() : value);
      return reals.power(dot(reals, row, row), HALF);
    },
    identity: (_, value) => {
      const size = toInteger(value);
      if (size < 0n || size > MAX_SIZE)
        throw new CalculationError(`identity takes a size up to ${MAX_SIZE}.`);
      return identity(Number(size));
    },
  }),
  ...define([2, 2], {
    dot: (reals, left, right) => dot(reals, toRow(left), toRow(right)),
    cross: (reals, left, right) => cross(reals, toRow(left), toRow(right)),
    solve: (reals, left, right) => {
      const [matrix, columns] = [toSquare(left), toColumns(right)];
      if (columns.length !== matrix.length)
        throw new CalculationError(
          `the matrix has ${matrix.length} rows, the right side ${columns.length}.`,
        );
      return solve(reals, matrix, columns);
    },
  }),
];

/** A vector is a column on the right of a matrix, and a row on its left. */
export function multiplyMatrices(reals: Reals, left: List, right: List): Value {
  if (!isMatrix(left) && !isMatrix(right))
    throw new CalculationError(
      "the product of two lists is ambiguous. Write dot([1, 2], [3, 4]) or [1, 2] .* [3, 4].",
    );
  const one = isMatrix(left) ? toMatrix(left) : [toRow(left)];
  const product = multiplyRows(reals, one, toColumns(right));
  if (!isMatrix(left)) return product[0] ?? [];
  return isMatrix(right) ? product : product.map(([item = ZERO]) => item);
}

/** A negative exponent raises the inverse. */
export function powerOfMatrix(
  reals: Reals,
  base: List,
  exponent: Fraction,
): Matrix {
  if (exponent.n > MAX_POWER)
    throw new CalculationError(
      `matrices are raised to powers up to ${MAX_POWER} only.`,
    );
  const square = toSquare(base);
  const matrix = exponent.s < 0n ? inverse(reals, square) : square;
  let product = identity(matrix.length);
  for (let count = 0n; count < exponent.n; count++)
    product = multiplyRows(reals, product, matrix);
  return product;
}

export function transposeMatrix(value: Value): Matrix {
  return transpose(toMatrix(value));
}

function dot(reals: Reals, left: Row, right: Row): Real {
  if (left.length !== right.length)
    throw new CalculationError(
      `the lists have different lengths (${left.length} and ${right.length}).`,
    );
  return left.reduce<Real>(
    (sum, item, index) =>
      reals.add(sum, reals.multiply(item, right[index] ?? ZERO)),
    ZERO,
  );
}

function cross(reals: Reals, left: Row, right: Row): Row {
  const [[a, b, c], [d, e, f]] = [left, right];
  if (!a || !b || !c || !d || !e || !f || left.length + right.length !== 6)
    throw new CalculationError(
      "cross takes two lists of three numbers: cross([1, 0, 0], [0, 1, 0]).",
    );
  const minor = (one: Real, other: Real, third: Real, fourth: Real) =>
    reals.subtract(reals.multiply(one, other), reals.multiply(third, fourth));
  return [minor(b, f, c, e), minor(c, d, a, f), minor(a, e, b, d)];
}

function multiplyRows(reals: Reals, left: Matrix, right: Matrix): Matrix {
  if (left[0]?.length !== right.length)
    throw new CalculationError(
      `a matrix of ${left[0]?.length ?? 0} columns cannot be multiplied by one of ${right.length} rows: both must be the same.`,
    );
  const columns = transpose(right);
  refuseLongList(left.length * columns.length);
  return left.map((row) => columns.map((column) => dot(reals, row, column)));
}

function inverse(reals: Reals, matrix: Matrix): Matrix {
  return solve(reals, matrix, identity(matrix.length));
}

/**
 * Solves `matrix * x = columns`. Throws `CalculationError` if the matrix is
 * singular.
 */
function solve(reals: Reals, matrix: Matrix, columns: Matrix): Matrix {
  const joined = matrix.map((row, index) => [
    ...row,
    ...(columns[index] ?? []),
  ]);
  const { rows, determinant } = eliminate(reals, joined);
  if (isZero(determinant))
    throw new CalculationError(
      "the matrix is singular (its determinant is 0): it has no inverse.",
    );
  return rows.map((row) => row.slice(matrix.length));
}

/**
 * Gauss-Jordan elimination: turns the left square into the identity matrix,
 * unless its determinant is 0.
 */
function eliminate(
  reals: Reals,
  matrix: Matrix,
): { rows: Matrix; determinant: Real } {
  const rows = [...matrix];
  let determinant: Real = ONE;
  for (let step = 0; step < rows.length; step++) {
    const found = rows.findIndex(
      (row, index) => index >= step && !isZero(row[step] ?? ZERO),
    );
    const row = rows[found];
    const pivot = row?.[step];
    if (row === undefined || pivot === undefined)
      return { rows, determinant: ZERO };
    rows[found] = rows[step] ?? row;
    determinant = reals.multiply(
      found === step ? determinant : determinant.neg(),
      pivot,
    );
    const scaled = row.map((item) => reals.divide(item, pivot));
    for (const [index, other] of rows.entries())
      rows[index] =
        index === step ? scaled : reduceRow(reals, other, scaled, step);
  }
  return { rows, determinant };
}

/** Subtracts a multiple of the pivot row to clear the column. */
function reduceRow(reals: Reals, row: Row, pivotRow: Row, column: number): Row {
  const times = row[column] ?? ZERO;
  if (isZero(times)) return row;
  return row.map((item, index) =>
    reals.subtract(item, reals.multiply(times, pivotRow[index] ?? ZERO)),
  );
}

function toRow(value: Value): Row {
  return toList(value).map(toReal);
}

function toMatrix(value: Value): Matrix {
  if (!isMatrix(value))
    throw new CalculationError("a matrix is needed, e.g. [[1, 2], [3, 4]].");
  const rows = value.map(toRow);
  if (rows.some(({ length }) => length !== rows[0]?.length))
    throw new CalculationError("the rows of a matrix have different lengths.");
  return rows;
}

function toSquare(value: Value): Matrix {
  const matrix = toMatrix(value);
  if (matrix.length !== matrix[0]?.length)
    throw new CalculationError(
      `a square matrix is needed, not one of ${matrix.length} rows and ${matrix[0]?.length ?? 0} columns.`,
    );
  return matrix;
}

/** A matrix unchanged, a vector as a column. */
function toColumns(value: Value): Matrix {
  return isMatrix(value) ? toMatrix(value) : toRow(value).map((item) => [item]);
}

function transpose(matrix: Matrix): Matrix {
  return (matrix[0] ?? []).map((_, column) =>
    matrix.map((row) => row[column] ?? ZERO),
  );
}

function identity(size: number): Matrix {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (row === column ? ONE : ZERO)),
  );
}
