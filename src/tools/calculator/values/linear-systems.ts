import { CalculationError } from "../calculation-error.ts";
import {
  add,
  divide,
  multiply,
  negate,
  subtract,
} from "../numbers/arithmetic.ts";
import { isZero, ONE, type Real, ZERO } from "../numbers/real.ts";
import type { Workspace } from "../numbers/workspace.ts";
import {
  identity,
  type Matrix,
  type Row,
  toColumns,
  toSquare,
} from "./matrix.ts";
import type { Value } from "./value.ts";

export function determinant(workspace: Workspace, value: Value): Real {
  return eliminate(workspace, toSquare(value)).determinant;
}

/** Throws `CalculationError` for a matrix without an inverse. */
export function inverse(workspace: Workspace, value: Value): Matrix {
  const matrix = toSquare(value);
  return solveColumns(workspace, matrix, identity(matrix.length));
}

/** The `x` of `matrix * x = right`. */
export function solve(
  workspace: Workspace,
  value: Value,
  right: Value,
): Matrix {
  const [matrix, columns] = [toSquare(value), toColumns(right)];
  if (columns.length !== matrix.length)
    throw new CalculationError(
      `the matrix has ${matrix.length} rows, the right side ${columns.length}.`,
    );
  return solveColumns(workspace, matrix, columns);
}

export function trace(workspace: Workspace, value: Value): Real {
  return toSquare(value).reduce<Real>(
    (sum, row, index) => add(workspace, sum, row[index] ?? ZERO),
    ZERO,
  );
}

function solveColumns(
  workspace: Workspace,
  matrix: Matrix,
  columns: Matrix,
): Matrix {
  const size = matrix.length;
  const joined = matrix.map((row, index) => [
    ...row,
    ...(columns[index] ?? []),
  ]);
  const { rows, determinant: area } = eliminate(workspace, joined);
  if (isZero(area))
    throw new CalculationError(
      "the matrix is singular (its determinant is 0): it has no inverse.",
    );
  return rows.map((row) => row.slice(size));
}

/** Gauss-Jordan: the square at the left becomes the identity matrix, unless its determinant is 0. */
function eliminate(
  workspace: Workspace,
  matrix: Matrix,
): { rows: Matrix; determinant: Real } {
  const rows = [...matrix];
  let area: Real = ONE;
  for (let step = 0; step < rows.length; step++) {
    const found = rows.findIndex(
      (row, index) => index >= step && !isZero(row[step] ?? ZERO),
    );
    const row = rows[found];
    const pivot = row?.[step];
    if (row === undefined || pivot === undefined)
      return { rows, determinant: ZERO };
    rows[found] = rows[step] ?? row;
    area = multiply(workspace, found === step ? area : negate(area), pivot);
    const scaled = row.map((item) => divide(workspace, item, pivot));
    for (const [index, other] of rows.entries())
      rows[index] =
        index === step ? scaled : reduceRow(workspace, other, scaled, step);
  }
  return { rows, determinant: area };
}

/** Takes so much of the pivot's row off that the column becomes 0. */
function reduceRow(
  workspace: Workspace,
  row: Row,
  pivotRow: Row,
  column: number,
): Row {
  const times = row[column] ?? ZERO;
  if (isZero(times)) return row;
  return row.map((item, index) =>
    subtract(
      workspace,
      item,
      multiply(workspace, times, pivotRow[index] ?? ZERO),
    ),
  );
}
