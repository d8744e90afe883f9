import { nameUnit } from "./chinese-units.ts";
import type { Result } from "./english.ts";

/**
 * `80.16 * 3 的 12.5%` and `30.06` → `80.16 × 3 的 12.5% 是 30.06。`; `5 km` and
 * `3.1068559611867 英里` → `5 公里约等于 3.106856 英里。`
 */
export function stateResult({ expression, value }: Result): string {
  const { text, isRounded } = writeValue(value);
  const left = typeset(expression);
  if (!/\p{Script=Han}/u.test(left))
    return `${left} ${isRounded ? "≈" : "="} ${text}。`;
  const verb = left.includes("的") ? "是" : "等于";
  return `${spaced(left + (isRounded ? "约等于" : verb) + text)}。`;
}

/** Typesets typed input: `3*(4+5)` → `3 × (4 + 5)`; `2的10次方` → `2 的 10 次方`. */
export function typeset(expression: string): string {
  const printed = expression
    // Full-width digits and signs.
    .replaceAll(/[！-～]/g, (sign) =>
      /[，：；？]/.test(sign) ? sign : sign.normalize("NFKC"),
    )
    .replaceAll("**", "^")
    .replaceAll(/(?<=[\d)%!])\s*([-+÷])\s*(?=[-\d(√])/gu, " $1 ")
    .replaceAll(/\s*[*×]\s*/g, " × ")
    .replaceAll(/\s+\/\s+/g, " ÷ ")
    .replaceAll(
      /(?<=\d) ?((?:[a-z°℃℉]+)(?:\^[23])?)(?![a-z(\d])/giu,
      (whole, unit: string) => {
        const name = nameUnit(unit);
        return name === unit ? whole : ` ${name}`;
      },
    );
  return spaced(printed);
}

/** Puts spaces between Chinese characters and digits or letters. */
export function spaced(text: string): string {
  return text
    .replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "")
    .replaceAll(/(?<=\p{Script=Han})(?=[-\d(\p{Script=Latin}])/gu, " ")
    .replaceAll(/(?<=[\d)%!\p{Script=Latin}])(?=\p{Script=Han})/gu, " ")
    .trim();
}

const MAX_PLACES = 6;
/** Exact results seldom have more digits. */
const MAX_EXACT_DIGITS = 10;

function writeValue(value: string) {
  const [, number = value, unit] = /^(-?[\d.]+) ([^\d\s].*)$/.exec(value) ?? [];
  const suffix = unit === undefined ? "" : ` ${nameUnit(unit)}`;
  const rounded = round(number);
  return {
    text: (rounded ?? number) + suffix,
    isRounded: rounded !== undefined,
  };
}

/**
 * Shortens a number with too many digits to read; `undefined` if it has few
 * enough.
 */
function round(number: string): string | undefined {
  const [, whole = "", places = ""] = /^-?(\d+)\.(\d+)$/.exec(number) ?? [];
  const digits = (whole + places).replace(/^0+/, "").length;
  if (places.length <= MAX_PLACES || digits <= MAX_EXACT_DIGITS)
    return undefined;
  return whole === "0"
    ? String(Number(Number(number).toPrecision(MAX_PLACES + 1)))
    : Number(number).toFixed(MAX_PLACES);
}

/** Maps the calculator's English errors to Chinese. */
const REASONS: readonly (readonly [said: RegExp, reason: string])[] = [
  [/division by zero/, "除数不能是零。"],
  [/factorials/, "阶乘只能用于不小于零的整数。"],
  [/logarithm here/, "只有正数才有对数。"],
  [/measure different things/, "这两个单位量的不是同一种东西，不能换算。"],
  [/different currencies/, "里面有几种货币，请先换算成同一种。"],
  [/too (?:large|long|many|much)/, "数太大或算式太长，请分几步来算。"],
  [
    /is unclear\. Write/,
    "这个数有两种读法，请写得更明确，例如“三百零五”或“三百五十”。",
  ],
];

export function explainFailure(reason: string | undefined): string {
  return (
    REASONS.find(([said]) => said.test(reason ?? ""))?.[1] ??
    "请把算式单独写成一行，例如“80.16 * 3 的 12.5%”或“(1000.5 + 2) / 4”。"
  );
}
