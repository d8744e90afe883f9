import { Fraction } from "fraction.js";
import {
  ALIASES,
  DIMENSIONS,
  PARTS,
  PREFIXED,
  PREFIXES,
  UNIT_LINES,
  ZEROS,
} from "./unit-table.ts";

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

type Units = ReadonlyMap<string, Unit>;

/** The units of that name: `km`, `feet`, `kilowatts`, `m2`, `kph`. Symbols as they are written, words in any case. */
export function findUnit(name: string): readonly UnitTerm[] | undefined {
  // Made at the first use: most calculations have no units.
  table ??= createTable();
  const alias = ALIASES.get(name) ?? ALIASES.get(name.toLowerCase());
  if (alias !== undefined) return parseUnits(alias, table);
  const [, base = name, power = "1"] = /^(\D+)([23])$/.exec(name) ?? [];
  const unit = findSingle(base, table);
  return unit && [{ unit, power: Number(power) }];
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

function findSingle(name: string, units: Units): Unit | undefined {
  if (name.length < 3) return units.get(name);
  const word = name.toLowerCase();
  return (
    units.get(name) ?? units.get(word) ?? units.get(word.replace(/s$/, ""))
  );
}

/** `mi/h`, `m^2`. */
function parseUnits(text: string, units: Units): readonly UnitTerm[] {
  return text.split("/").flatMap((part, index) => {
    const [symbol = "", power = "1"] = part.split("^");
    const unit = units.get(symbol);
    return unit === undefined
      ? []
      : [{ unit, power: Number(power) * (index === 0 ? 1 : -1) }];
  });
}

let table: Units | undefined;

function createTable(): Units {
  const units = new Map<string, Unit>();
  const lines = UNIT_LINES.trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  for (const [symbol = "", factor = "", kind = "", ...names] of lines) {
    const zero = ZEROS.get(symbol);
    const unit: Unit = {
      symbol,
      factor: parseFactor(factor),
      dimension: DIMENSIONS[kind] ?? {},
      ...(symbol === "rad" && { isPerPi: true }),
      ...(zero !== undefined && { zero: parseFactor(zero) }),
    };
    for (const name of [symbol, ...names]) units.set(name, unit);
  }
  for (const [symbol = "", , , ...names] of lines) {
    const unit = units.get(symbol);
    if (unit && PREFIXED.has(symbol)) addPrefixed(units, unit, names);
  }
  for (const [symbol, text] of PARTS) {
    const unit = units.get(symbol);
    if (unit) units.set(symbol, { ...unit, parts: parseUnits(text, units) });
  }
  return units;
}

/** Short prefixes go with symbols, words with words; neither kilom nor kmeter. Names that are taken stay. */
function addPrefixed(
  units: Map<string, Unit>,
  unit: Unit,
  names: readonly string[],
): void {
  for (const { word, short, factor } of PREFIXES) {
    const prefixed = {
      ...unit,
      symbol: `${short}${unit.symbol}`,
      factor: unit.factor.mul(parseFactor(factor)),
    };
    for (const name of [unit.symbol, ...names]) {
      const isSymbol = name === unit.symbol || name.length === 1;
      const isWord = /^[a-z]{3,}$/.test(name);
      for (const full of [
        ...(isSymbol ? [short + name] : []),
        ...(isWord ? [word + name] : []),
      ])
        if (!units.has(full)) units.set(full, prefixed);
    }
  }
}

/** `1/180`, `0.0254`, `1.6e-19`. */
function parseFactor(text: string): Fraction {
  const [mantissa = "", exponent = "0"] = text.split("e");
  const power = new Fraction(10n ** BigInt(Math.abs(Number(exponent))));
  const value = new Fraction(mantissa);
  return Number(exponent) < 0 ? value.div(power) : value.mul(power);
}
