import { Fraction } from "fraction.js";
import {
  crossDependencies,
  cumsumDependencies,
  detDependencies,
  erfDependencies,
  gammaDependencies,
  invDependencies,
  meanDependencies,
  prodDependencies,
  sumDependencies,
  UnitDependencies,
  varianceDependencies,
} from "mathjs";
import { negate, refuseLostDigits, sizeOf } from "./certainty.ts";
import { BigNumber, Complex, createMathjs, type Real } from "./numbers.ts";
import {
  add,
  divide,
  multiply,
  subtract,
  type Unit,
  type UnitDefinition,
} from "./scalars.ts";

interface Mathjs {
  readonly Unit: {
    new (amount: Real, unit: Unit): Unit;
    parse(text: string): Unit;
    isValuelessUnit(name: string): boolean;
    createUnitSingle(name: string, options: object): Unit;
    readonly UNITS: Readonly<Record<string, UnitDefinition>>;
    readonly typeConverters: Record<string, (value: unknown) => unknown>;
  };
}

/**
 * Our scalars for those of mathjs, and for its functions which also take
 * matrices: without these, a calculator loads in a third of the time.
 */
const ours: Readonly<Record<string, unknown>> = {
  BigNumber,
  Complex,
  add,
  addScalar: add,
  subtract,
  subtractScalar: subtract,
  multiply,
  multiplyScalar: multiply,
  divide,
  divideScalar: divide,
  unaryMinus: negate,
  abs: sizeOf,
  /** Of the sizes of units. */
  pow: (base: Real, exponent: Real | number) =>
    base instanceof Fraction
      ? base.pow(Number(exponent))
      : base.pow(Number(exponent)),
  // Units need these for what is not used here: their looks, and best prefixes.
  ...Object.fromEntries(
    ["fix", "round", "equal", "format", "number"].map((name) => [
      name,
      refuseLostDigits,
    ]),
  ),
};

type Functions = Readonly<
  Record<string, (...values: readonly unknown[]) => unknown>
>;

export const math = createMathjs<Mathjs & Functions>({
  UnitDependencies,
  crossDependencies,
  cumsumDependencies,
  detDependencies,
  erfDependencies,
  gammaDependencies,
  invDependencies,
  meanDependencies,
  prodDependencies,
  sumDependencies,
  varianceDependencies,
  ...Object.fromEntries(
    Object.entries(ours).map(([name, value]) => {
      const isClass = value === BigNumber || value === Complex;
      const suffix = isClass ? "Class" : "";
      return [
        `create${name.charAt(0).toUpperCase()}${name.slice(1)}${suffix}`,
        // What mathjs's own `factory` returns.
        Object.assign(() => value, {
          isFactory: true,
          fn: name,
          dependencies: [],
        }),
      ];
    }),
  ),
});
