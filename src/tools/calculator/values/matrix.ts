import { CalculationError } from "../calculation-error.ts";
import { ONE, type Real, ZERO } from "../numbers/real.ts";
import { isList, type List, toReal, type Value } from "./value.ts";

/** A vector, or a row of a matrix. */
export type Row = readonly Real[];

/** Rows of the same length. */
export type Matrix = readonly Row[];

/** Whether the value is a list of lists. */
export function isMatrix(value: Value): value is List {
  return isList(value) && value.length > 0 && value.every(isList);
}

export function toRow(value: Value): Row {
  if (isList(value)) return value.map(toReal);
  throw new CalculationError("a list is needed, e.g. [1, 2, 3].");
}

export function toMatrix(value: Value): Matrix {
  if (!isMatrix(value))
    throw new CalculationError("a matrix is needed, e.g. [[1, 2], [3, 4]].");
  const rows = value.map(toRow);
  if (rows.some(({ length }) => length !== rows[0]?.length))
    throw new CalculationError(
      "the rows of a matrix are of different lengths.",
    );
  return rows;
}

export function toSquare(value: Value): Matrix {
  const matrix = toMatrix(value);
  if (matrix.length !== matrix[0]?.length)
    throw new CalculationError(
      `a square matrix is needed, not one of ${matrix.length} rows and ${matrix[0]?.length ?? 0} columns.`,
    );
  return matrix;
}

/** A matrix as it is, a vector as a column. */
export function toColumns(value: Value): Matrix {
  return isMatrix(value) ? toMatrix(value) : toRow(value).map((item) => [item]);
}

export function transpose(matrix: Matrix): Matrix {
  return (matrix[0] ?? []).map((_, column) =>
    matrix.map((row) => row[column] ?? ZERO),
  );
}

export function identity(size: number): Matrix {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (row === column ? ONE : ZERO)),
  );
}
