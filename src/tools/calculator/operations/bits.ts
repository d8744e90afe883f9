import { Fraction } from "fraction.js";
import { multiply } from "../numbers/arithmetic.ts";
import { power } from "../numbers/powers.ts";
import { toBigInt, TWO } from "../numbers/real.ts";
import { floorDivide } from "../numbers/rounding.ts";
import { toInteger } from "../values/value.ts";
import { type Apply, define, type Operation } from "./operation.ts";

export const BIT_OPERATORS: readonly (readonly [string, Operation])[] = [
  ...define([1, 1], { bitNot: onBits((value) => ~value) }),
  ...define([2, 2], {
    bitAnd: onBits((left, right) => left & right),
    bitOr: onBits((left, right) => left | right),
    bitXor: onBits((left, right) => left ^ right),
    leftShift: (workspace, value, places) =>
      multiply(
        workspace,
        toInteger(value),
        power(workspace, TWO, toInteger(places)),
      ),
    rightArithShift: (workspace, value, places) =>
      floorDivide(
        workspace,
        toInteger(value),
        power(workspace, TWO, toInteger(places)),
      ),
  }),
];

function onBits(apply: (left: bigint, right: bigint) => bigint): Apply {
  return (workspace, left, right = left) => {
    workspace.effort.spend(1);
    return new Fraction(
      apply(toBigInt(toInteger(left)), toBigInt(toInteger(right))),
    );
  };
}
