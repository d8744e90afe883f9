import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { atPlaces, compare, floor, multiply, power } from "./arithmetic.ts";
import { findFunction } from "./catalogue.ts";
import type { Real } from "./numbers.ts";
import * as scalars from "./scalars.ts";
import {
  define,
  elementwise,
  HALF,
  isInteger,
  isNegative,
  isZero,
  ofReals,
  type Operation,
} from "./values.ts";

/**
 * Finds a function of numpy, or of JavaScript's or Python's math, which may
 * differ from the one of that name here. `module`: `np.`, `Math.`, or nothing.
 */
export function findFunctionOf(
  module: string,
  name: string,
): Operation | undefined {
  if (module === "") return SPREADSHEET.get(name) ?? findFunction(name);
  const isNumpy = /^n(?:p|umpy)\./i.test(module);
  const others = isNumpy ? NUMPY : module === "Math." ? JAVASCRIPT : undefined;
  const operation = others?.get(name.toLowerCase()) ?? findFunction(name);
  if (operation === undefined) return undefined;
  const isShorter =
    module === "Math."
      ? /^(?:round|log)$/.test(name)
      : isNumpy && !/^(?:round|around|gcd|lcm|hypot)$/i.test(name);
  if (isShorter && operation.arity[0] === 1)
    return ofOneValue(operation, module + name);
  return name === "pow" ? { ...operation, arity: [2, 2] } : operation;
}

/** Its other values are ignored there, or the number of an axis from 0 on. */
function ofOneValue(operation: Operation, written: string): Operation {
  return {
    ...operation,
    arity: [1, 2],
    apply(value, ...others) {
      const isOption = others.every((other) => typeof other === "string");
      if (isOption) return operation.apply(value, ...others);
      throw new CalculationError(
        `${written} reads a second value in another way than it does here. Write the function without the prefix, or leave that value out.`,
      );
    },
  };
}

/** Halves are rounded up: -2.5 to -2. */
const JAVASCRIPT = new Map(
  define([1, 1], {
    round: ofReals((value) => floor(scalars.add(value, HALF))),
  }),
);

const NUMPY: ReadonlyMap<string, Operation> = new Map([
  ...["std", "var"].flatMap((name) => {
    const operation = findFunction(`p${name}`);
    return operation === undefined ? [] : [[name, operation] as const];
  }),
  ...define([1, 2], {
    round: ofReals(atPlaces(roundToEven)),
    around: ofReals(atPlaces(roundToEven)),
  }),
  ...define([2, 2], {
    multiply,
    power: elementwise(power),
    maximum: elementwise((one, other) =>
      compare(one, other) < 0 ? other : one,
    ),
    minimum: elementwise((one, other) =>
      compare(one, other) < 0 ? one : other,
    ),
  }),
]);

function roundToEven(size: Real): Real {
  const rounded = floor(scalars.add(size, HALF));
  const isHalf = isZero(
    scalars.subtract(scalars.subtract(rounded, HALF), size),
  );
  return isHalf && rounded.n % 2n === 1n
    ? rounded.sub(new Fraction(1n))
    : rounded;
}

const SPREADSHEET = new Map(
  define([1, 2], {
    LOG: (value, base) => {
      if (base !== undefined)
        return findFunction("log")?.apply(value, base) ?? base;
      throw new CalculationError(
        "LOG has base 10 in spreadsheets, and is natural elsewhere. Write log10(100) or ln(100).",
      );
    },
    INT: ofReals((value) => {
      if (!isNegative(value) || isInteger(value)) return floor(value);
      throw new CalculationError(
        "INT rounds down in spreadsheets, and towards 0 elsewhere. Write floor(-3.7) or trunc(-3.7).",
      );
    }),
  }),
);
