import { CalculationError } from "./calculation-error.ts";

/** Writes signs, words and currencies the way programs write arithmetic: `×` → `*`, `5²` → `5^(2)`, `除以` → `/`, `$5` → ` 5`. */
export function normaliseNotation(text: string): string {
  refuseDate(text);
  return dropCurrency(
    REPLACEMENTS.reduce(
      (rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement),
      writeRaised(writeFractions(text)),
    ),
  );
}

/** Read as arithmetic, 2024-12-25 would be 1987. */
function refuseDate(text: string): void {
  const date = /\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}\/\d{1,2}\/\d{4}\b/.exec(
    text,
  );
  if (date !== null)
    throw new CalculationError(
      `${date[0]} looks like a date, and dates are not supported. If it is arithmetic, put blanks around the operators.`,
    );
}

/** `½` → `(0+1/2)`, `2½` → `(2+1/2)`. */
function writeFractions(text: string): string {
  return text.replaceAll(
    /(?<![\d.,])(\d*) ?([\u{BC}-\u{BE}\u{2150}-\u{215E}])/gu,
    (_, whole: string, fraction: string) =>
      `(${whole || "0"}+${fraction.normalize("NFKC").replace("\u{2044}", "/")})`,
  );
}

/** `2⁸` → `2^(8)`, `log₂` → `log2`. */
function writeRaised(text: string): string {
  return text
    .replaceAll(
      /[⁺⁻]?[⁰¹²³⁴-⁹]+/gu,
      (exponent) => `^(${exponent.normalize("NFKC").replace("\u{2212}", "-")})`,
    )
    .replaceAll(/(?<=log)[₀-₉]+/gu, (base) => base.normalize("NFKC"));
}

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  // A list that is all a function is given: sum([1, 2]) → sum(1, 2).
  [/(?<=\p{L}\()\s*\[([^[\]]*)\]\s*(?=\))/gu, "$1"],
  [/[×✕✖⋅·∙•∗]/gu, "*"],
  [/[÷∕⁄]/gu, "/"],
  [/[−–‐‑]/gu, "-"],
  [/√\s*(\d+(?:\.\d+)?|π)/gu, "sqrt($1)"],
  [/√/gu, "sqrt"],
  [/π/gu, "pi"],
  [/\*\*/g, "^"],
  // Not the x of 0x1F.
  [/(?<=[\d)]\s*)(?<!(?<![\d.])0)x(?=\s*[\d(.])/gi, "*"],
  [/\bto the power of\b|\braised to\b/gi, "^"],
  [/\bsquared\b/gi, "^2"],
  [/\bcubed\b/gi, "^3"],
  [/\bplus\b/gi, "+"],
  [/\bminus\b/gi, "-"],
  [/\b(?:multiplied by|times)\b/gi, "*"],
  [/\bdivided by\b/gi, "/"],
  [/\bmodulo\b/gi, " mod "],
  [/\s*\b(?:percent|per cent)\b/gi, "%"],
  [/百分之\s*(\d+(?:\.\d+)?)/gu, "$1%"],
  [/的\s*(\d+)\s*次方/gu, "^($1)"],
  // Without 的 it can be an area or a volume.
  [/的平方(?!根)/gu, "^2"],
  [/的立方(?!根)/gu, "^3"],
  [/的(?=\s*\d+(?:\.\d+)?\s*%)/gu, "*"],
  [/(?<=%\s*)的/gu, " of "],
  [/加上?/gu, "+"],
  [/减去?/gu, "-"],
  [/乘以?/gu, "*"],
  [/除以/gu, "/"],
  [/(?<=\d\s*)元/gu, " "],
];

/** The country before the sign, the sign before the number, or the sign behind it. */
const CURRENCY =
  /(?:\b(US|CA|AU|HK|NZ|SG))?([$€£¥₹₩])(?=\s*[\d.])|(?<=\d\s*)([€£¥])/gu;

/** Amounts of one currency are numbers; amounts of several cannot be added. */
function dropCurrency(text: string): string {
  const matches = [...text.matchAll(CURRENCY)];
  const countries = new Set(matches.flatMap(([, country]) => country ?? []));
  const signs = new Set(
    matches.map(([, , before, behind]) => before ?? behind),
  );
  if (countries.size > 1 || signs.size > 1)
    throw new CalculationError(
      `the amounts are in several currencies (${[...countries, ...signs].join(" ")}). Convert them to one first and leave the signs out.`,
    );
  return text.replaceAll(CURRENCY, " ");
}
