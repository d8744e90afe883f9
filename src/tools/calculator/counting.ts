import { refuseInexactInteger } from "./arithmetic.ts";
import { CalculationError } from "./calculation-error.ts";

/** The first integer beyond all doubles. */
const OVERFLOW = 2n ** 1024n;

export function factorial(value: number): number {
  return permutations(value, value);
}

/** Ways to choose `chosen` of `total` in order. Ends at the latest when the count outgrows a double. */
export function permutations(total: number, chosen: number): number {
  refuseUncountable(total, chosen);
  if (chosen > total) return 0;
  let count = 1n;
  for (let taken = 0; taken < chosen && count < OVERFLOW; taken++)
    count *= BigInt(total - taken);
  return Number(count);
}

/** Ways to choose `chosen` of `total` without order. Ends like `permutations`. */
export function combinations(total: number, chosen: number): number {
  refuseUncountable(total, chosen);
  if (chosen > total) return 0;
  const fewer = Math.min(chosen, total - chosen);
  let count = 1n;
  for (let taken = 1; taken <= fewer && count < OVERFLOW; taken++)
    count = (count * BigInt(total - fewer + taken)) / BigInt(taken);
  return Number(count);
}

/**
 * Applies an operation to the integers one after another. Refuses what is not an integer or too large to be known to its
 * last digit, in the values as in the results.
 */
export function onIntegers(
  apply: (left: number, right: number) => number,
): (...values: number[]) => number {
  return (...values) => {
    if (!values.every(Number.isInteger))
      throw new CalculationError(
        `gcd and lcm take integers, not ${values.join(", ")}.`,
      );
    const result = values.reduce((left, right) => {
      refuseInexactInteger(left);
      refuseInexactInteger(right);
      return apply(left, right);
    });
    refuseInexactInteger(result);
    return result;
  };
}

function refuseUncountable(...values: number[]): void {
  values.forEach(refuseInexactInteger);
  if (values.some((value) => !Number.isInteger(value) || value < 0))
    throw new CalculationError(
      `factorials, combinations and permutations take whole numbers from 0 on, not ${values.join(", ")}.`,
    );
}
