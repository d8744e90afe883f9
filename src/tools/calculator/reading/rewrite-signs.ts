import { rewrite, type Rule } from "./rewrite.ts";

/** Writes signs the way programs write arithmetic: `×` → `*`, `5²` → `5^2 `, `½` → `(0+1/2)`. */
export function rewriteSigns(text: string): string {
  return rewrite(writeRaised(writeFractions(text)), SIGNS);
}

/** `½` → `(0+1/2)`, `2½` → `(2+1/2)`. */
function writeFractions(text: string): string {
  return text.replaceAll(
    /(?<![\d.,])(\d*) ?([\u{BC}-\u{BE}\u{2150}-\u{215E}])/gu,
    (_, whole: string, fraction: string) =>
      `(${whole || "0"}+${fraction.normalize("NFKC").replace("\u{2044}", "/")})`,
  );
}

/** `2⁸` → `2^8 `, `log₂` → `log2`. */
function writeRaised(text: string): string {
  return text
    .replaceAll(
      /[⁺⁻]?[⁰¹²³⁴-⁹]+/gu,
      (exponent) =>
        `^${exponent.normalize("NFKC").replace("\u{2212}", "-").replace("+", "")} `,
    )
    .replaceAll(/(?<=log)[₀-₉]+/gu, (base) => base.normalize("NFKC"));
}

const SIGNS: readonly Rule[] = [
  // Decimal("0.1"), int('42')
  [
    /\b(?:\w+\.)?(?:Decimal|Fraction|int|float)\(\s?(["'])([-\d./]+)\1\s?\)/g,
    "($2)",
  ],
  [/[×✕✖⨯⨉⋅·∙•∗✱]/gu, "*"],
  [/[÷∕⁄➗∶]/gu, "/"],
  [/[−–‐‑➖]/gu, "-"],
  [/[➕]/gu, "+"],
  [/√\s*(\d+(?:\.\d+)?|π)/gu, "sqrt($1)"],
  [/∛\s*(\d+(?:\.\d+)?)/gu, "cbrt($1)"],
  [/√/gu, "sqrt"],
  [/∛/gu, "cbrt"],
  [/π/gu, "pi"],
  [/τ/gu, "tau"],
  [/‰ ?of\b/gi, "/1000*"],
  [/‰/gu, "/1000"],
  [/(\d+)\s?['′]\s?(\d+(?:\.\d+)?)\s?["″]/gu, "$1 ft $2 in"],
  [/≠/gu, "!="],
  [/≤/gu, "<="],
  [/≥/gu, ">="],
  [/[→⟶]|->|=>/gu, " to "],
  [/\*\*/g, "^"],
  // Not the x of 0x1F.
  [/(?<=[\d)]\s*)(?<!(?<![\d.])0)x(?=\s*[\d(.])/gi, "*"],
];
