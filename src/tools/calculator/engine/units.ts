import { Fraction } from "fraction.js";
import { CalculationError } from "../calculation-error.ts";
import { parseNames } from "../table.ts";
import { math } from "./mathjs.ts";
import { BigNumber, isDecimal, type Real } from "./numbers.ts";
import type { Unit, UnitTerm } from "./scalars.ts";

/** Limit on a unit's exponent, as in s^-2. */
const MAX_POWER = 20;

const found = new Map<string, Unit>();

/**
 * Finds a unit by name, with an amount of 1: `km`, `feet`, `kilowatts`, `m2`,
 * `kph`. Symbols are case-sensitive, words are not.
 */
export function findUnit(name: string): Unit | undefined {
  const known = found.get(name);
  if (known !== undefined) return known;
  const [, base = name, power = ""] = /^(\p{L}+)([23])$/u.exec(name) ?? [];
  const singular = base.length < 3 ? base : base.replace(/s$/, "");
  const lower = base.length < 3 ? base : base.toLowerCase();
  const words = [base, singular, lower, lower.replace(/(?<=..)s$/, "")];
  const symbol =
    words.map(toSymbol).find((each) => each !== undefined) ??
    [singular, ...words].find((each) => parseUnit(each) !== undefined);
  const unit =
    symbol && parseUnit(power === "" ? symbol : `${symbol}^${power}`);
  if (!unit) return undefined;
  found.set(name, unit);
  return unit;
}

/** `meter` → `m`, `kilometer` → `km`. */
function toSymbol(word: string): string | undefined {
  const alias = ALIASES.get(word);
  const [, prefix = "", rest = ""] = PREFIX.exec(word) ?? [];
  const symbol = ALIASES.get(rest);
  return alias ?? (symbol && (PREFIXES.get(prefix) ?? "") + symbol);
}

function parseUnit(symbol: string): Unit | undefined {
  if (!/^[a-zA-Z](?:[a-zA-Z/*]|\^\d)*$/.test(symbol)) return undefined;
  if (/^currency[A-Z]+$/.test(symbol) && math.Unit.UNITS[symbol] === undefined)
    math.Unit.createUnitSingle(symbol, {});
  const names = symbol.match(/[a-zA-Z]+/g) ?? [];
  if (!names.every((name) => math.Unit.isValuelessUnit(name))) return undefined;
  const unit = math.Unit.parse(symbol);
  const isUsual = unit.units.every(
    ({ unit: { name }, prefix }) =>
      SHORT_PREFIXES.has(prefix.name) && !/^VAR?$/.test(name),
  );
  return isUsual ? withAmount(unit, new Fraction(1n)) : undefined;
}

/** Creates the units that mathjs lacks, and makes all sizes exact. */
function prepareUnits(): void {
  const { UNITS, typeConverters } = math.Unit;
  typeConverters["Fraction"] = (size) =>
    size instanceof Fraction || isDecimal(size) ? size : toExact(String(size));
  // Reactive power, which is imaginary.
  const { VAR: _, ...units } = UNITS;
  for (const unit of Object.values(units)) {
    unit.value = toExact(String(unit.value));
    unit.offset = toExact(String(unit.offset));
  }
  for (const [name, size] of SIZES) {
    const unit = UNITS[name];
    if (unit !== undefined) unit.value = toExact(size);
  }
  // Exact angles are multiples of a degree, and a radian is not.
  const radian = new BigNumber(180).div(BigNumber.acos(-1));
  for (const name of ["rad", "radian", "radians"]) {
    const unit = UNITS[name];
    if (unit !== undefined) unit.value = radian;
  }
  for (const [name, size] of OURS) {
    const [amount = "", unit = ""] = size.split("~");
    const definition = withAmount(math.Unit.parse(unit), toExact(amount));
    math.Unit.createUnitSingle(name, { definition, prefixes: "short" });
  }
}

/** `0.0254`, `1.6e-19`, `5/9`. */
function toExact(text: string): Fraction {
  const [size = "", divisor = "1"] = text.split("/");
  const [mantissa = "", exponent = "0"] = size.split("e");
  const power = new Fraction(10n ** BigInt(Math.abs(Number(exponent))));
  const value = new Fraction(mantissa).div(divisor);
  return exponent.startsWith("-") ? value.div(power) : value.mul(power);
}

export function amountOf(unit: Unit): Real {
  return unit.toNumeric();
}

export function withAmount(unit: Unit, amount: Real): Unit {
  return new math.Unit(amount, withoutAmount(unit));
}

export function withoutAmount(unit: Unit): Unit {
  const bare = unit.clone();
  bare.value = null;
  return bare;
}

/** `h/h` and `m*ft` become one unit; a plain number remains if all cancel. */
export function mergeUnits(value: Unit): Unit | Real {
  const merged = value.clone();
  merged.units = [];
  const isProduct = value.units.length > 1;
  for (const term of isProduct ? value.units.flatMap(splitFuel) : value.units) {
    const same = merged.units.find(
      ({ unit }) => unit.dimensions.join() === term.unit.dimensions.join(),
    );
    if (same === undefined) merged.units.push({ ...term });
    else same.power += term.power;
  }
  merged.units = merged.units.filter(({ power }) => power !== 0);
  if (merged.units.some(({ power }) => Math.abs(power) > MAX_POWER))
    throw new CalculationError(
      `units are raised to powers up to ${MAX_POWER} only.`,
    );
  return merged.units.length === 0 && value.value !== null
    ? value.value
    : merged;
}

/** What C and F may also mean. */
const ELECTRIC = parseNames("coulomb degC|farad degF");

const FUEL = "litresPerHundredKm";

/** Matters in products: 6.5 L/100km * 320 km is 20.8 L. */
function splitFuel(term: UnitTerm): readonly UnitTerm[] {
  if (term.unit.name !== FUEL) return [term];
  const parts = math.Unit.parse("L/km").units;
  return parts.map((part) => ({ ...part, power: part.power * term.power }));
}

/**
 * Throws `CalculationError` if the units measure different things. 40 mpg and
 * 5.9 L/100km are reciprocal.
 */
export function convertUnit(value: Unit, target: Unit): Unit {
  const isOfFuel = [...value.units, ...target.units].some(
    ({ unit }) => unit.name === FUEL,
  );
  const inverse = isOfFuel ? value.divideInto(new Fraction(1n)) : value;
  if (isOfFuel && !value.equalBase(target) && inverse.equalBase(target))
    return inverse.to(withoutAmount(target));
  const electric = findUnit(
    ELECTRIC.get(target.units[0]?.unit.name ?? "") ?? "",
  );
  if (electric !== undefined && value.equalBase(electric))
    return value.to(withoutAmount(electric));
  if (!value.equalBase(target))
    throw new CalculationError(
      `${writeUnits(value)} cannot be converted to ${writeUnits(target)}: they measure different things.`,
    );
  return value.to(withoutAmount(target));
}

/**
 * Temperatures in degC and degF have no meaningful sums or products: twice 20
 * degC would be 313 degC.
 */
export function refuseTemperature(value: Unit): void {
  const scale = value.units.find(
    ({ unit }) => unit.offset instanceof Fraction && unit.offset.n !== 0n,
  );
  if (scale !== undefined)
    throw new CalculationError(
      `temperatures in ${scale.unit.name} can only be converted. Calculate with plain numbers, e.g. (98.6 - 32) * 5 / 9.`,
    );
}

/** An angle's unit, to which plain numbers can be converted. */
export function isAngle(unit: Unit): boolean {
  const radian = findUnit("rad");
  return radian !== undefined && unit.equalBase(radian);
}

/** `km/h`, `kg*m/s^2`, `s^-1`. */
export function writeUnits({ units }: Unit): string {
  const above = units.filter(({ power }) => power > 0);
  const below = units.filter(({ power }) => power < 0);
  const write = ({ unit, prefix, power }: Unit["units"][number]) => {
    const symbol =
      (prefix.name === "u" ? "µ" : prefix.name) +
      (SHOWN.get(unit.name) ?? unit.name.replace(/^currency/, ""));
    return power === 1 ? symbol : `${symbol}^${power}`;
  };
  if (above.length === 0) return below.map(write).join("*");
  const divisors = below.map(
    (term) => `/${write({ ...term, power: -term.power })}`,
  );
  return above.map(write).join("*") + divisors.join("");
}

/** Names under which units are shown, each followed by mathjs's. */
const SHOWN = parseNames(
  "bit b|turn cycle|亩 mu|斤 jin|lb lbm|floz fluidounce|bbl obl|L/100km litresPerHundredKm|tbsp tablespoon|tsp teaspoon|Å angstrom|ha hectare|t tonne",
);

const PREFIXES = parseNames(
  "P peta|T tera|G giga|M mega|k kilo|h hecto|d deci|c centi|m milli|u micro|n nano|p pico|Ki kibi|Mi mebi|Gi gibi|Ti tebi",
);
const PREFIX = new RegExp(`^(${[...PREFIXES.keys()].join("|")})([a-z]{3,})$`);
const SHORT_PREFIXES: ReadonlySet<string> = new Set(["", ...PREFIXES.values()]);

/** Sizes that mathjs rounds, in its base units; angles in degrees. */
const SIZES = parseNames(`
4046.8564224 acre acres|44482216152605/6451600000 psi|745.69987158227022 hp|133.322387415 mmHg mmhg
20265/152 torr|1.602176634e-19 eV|0.00001478676478125 tablespoon|0.00000492892159375 teaspoon|1055.05585262 BTU BTUs|4.4482216152605 lbf|0.158987294928 obl oilbarrel
1 deg degree degrees|0.9 grad gradian gradians|360 cycle|1/60 arcmin arcminute arcminutes
1/3600 arcsec arcsecond arcseconds
`);

/** Units that mathjs lacks. */
const OURS = parseNames(`
0.00000001~m^2 litresPerHundredKm|1852~m nmi|9460730472580800~m ly|149597870700~m au|2000/3~m^2 mu|0.5~kg jin|0.0002~kg carat
1209600~s fortnight|4.184~J cal|1/60~Hz rpm
`);

/** Symbols of mathjs, each followed by its other names. */
const ALIASES = parseNames(`
m meter metre 米|in inch inches 英寸|ft foot feet FT 英尺|yd yard 码|mi mile 英里|nmi 海里|ly lightyear 光年|angstrom Å
km KM Km 公里 千米|dm 分米|cm CM 厘米|mm MM 毫米|um µm μm 微米|nm 纳米
acre 英亩|hectare ha 公顷|mu 亩|m^2 sqm 平方米|ft^2 sqft 平方英尺|km^2 平方公里 平方千米|cm^2 平方厘米
L liter litre l 升|mL ml ML 毫升|gal gallon 加仑|qt quart|pt pint 品脱|cup|fluidounce floz|tablespoon tbsp|teaspoon tsp
obl bbl barrel|m^3 立方米|cm^3 立方厘米 cc
g gram gramme 克|kg KG Kg kgs kilo 公斤 千克|mg 毫克|tonne t metricton 吨|lbm lb lbs LB LBS pound 磅|oz OZ ounce 盎司|stone st|jin 斤
s sec second 秒 秒钟|ms 毫秒|min minute 分钟|h hour hr 小时|day d 天|week wk 周 星期|month 个月|year yr 年|century centuries
K kelvin 开尔文|degC ℃ °C C celsius centigrade 摄氏度|degF ℉ °F F fahrenheit 华氏度
A amp ampere 安培|mol mole 摩尔|N newton 牛顿|J joule 焦耳|cal calorie|kcal Cal 千卡 大卡|Wh watthour 瓦时|kWh kwh KWH 千瓦时
BTU btu Btu|eV electronvolt|W watt 瓦 瓦特|kW kw 千瓦|hp horsepower 马力
Pa pascal 帕|kPa kpa|atm atmosphere|psi PSI|torr Torr|Hz hz hertz 赫兹|kHz khz|MHz mhz|GHz ghz|V volt 伏特|ohm Ω Ω 欧姆
deg ° degree 度|rad radian 弧度|grad gradian|cycle turn revolution|arcmin arcminute|arcsec arcsecond
b bit 比特|B byte 字节|kB KB kb|MB mb|GB gb|TB tb|b/s bps|kb/s kbps|Mb/s Mbps mbps|Gb/s Gbps gbps
km/h kph kmh kmph|mi/h mph MPH|nmi/h kn knot kt 节|mi/gal mpg
`);

// With the first calculation, not within one, which must end soon.
prepareUnits();
