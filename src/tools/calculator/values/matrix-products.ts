import type { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { add, multiply, subtract } from "../numbers/arithmetic.ts";
import { type Real, ZERO } from "../numbers/real.ts";
import type { Workspace } from "../numbers/workspace.ts";
import { inverse } from "./linear-systems.ts";
import {
  identity,
  isMatrix,
  type Matrix,
  type Row,
  toColumns,
  toMatrix,
  toRow,
  toSquare,
  transpose,
} from "./matrix.ts";
import { refuseLongList } from "./list-size.ts";
import type { List, Value } from "./value.ts";

const MAX_POWER = 100n;

/** A vector stands as a column behind a matrix, and as a row before one. */
export function multiplyMatrices(
  workspace: Workspace,
  left: List,
  right: List,
): Value {
  if (!isMatrix(left) && !isMatrix(right))
    throw new CalculationError(
      "the product of two lists is unclear. Write dot([1, 2], [3, 4]) or [1, 2] .* [3, 4].",
    );
  const one = isMatrix(left) ? toMatrix(left) : [toRow(left)];
  const product = multiplyRows(workspace, one, toColumns(right));
  if (!isMatrix(left)) return product[0] ?? [];
  return isMatrix(right) ? product : product.map(([item = ZERO]) => item);
}

/** Negative powers are those of the inverse. */
export function powerOfMatrix(
  workspace: Workspace,
  base: List,
  exponent: Fraction,
): Matrix {
  if (exponent.n > MAX_POWER)
    throw new CalculationError(
      `matrices are raised to powers up to ${MAX_POWER} only.`,
    );
  const matrix = exponent.s < 0n ? inverse(workspace, base) : toSquare(base);
  let product = identity(matrix.length);
  for (let count = 0n; count < exponent.n; count++)
    product = multiplyRows(workspace, product, matrix);
  return product;
}

export function dot(workspace: Workspace, left: Row, right: Row): Real {
  if (left.length !== right.length)
    throw new CalculationError(
      `the lists have different lengths (${left.length} and ${right.length}).`,
    );
  return left.reduce<Real>(
    (sum, item, index) =>
      add(workspace, sum, multiply(workspace, item, right[index] ?? ZERO)),
    ZERO,
  );
}

export function cross(workspace: Workspace, left: Row, right: Row): Row {
  const [[a, b, c], [d, e, f]] = [left, right];
  if (!a || !b || !c || !d || !e || !f || left.length + right.length !== 6)
    throw new CalculationError(
      "cross takes two lists of three numbers: cross([1, 0, 0], [0, 1, 0]).",
    );
  const minor = (one: Row, other: Row) =>
    subtract(workspace, product(one), product(other));
  const product = ([one = ZERO, other = ZERO]: Row) =>
    multiply(workspace, one, other);
  return [minor([b, f], [c, e]), minor([c, d], [a, f]), minor([a, e], [b, d])];
}

function multiplyRows(
  workspace: Workspace,
  left: Matrix,
  right: Matrix,
): Matrix {
  if (left[0]?.length !== right.length)
    throw new CalculationError(
      `a matrix of ${left[0]?.length ?? 0} columns cannot be multiplied by one of ${right.length} rows.`,
    );
  const columns = transpose(right);
  refuseLongList(left.length * columns.length);
  return left.map((row) =>
    columns.map((column) => dot(workspace, row, column)),
  );
}
