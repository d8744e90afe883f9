/**
 * The units, one a line: symbol, factor in base units, kind, other names. Lengths and areas are international (not US
 * survey), volumes are US. Plurals with s are understood.
 */
export const UNIT_LINES = `
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

/** What 0 is in kelvin. */
export const ZEROS: ReadonlyMap<string, string> = new Map([
  ["degC", "273.15"],
  ["degF", "45967/180"],
]);

/** Each kind of unit in base units. An angle's is the half turn, so that degrees stay exact; a radian is 1/pi of it. */
export const DIMENSIONS: Readonly<
  Record<string, Readonly<Record<string, number>>>
> = {
  length: { m: 1 },
  area: { m: 2 },
  volume: { m: 3 },
  mass: { kg: 1 },
  time: { s: 1 },
  temperature: { K: 1 },
  current: { A: 1 },
  substance: { mol: 1 },
  speed: { m: 1, s: -1 },
  force: { kg: 1, m: 1, s: -2 },
  energy: { kg: 1, m: 2, s: -2 },
  power: { kg: 1, m: 2, s: -3 },
  pressure: { kg: 1, m: -1, s: -2 },
  frequency: { s: -1 },
  charge: { A: 1, s: 1 },
  voltage: { kg: 1, m: 2, s: -3, A: -1 },
  resistance: { kg: 1, m: 2, s: -3, A: -2 },
  capacitance: { kg: -1, m: -2, s: 4, A: 2 },
  flux: { kg: 1, s: -2, A: -1 },
  angle: { halfTurn: 1 },
  data: { bit: 1 },
};

/** Units that take prefixes. */
export const PREFIXED: ReadonlySet<string> = new Set(
  "m L g t s A mol N J Wh cal eV W Pa bar Hz V ohm bit B".split(" "),
);

export const PREFIXES: readonly {
  readonly word: string;
  readonly short: string;
  readonly factor: string;
}[] = `
peta P 1e15|tera T 1e12|giga G 1e9|mega M 1e6|kilo k 1000|hecto h 100|deci d 0.1|centi c 0.01|milli m 0.001
micro µ 1e-6|micro μ 1e-6|micro u 1e-6|nano n 1e-9|pico p 1e-12
kibi Ki 1024|mebi Mi 1048576|gibi Gi 1073741824|tebi Ti 1099511627776
`
  .trim()
  .split(/[|\n]/)
  .map((entry) => {
    const [word = "", short = "", factor = ""] = entry.split(" ");
    return { word, short, factor };
  });

/** What a unit is short for, which matters when it is multiplied: 60 mph * 2 h = 120 mi. */
export const PARTS: ReadonlyMap<string, string> = new Map([
  ["mph", "mi/h"],
  ["kn", "nmi/h"],
]);

/** Other names, of units with prefixes and of products of units. */
export const ALIASES: ReadonlyMap<string, string> = new Map(
  `
kph km/h|kmh km/h|kmph km/h|KM km|Km km|公里 km|千米 km|分米 dm|厘米 cm|毫米 mm|微米 um|纳米 nm
KG kg|Kg kg|kgs kg|公斤 kg|千克 kg|毫克 mg|ml mL|ML mL|毫升 mL|毫秒 ms
LB lb|LBS lb|OZ oz|FT ft|CM cm|MM mm|PSI psi|MPH mph
kw kW|kwh kWh|KWH kWh|千瓦 kW|千瓦时 kWh|Cal kcal|千卡 kcal|大卡 kcal|kpa kPa
KB kB|kb kB|mb MB|gb GB|tb TB|hz Hz|khz kHz|mhz MHz|ghz GHz
bps bit/s|kbps kbit/s|Mbps Mbit/s|Gbps Gbit/s|mpg mi/gal
sqm m^2|sqft ft^2|平方米 m^2|平方公里 km^2|平方千米 km^2|平方厘米 cm^2|平方英尺 ft^2
立方米 m^3|立方厘米 cm^3
`
    .trim()
    .split(/[|\n]/)
    .map((entry) => {
      const [alias = "", units = ""] = entry.split(" ");
      return [alias, units];
    }),
);
