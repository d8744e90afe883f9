import { Fraction } from "fraction.js";
import { powerModulo } from "../numbers/integers.ts";
import { isInteger, isNegative, isZero, toBigInt } from "../numbers/real.ts";
import { modulo } from "../numbers/rounding.ts";
import type { Workspace } from "../numbers/workspace.ts";
import { convert, Quantity } from "../units/quantity.ts";
import { power } from "../values/arithmetic.ts";
import { isList, toReal, type Value } from "../values/value.ts";

export function remainder(
  workspace: Workspace,
  left: Value,
  right: Value,
): Value {
  if (isList(left))
    return left.map((item) => remainder(workspace, item, right));
  if (!(left instanceof Quantity && right instanceof Quantity))
    return modulo(workspace, toReal(left), toReal(right));
  const { amount } = convert(workspace, right, left.terms);
  return new Quantity(modulo(workspace, left.amount, amount), left.terms);
}

/** `base ^ exponent % modulus`, of integers without the power itself: 7^(10^9) % 13. */
export function remainderOfPower(
  workspace: Workspace,
  base: Value,
  exponent: Value,
  modulus: Value,
): Value {
  const isModular =
    isInteger(base) &&
    isInteger(exponent) &&
    isInteger(modulus) &&
    !isNegative(exponent) &&
    !isZero(modulus);
  if (!isModular)
    return remainder(workspace, power(workspace, base, exponent), modulus);
  return new Fraction(
    powerModulo(workspace, {
      base: toBigInt(base),
      exponent: toBigInt(exponent),
      modulus: toBigInt(modulus),
    }),
  );
}
