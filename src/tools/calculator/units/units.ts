import { Fraction } from "fraction.js";
import { parseNames } from "../table.ts";

export interface Unit {
  readonly symbol: string;
  /** Size in base units. */
  readonly factor: Fraction;
  /** Exponents of base units (m, kg, s, …). */
  readonly dimension: readonly (readonly [base: string, power: number])[];
  /** The factor has to be divided by pi: a radian is 1/pi of a half turn. */
  readonly isPerPi: boolean;
  /** Its zero point in base units; for temperatures. */
  readonly zero: Fraction | undefined;
  /** The units it abbreviates: mph is mi/h. */
  readonly parts: readonly UnitTerm[] | undefined;
}

/** A factor in a product of units: `s` with exponent -2 in m/s^2. */
export interface UnitTerm {
  readonly unit: Unit;
  readonly power: number;
}

/**
 * Finds units by name: `km`, `feet`, `kilowatts`, `m2`, `kph`. Symbols are
 * case-sensitive, words are not.
 */
export function findUnit(name: string): readonly UnitTerm[] | undefined {
  const alias = ALIASES.get(name) ?? ALIASES.get(name.toLowerCase());
  if (alias !== undefined) return parseUnits(alias);
  const [, base = name, power = "1"] = /^(\D+)([23])$/.exec(name) ?? [];
  const word = base.toLowerCase();
  const spellings =
    base.length < 3 ? [base] : [base, word, word.replace(/s$/, "")];
  const unit = spellings.map(findSingle).find((found) => found !== undefined);
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

let lines: ReadonlyMap<string, readonly string[]> | undefined;

function findSingle(name: string): Unit | undefined {
  // Created on first use: most calculations have no units.
  lines ??= new Map(
    UNITS.trim()
      .split("\n")
      .map((line) => line.split(/\s+/))
      .flatMap((line) =>
        [line[0] ?? "", ...line.slice(3)].map((word) => [word, line] as const),
      ),
  );
  const line = lines.get(name);
  return line === undefined ? findPrefixed(name, lines) : createUnit(line);
}

/**
 * Short prefixes combine with symbols, words with words; neither kilom nor
 * kmeter.
 */
function findPrefixed(
  name: string,
  units: ReadonlyMap<string, readonly string[]>,
): Unit | undefined {
  for (const prefix of PREFIXES.trim().split(/[|\n]/)) {
    const [factor = "", word = "", short = ""] = prefix.split(" ");
    for (const start of [short, word]) {
      const rest = name.slice(start.length);
      const line = name.startsWith(start) ? units.get(rest) : undefined;
      const [symbol = ""] = line ?? [];
      const isFitting =
        start === short
          ? rest === symbol || rest.length === 1
          : /^[a-z]{3,}$/.test(rest);
      if (line === undefined || !isFitting || !PREFIXED.has(symbol)) continue;
      const unit = createUnit(line);
      return {
        ...unit,
        symbol: short + symbol,
        factor: unit.factor.mul(parseFactor(factor)),
      };
    }
  }
  return undefined;
}

function createUnit([
  symbol = "",
  factor = "",
  kind = "",
]: readonly string[]): Unit {
  const zero = ZEROS.get(symbol);
  const parts = PARTS.get(symbol);
  return {
    symbol,
    factor: parseFactor(factor),
    dimension: parseProduct(DIMENSIONS.get(kind) ?? ""),
    isPerPi: symbol === "rad",
    zero: zero === undefined ? undefined : new Fraction(zero),
    parts: parts === undefined ? undefined : parseUnits(parts),
  };
}

/** `mi/h`, `m^2`. */
function parseUnits(text: string): readonly UnitTerm[] {
  return parseProduct(text).flatMap(([symbol, power]) => {
    const unit = findSingle(symbol);
    return unit === undefined ? [] : [{ unit, power }];
  });
}

/** The exponents in `kg*m/s^2`. */
function parseProduct(text: string): readonly (readonly [string, number])[] {
  const factors = text.matchAll(/([*/]?)([^*/^]+)(?:\^(-?\d+))?/g);
  return Array.from(factors, ([, sign, symbol = "", power = "1"]) => [
    symbol,
    Number(power) * (sign === "/" ? -1 : 1),
  ]);
}

/** `1/180`, `0.0254`, `1.6e-19`. */
function parseFactor(text: string): Fraction {
  const [mantissa = "", exponent = "0"] = text.split("e");
  const power = new Fraction(10n ** BigInt(Math.abs(Number(exponent))));
  const value = new Fraction(mantissa);
  return Number(exponent) < 0 ? value.div(power) : value.mul(power);
}

/**
 * One unit per line: symbol, factor to base units, kind, other names.
 * International lengths and areas, US volumes. `findUnit` strips a plural s.
 */
const UNITS = `
m       1                    length       meter metre 米
in      0.0254               length       inch inches 英寸
ft      0.3048               length       foot feet 英尺
yd      0.9144               length       yard 码
mi      1609.344             length       mile 英里
nmi     1852                 length       海里
au      149597870700         length
ly      9460730472580800     length       lightyear 光年
Å       1e-10                length       angstrom
acre    4046.8564224         area         英亩
ha      10000                area         hectare 公顷
亩      2000/3               area
L       0.001                volume       l liter litre 升
gal     0.003785411784       volume       gallon 加仑
qt      0.000946352946       volume       quart
pt      0.000473176473       volume       pint 品脱
cup     0.0002365882365      volume
floz    0.0000295735295625   volume       fluidounce
tbsp    0.00001478676478125  volume       tablespoon
tsp     0.00000492892159375  volume       teaspoon
bbl     0.158987294928       volume       barrel
cc      0.000001             volume
g       0.001                mass         gram gramme 克
t       1000                 mass         tonne metricton 吨
lb      0.45359237           mass         lbs pound 磅
oz      0.028349523125       mass         ounce 盎司
stone   6.35029318           mass         st
ton     907.18474            mass
carat   0.0002               mass
斤      0.5                  mass
s       1                    time         sec second 秒 秒钟
min     60                   time         minute 分钟
h       3600                 time         hr hour 小时
day     86400                time         d 天
week    604800               time         wk 周 星期
fortnight 1209600            time
month   2629800              time         个月
year    31557600             time         yr 年
decade  315576000            time
century 3155760000           time         centuries
K       1                    temperature  kelvin 开尔文
degC    1                    temperature  ℃ °C C celsius centigrade 摄氏度
degF    5/9                  temperature  ℉ °F F fahrenheit 华氏度
A       1                    current      amp ampere 安培
mol     1                    substance    mole 摩尔
N       1                    force        newton 牛顿
lbf     4.4482216152605      force
J       1                    energy       joule 焦耳
Wh      3600                 energy       watthour 瓦时
cal     4.184                energy       calorie
BTU     1055.05585262        energy       btu Btu
eV      1.602176634e-19      energy       electronvolt
W       1                    power        watt 瓦 瓦特
hp      745.69987158227022   power        horsepower 马力
Pa      1                    pressure     pascal 帕
bar     100000               pressure
atm     101325               pressure     atmosphere
psi     44482216152605/6451600000 pressure
mmHg    133.322387415        pressure
torr    20265/152            pressure     Torr
Hz      1                    frequency    hertz 赫兹
rpm     1/60                 frequency
V       1                    voltage      volt 伏特
ohm     1                    resistance   Ω Ω 欧姆
farad   1                    capacitance
coulomb 1                    charge
tesla   1                    flux
deg     1/180                angle        ° degree 度
rad     1                    angle        radian 弧度
grad    1/200                angle        gradian
turn    2                    angle        revolution
arcmin  1/10800              angle        arcminute
arcsec  1/648000             angle        arcsecond
bit     1                    data         比特
B       8                    data         byte 字节
mph     0.44704              speed
kn      463/900              speed        knot kt 节
`;

/** Zero points in kelvin. */
const ZEROS = parseNames("273.15 degC|45967/180 degF");

/**
 * Kinds of units in base units. The base unit of angles is the half turn, which
 * keeps degrees exact; a radian is 1/pi of it.
 */
const DIMENSIONS = parseNames(`
m length|m^2 area|m^3 volume|kg mass|s time|K temperature|A current|mol substance|m/s speed|s^-1 frequency
kg*m/s^2 force|kg*m^2/s^2 energy|kg*m^2/s^3 power|kg/m/s^2 pressure|halfTurn angle|bit data
A*s charge|kg*m^2/s^3/A voltage|kg*m^2/s^3/A^2 resistance|A^2*s^4/kg/m^2 capacitance|kg/s^2/A flux
`);

const PREFIXED: ReadonlySet<string> = new Set(
  "m L g t s A mol N J Wh cal eV W Pa bar Hz V ohm bit B".split(" "),
);

/** Factor, word and abbreviation. */
const PREFIXES = `
1e15 peta P|1e12 tera T|1e9 giga G|1e6 mega M|1000 kilo k|100 hecto h|0.1 deci d|0.01 centi c|0.001 milli m
1e-6 micro µ|1e-6 micro μ|1e-6 micro u|1e-9 nano n|1e-12 pico p
1024 kibi Ki|1048576 mebi Mi|1073741824 gibi Gi|1099511627776 tebi Ti
`;

/** Matters in products: 60 mph * 2 h = 120 mi. */
const PARTS = parseNames("mi/h mph|nmi/h kn");

/** Other names of prefixed units and of products. */
const ALIASES = parseNames(`
km/h kph kmh kmph|km KM Km 公里 千米|dm 分米|cm CM 厘米|mm MM 毫米|um 微米|nm 纳米|ft FT
kg KG Kg kgs 公斤 千克|mg 毫克|lb LB LBS|oz OZ|mL ml ML 毫升|ms 毫秒|psi PSI|mph MPH|kPa kpa
kW kw 千瓦|kWh kwh KWH 千瓦时|kcal Cal 千卡 大卡|Hz hz|kHz khz|MHz mhz|GHz ghz
kB KB kb|MB mb|GB gb|TB tb|bit/s bps|kbit/s kbps|Mbit/s Mbps mbps|Gbit/s Gbps gbps|mi/gal mpg
m^2 sqm 平方米|ft^2 sqft 平方英尺|km^2 平方公里 平方千米|cm^2 平方厘米|m^3 立方米|cm^3 立方厘米
`);
