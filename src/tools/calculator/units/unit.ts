import type { Fraction } from "fraction.js";

/** Powers of base units (m, kg, s, …), without those that are 0. */
export type Dimension = Readonly<Record<string, number>>;

export interface Unit {
  /** As it is shown. */
  readonly symbol: string;
  /** One of it in base units. */
  readonly factor: Fraction;
  readonly dimension: Dimension;
  /** The factor is to be divided by pi: a radian is 1/pi of a half turn. */
  readonly isPerPi?: true;
  /** What its 0 is in base units; of temperatures. */
  readonly zero?: Fraction;
  /** What it is short for: mph is mi/h. */
  readonly parts?: readonly UnitTerm[];
}

/** A unit in a product of units: `s` with the power -2 in m/s^2. */
export interface UnitTerm {
  readonly unit: Unit;
  readonly power: number;
}

/** The dimension of a product of units. */
export function dimensionOf(terms: readonly UnitTerm[]): Dimension {
  const sum: Record<string, number> = {};
  for (const { unit, power } of terms)
    for (const [base, exponent] of Object.entries(unit.dimension))
      sum[base] = (sum[base] ?? 0) + exponent * power;
  return Object.fromEntries(
    Object.entries(sum).filter(([, exponent]) => exponent !== 0),
  );
}

export function isSameDimension(one: Dimension, other: Dimension): boolean {
  const bases = Object.keys(one);
  return (
    bases.length === Object.keys(other).length &&
    bases.every((base) => one[base] === other[base])
  );
}

/** `km/h`, `kg*m/s^2`, `s^-1`. */
export function writeUnits(terms: readonly UnitTerm[]): string {
  const above = terms.filter(({ power }) => power > 0);
  const below = terms.filter(({ power }) => power < 0);
  if (above.length === 0) return below.map(writeTerm).join("*");
  const divisors = below.map(
    ({ unit, power }) => `/${writeTerm({ unit, power: -power })}`,
  );
  return above.map(writeTerm).join("*") + divisors.join("");
}

function writeTerm({ unit, power }: UnitTerm): string {
  return power === 1 ? unit.symbol : `${unit.symbol}^${power}`;
}
