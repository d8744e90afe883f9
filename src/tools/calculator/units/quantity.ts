import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { ONE, ZERO, type Real } from "../numbers/arithmetic.ts";
import type { Reals } from "../numbers/reals.ts";
import { findUnit, writeUnits, type Unit, type UnitTerm } from "./units.ts";

/** An amount with units: 5 km, 50 km/h, 37 degC. */
export class Quantity {
  readonly amount: Real;
  readonly terms: readonly UnitTerm[];

  constructor(amount: Real, terms: readonly UnitTerm[]) {
    this.amount = amount;
    this.terms = terms;
  }
}

/** Limit on a unit's exponent, as in s^-2. */
const MAX_POWER = 20;

/** Throws `CalculationError` if the units measure different things. */
export function convert(
  reals: Reals,
  { amount, terms }: Quantity,
  to: readonly UnitTerm[],
): Quantity {
  if (!isSameDimension(terms, to))
    throw new CalculationError(
      `${writeUnits(terms)} cannot be converted to ${writeUnits(to)}: they measure different things.`,
    );
  const inBaseUnits = reals.add(
    reals.multiply(amount, sizeOf(reals, terms)),
    zeroOf(terms),
  );
  const converted = reals.divide(
    reals.subtract(inBaseUnits, zeroOf(to)),
    sizeOf(reals, to),
  );
  return new Quantity(converted, to);
}

/** The result has the units of `left`. */
export function add(reals: Reals, left: Quantity, right: Quantity): Quantity {
  refuseTemperature(left);
  refuseTemperature(right);
  const { amount } = convert(reals, right, left.terms);
  return new Quantity(reals.add(left.amount, amount), left.terms);
}

/** Returns a plain number if the units cancel out. */
export function multiply(
  reals: Reals,
  left: Quantity,
  right: Quantity,
): Quantity | Real {
  let amount = reals.multiply(left.amount, right.amount);
  const terms: UnitTerm[] = [];
  for (const term of [...expand(left), ...expand(right)]) {
    const index = terms.findIndex(({ unit }) => isSameKind(unit, term.unit));
    const same = terms[index];
    if (same === undefined) terms.push(term);
    else {
      const ratio = reals.divide(term.unit.factor, same.unit.factor);
      const raised = reals.power(ratio, new Fraction(term.power));
      amount = reals.multiply(amount, raised);
      terms[index] = { unit: same.unit, power: same.power + term.power };
    }
  }
  return simplify(amount, terms);
}

export function invert(reals: Reals, { amount, terms }: Quantity): Quantity {
  return new Quantity(
    reals.divide(ONE, amount),
    terms.map(({ unit, power }) => ({ unit, power: -power })),
  );
}

/**
 * Takes an integer exponent, or a root that leaves integer exponents of the
 * units: sqrt(4 m^2) is 2 m.
 */
export function raise(
  reals: Reals,
  base: Quantity,
  exponent: Real,
): Quantity | Real {
  refuseTemperature(base);
  const times = Number(exponent.valueOf());
  const terms = base.terms.map(({ unit, power }) => ({
    unit,
    power: power * times,
  }));
  if (!terms.every(({ power }) => Number.isInteger(power)))
    throw new CalculationError(
      `${writeUnits(base.terms)} cannot be raised to that power.`,
    );
  return simplify(reals.power(base.amount, exponent), terms);
}

export function radians(amount: Real): Quantity {
  return new Quantity(amount, findUnit("rad") ?? []);
}

/** An angle's unit, to which plain numbers can be converted. */
export function isAngle(terms: readonly UnitTerm[]): boolean {
  return terms[0]?.unit.dimension[0]?.[0] === "halfTurn";
}

function simplify(amount: Real, terms: readonly UnitTerm[]): Quantity | Real {
  const left = terms.filter(({ power }) => power !== 0);
  if (left.some(({ power }) => Math.abs(power) > MAX_POWER))
    throw new CalculationError(
      `units are raised to powers up to ${MAX_POWER} only.`,
    );
  return left.length === 0 ? amount : new Quantity(amount, left);
}

function expand(quantity: Quantity): readonly UnitTerm[] {
  refuseTemperature(quantity);
  return quantity.terms.flatMap(
    ({ unit, power }) =>
      unit.parts?.map((part) => ({
        unit: part.unit,
        power: part.power * power,
      })) ?? [{ unit, power }],
  );
}

/**
 * Temperatures in degC and degF have no meaningful sums or products: twice 20
 * degC would be 313 degC.
 */
function refuseTemperature({ terms }: Quantity): void {
  const scale = terms.find(({ unit }) => unit.zero !== undefined);
  if (scale !== undefined)
    throw new CalculationError(
      `temperatures in ${scale.unit.symbol} can only be converted. Calculate with plain numbers, e.g. (98.6 - 32) * 5 / 9.`,
    );
}

function isSameKind(one: Unit, other: Unit): boolean {
  return (
    one.isPerPi === other.isPerPi &&
    isSameDimension([{ unit: one, power: 1 }], [{ unit: other, power: 1 }])
  );
}

function isSameDimension(
  one: readonly UnitTerm[],
  other: readonly UnitTerm[],
): boolean {
  const powers = new Map<string, number>();
  const count = (terms: readonly UnitTerm[], sign: 1 | -1) => {
    for (const { unit, power } of terms)
      for (const [base, own] of unit.dimension)
        powers.set(base, (powers.get(base) ?? 0) + own * power * sign);
  };
  count(one, 1);
  count(other, -1);
  return [...powers.values()].every((power) => power === 0);
}

/** The size of the units in base units. */
function sizeOf(reals: Reals, terms: readonly UnitTerm[]): Real {
  return terms.reduce<Real>((size, { unit, power }) => {
    const factor = unit.isPerPi
      ? reals.divide(unit.factor, reals.pi)
      : unit.factor;
    const raised = reals.power(factor, new Fraction(power));
    return reals.multiply(size, raised);
  }, ONE);
}

function zeroOf(terms: readonly UnitTerm[]): Fraction {
  const [term] = terms;
  const isPlain = terms.length === 1 && term?.power === 1;
  return (isPlain ? term.unit.zero : undefined) ?? ZERO;
}
