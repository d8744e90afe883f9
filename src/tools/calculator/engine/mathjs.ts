import {
  create,
  crossDependencies,
  cumsumDependencies,
  detDependencies,
  erfDependencies,
  factory,
  gammaDependencies,
  invDependencies,
  meanDependencies,
  prodDependencies,
  sumDependencies,
  UnitDependencies,
  varianceDependencies,
  type BigNumber as Decimal,
  type FactoryFunctionMap,
} from "mathjs";
import { DIGITS, negate, refuseLostDigits, sizeOf } from "./certainty.ts";
import { BigNumber, Complex, type Real } from "./numbers.ts";
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
    (base as Decimal).pow(Number(exponent)),
  // Units need these for what is not used here: their looks, and best prefixes.
  ...Object.fromEntries(
    ["fix", "round", "equal", "format", "number"].map((name) => [
      name,
      refuseLostDigits,
    ]),
  ),
};

const instance: unknown = create(
  {
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
      Object.entries(ours).map(([name, value]) => [
        `create${name.charAt(0).toUpperCase()}${name.slice(1)}${value === BigNumber || value === Complex ? "Class" : ""}`,
        factory(name as never, [], () => value),
      ]),
    ),
  } as FactoryFunctionMap,
  { number: "Fraction", precision: DIGITS },
);

export const math = instance as Mathjs &
  Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
