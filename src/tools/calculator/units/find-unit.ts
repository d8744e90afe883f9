import { Fraction } from "fraction.js";
import type { Unit, UnitTerm } from "./unit.ts";
import {
  ALIASES,
  DIMENSIONS,
  PARTS,
  PREFIXED,
  PREFIXES,
  UNIT_LINES,
  ZEROS,
} from "./unit-table.ts";

/** The units of that name: `km`, `feet`, `kilowatts`, `m2`, `kph`. Symbols as they are written, words in any case. */
export function findUnit(name: string): readonly UnitTerm[] | undefined {
  const alias = ALIASES.get(name) ?? ALIASES.get(name.toLowerCase());
  if (alias !== undefined) return readUnits(alias, unitTable());
  const [, base = name, power = "1"] = /^(\D+)([23])$/.exec(name) ?? [];
  const unit = findSingle(base);
  return unit && [{ unit, power: Number(power) }];
}

function findSingle(name: string): Unit | undefined {
  const units = unitTable();
  if (name.length < 3) return units.get(name);
  const word = name.toLowerCase();
  return (
    units.get(name) ?? units.get(word) ?? units.get(word.replace(/s$/, ""))
  );
}

/** `mi/h`, `m^2`. */
function readUnits(
  text: string,
  units: ReadonlyMap<string, Unit>,
): readonly UnitTerm[] {
  return text.split("/").flatMap((part, index) => {
    const [symbol = "", power = "1"] = part.split("^");
    const unit = units.get(symbol);
    return unit === undefined
      ? []
      : [{ unit, power: Number(power) * (index === 0 ? 1 : -1) }];
  });
}

let table: ReadonlyMap<string, Unit> | undefined;

/** Made at the first use: most calculations have no units. */
function unitTable(): ReadonlyMap<string, Unit> {
  table ??= createTable();
  return table;
}

function createTable(): ReadonlyMap<string, Unit> {
  const units = new Map<string, Unit>();
  const lines = UNIT_LINES.trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  for (const [symbol = "", factor = "", kind = "", ...names] of lines) {
    const unit = createUnit(symbol, factor, kind);
    for (const name of [symbol, ...names]) units.set(name, unit);
  }
  for (const [symbol = "", , , ...names] of lines) {
    const unit = units.get(symbol);
    if (unit && PREFIXED.has(symbol)) addPrefixed(units, unit, names);
  }
  for (const [symbol, text] of PARTS) {
    const unit = units.get(symbol);
    if (unit) units.set(symbol, { ...unit, parts: readUnits(text, units) });
  }
  return units;
}

function createUnit(symbol: string, factor: string, kind: string): Unit {
  const zero = ZEROS.get(symbol);
  return {
    symbol,
    factor: toFraction(factor),
    dimension: DIMENSIONS[kind] ?? {},
    ...(symbol === "rad" && { isPerPi: true }),
    ...(zero !== undefined && { zero: toFraction(zero) }),
  };
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
      factor: unit.factor.mul(toFraction(factor)),
    };
    for (const name of [unit.symbol, ...names]) {
      const isWord = /^[a-z]{3,}$/.test(name);
      const isSymbol = name === unit.symbol || name.length === 1;
      if (isSymbol) addNew(units, short + name, prefixed);
      if (isWord) addNew(units, word + name, prefixed);
    }
  }
}

function addNew(units: Map<string, Unit>, name: string, unit: Unit): void {
  if (!units.has(name)) units.set(name, unit);
}

/** `1/180`, `0.0254`, `1.6e-19`. */
function toFraction(text: string): Fraction {
  const [mantissa = "", exponent = "0"] = text.split("e");
  const power = new Fraction(10n ** BigInt(Math.abs(Number(exponent))));
  const value = new Fraction(mantissa);
  return Number(exponent) < 0 ? value.div(power) : value.mul(power);
}
