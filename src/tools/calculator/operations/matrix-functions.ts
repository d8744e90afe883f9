import { CalculationError } from "../calculation-error.ts";
import { power } from "../numbers/powers.ts";
import { HALF } from "../numbers/real.ts";
import {
  determinant,
  inverse,
  solve,
  trace,
} from "../values/linear-systems.ts";
import { cross, dot } from "../values/matrix-products.ts";
import {
  identity,
  isMatrix,
  toMatrix,
  toRow,
  transpose,
} from "../values/matrix.ts";
import { toInteger, type Value } from "../values/value.ts";
import { define, type Operation } from "./operation.ts";

const MAX_SIZE = 20n;

export const MATRIX_FUNCTIONS: readonly (readonly [string, Operation])[] = [
  ...define([1, 1], {
    det: determinant,
    inv: inverse,
    transpose: (_, value) =>
      transpose(isMatrix(value) ? toMatrix(value) : [toRow(value)]),
    trace,
    norm: (workspace, value) => {
      const row = toRow(isMatrix(value) ? value.flat() : value);
      return power(workspace, dot(workspace, row, row), HALF);
    },
    identity: (_, value) => squareIdentity(value),
  }),
  ...define([2, 2], {
    dot: (workspace, left, right) => dot(workspace, toRow(left), toRow(right)),
    cross: (workspace, left, right) =>
      cross(workspace, toRow(left), toRow(right)),
    solve,
  }),
];

function squareIdentity(value: Value): Value {
  const size = toInteger(value);
  if (size.s < 0n || size.n > MAX_SIZE)
    throw new CalculationError(`identity takes a size up to ${MAX_SIZE}.`);
  return identity(Number(size.n));
}
