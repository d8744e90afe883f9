/**
 * Chinese names of units, the preferred one first, and what users and the
 * calculator write.
 */
const UNITS = `
公里 千米 : km kilometer kilometre
米 : m meter metre
厘米 : cm centimeter centimetre
毫米 : mm millimeter millimetre
英里 : mi mile
码 : yd yard
英尺 : ft foot feet
英寸 : in inch inches
公斤 千克 : kg kilogram
克 : g gram
吨 : t tonne
斤 :
磅 : lb pound
盎司 : oz ounce
升 : l liter litre
毫升 : ml milliliter millilitre
小时 : h hour
分钟 : min minute
秒 秒钟 : s second
天 : day
周 星期 : week
摄氏度 : degc celsius °c ℃
华氏度 : degf fahrenheit °f ℉
平方米 : m^2
平方公里 : km^2
平方厘米 : cm^2
立方米 : m^3
立方厘米 : cm^3
公顷 : ha hectare
亩 :
`
  .trim()
  .split("\n")
  .map((line) => {
    const [chinese = [], others = []] = line
      .split(":")
      .map((words) => words.split(" ").filter((word) => word !== ""));
    return { chinese, others };
  });

/** Regular expression alternatives, longest first. */
export const CHINESE_UNITS = UNITS.flatMap(({ chinese }) => chinese)
  .toSorted((one, other) => other.length - one.length)
  .join("|");

const NAMES = new Map(
  UNITS.flatMap(({ chinese: [name = ""], others }) =>
    others.map((other) => [other, name] as const),
  ),
);

/** `km` → 公里, `miles` → 英里, `km/h` → 公里/小时. Returns unknown units unchanged. */
export function nameUnit(unit: string): string {
  return unit
    .split("/")
    .map((part) => {
      const word = part.trim().toLowerCase();
      return NAMES.get(word) ?? NAMES.get(word.replace(/s$/, "")) ?? part;
    })
    .join("/");
}
