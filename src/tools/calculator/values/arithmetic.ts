import { CalculationError } from "../calculation-error.ts";
import * as reals from "../numbers/arithmetic.ts";
import {
  addComplex,
  Complex,
  divideComplex,
  multiplyComplex,
  negateComplex,
  powerOfComplex,
} from "../numbers/complex.ts";
import * as powers from "../numbers/powers.ts";
import { isInteger, isNegative, isReal, type Real } from "../numbers/real.ts";
import type { Workspace } from "../numbers/workspace.ts";
import {
  addQuantities,
  invert,
  multiplyQuantities,
  powerOfQuantity,
  Quantity,
} from "../units/quantity.ts";
import { elementwise } from "./elementwise.ts";
import { isMatrix } from "./matrix.ts";
import { multiplyMatrices, powerOfMatrix } from "./matrix-products.ts";
import { isList, toReal, toScalar, type Value } from "./value.ts";

/** Numbers, values with units, and lists of the same shape or with a number. Throws `CalculationError` for the rest. */
export function add(workspace: Workspace, left: Value, right: Value): Value {
  if (isList(left) || isList(right))
    return elementwise(workspace, [left, right], add);
  if (left instanceof Quantity && right instanceof Quantity)
    return addQuantities(workspace, left, right);
  if (left instanceof Quantity || right instanceof Quantity)
    throw new CalculationError(
      "a value with a unit and one without cannot be added. Give both a unit, e.g. 5 km + 3 km.",
    );
  return isReal(left) && isReal(right)
    ? reals.add(workspace, left, right)
    : addComplex(workspace, toScalar(left), toScalar(right));
}

export function negate(workspace: Workspace, value: Value): Value {
  if (isList(value)) return value.map((item) => negate(workspace, item));
  if (value instanceof Quantity)
    return new Quantity(reals.negate(value.amount), value.terms);
  if (value instanceof Complex) return negateComplex(value);
  return reals.negate(toReal(value));
}

export function subtract(
  workspace: Workspace,
  left: Value,
  right: Value,
): Value {
  return add(workspace, left, negate(workspace, right));
}

/** Of two matrices, or a matrix and a vector, their matrix product. */
export function multiply(
  workspace: Workspace,
  left: Value,
  right: Value,
): Value {
  if (isList(left) && isList(right))
    return multiplyMatrices(workspace, left, right);
  return multiplyElements(workspace, left, right);
}

/** Each element with its counterpart. */
export function multiplyElements(
  workspace: Workspace,
  left: Value,
  right: Value,
): Value {
  if (isList(left) || isList(right))
    return elementwise(workspace, [left, right], multiplyElements);
  if (left instanceof Quantity || right instanceof Quantity)
    return multiplyQuantities(workspace, toQuantity(left), toQuantity(right));
  return isReal(left) && isReal(right)
    ? reals.multiply(workspace, left, right)
    : multiplyComplex(workspace, toScalar(left), toScalar(right));
}

export function divide(workspace: Workspace, left: Value, right: Value): Value {
  if (isList(right))
    throw new CalculationError(
      "nothing can be divided by a list. For matrices write a * inv(b).",
    );
  if (isList(left)) return left.map((item) => divide(workspace, item, right));
  if (right instanceof Quantity)
    return multiply(workspace, left, invert(workspace, right));
  if (left instanceof Quantity)
    return new Quantity(
      reals.divide(workspace, left.amount, toReal(right)),
      left.terms,
    );
  return isReal(left) && isReal(right)
    ? reals.divide(workspace, left, right)
    : divideComplex(workspace, toScalar(left), toScalar(right));
}

/** A root of a negative number is complex. */
export function power(
  workspace: Workspace,
  base: Value,
  exponent: Value,
): Value {
  if (isMatrix(base) && isInteger(exponent))
    return powerOfMatrix(workspace, base, exponent);
  if (base instanceof Quantity)
    return powerOfQuantity(workspace, base, toReal(exponent));
  if (!isReal(base) || !isReal(exponent))
    return powerOfComplex(workspace, toScalar(base), toScalar(exponent));
  return isNegative(base) && !isInteger(exponent)
    ? powerOfComplex(workspace, base, exponent)
    : powers.power(workspace, base, exponent);
}

function toQuantity(value: Value): Quantity {
  return value instanceof Quantity ? value : new Quantity(toReal(value), []);
}

/** `apply` on a number or on the amount of a value with a unit. */
export function onAmount(
  value: Value,
  apply: (amount: Real) => Real,
): Real | Quantity {
  return value instanceof Quantity
    ? new Quantity(apply(value.amount), value.terms)
    : apply(toReal(value));
}
