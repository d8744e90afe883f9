import { CalculationError } from "../calculation-error.ts";
import { createRewriting } from "./rewriting.ts";

/**
 * Rewrites signs and LaTeX as operators and calls: `×` → `*`, `5²` → `5^2 `,
 * `½` → `(0+1/2)`, `\frac{3}{4}` → `((3)/(4))`.
 */
export function rewriteSigns(text: string): string {
  return rewriteMeanings(rewriteRaised(rewriteFractions(rewriteLatex(text))));
}

/** `½` → `(0+1/2)`, `2½` → `(2+1/2)`. */
function rewriteFractions(text: string): string {
  return text.replaceAll(
    /(?<![\d.,])(\d*) ?([\u{BC}-\u{BE}\u{2150}-\u{215E}])(?: (of)\b)?/gu,
    (_, whole: string, fraction: string, of?: string) =>
      `(${whole || "0"}+${fraction.normalize("NFKC").replace("\u{2044}", "/")})${of === undefined ? "" : " *"}`,
  );
}

/** `2⁸` → `2^8 `, `log₂` → `log2`. */
function rewriteRaised(text: string): string {
  return text
    .replaceAll(
      /[⁺⁻]?[⁰¹²³⁴-⁹]+/gu,
      (exponent) =>
        `^${exponent.normalize("NFKC").replace("\u{2212}", "-").replace("+", "")} `,
    )
    .replaceAll(/(?<=log)[₀-₉]+/gu, (base) => base.normalize("NFKC"));
}

/** Includes `Decimal("0.1")`, and the x of `2x3` but not of 0x1F. */
const rewriteMeanings = createRewriting(
  String.raw`
\b(?:\w+\.)?(?:Decimal|Fraction|int|float|parseInt|parseFloat|[Nn]umber|big(?:int|number)|fraction|complex|boolean|numeric|unit)\(\s?(["'])([^"'()]+)\1\s?\) => ($2)
, ?ddof ?= ?1\b => , "unbiased"
, ?ddof ?= ?0\b => , "uncorrected"
, ?reverse ?= ?True\b => , "desc"
\bunit\(\s?(NUMBER), ?(["'])(\p{L}+)\2\s?\) => ($1 $3)
\bconsole\.log(?=\() => print
\bIF(?=\() => where
[×✕✖⨯⨉⋅·∙•∗✱] => *
[÷∕⁄➗∶] => /
[−–‐‑➖] => -
[➕] => +
√\s*(\d+(?:\.\d+)?|π) => sqrt($1)
∛\s*(\d+(?:\.\d+)?) => cbrt($1)
√ => sqrt
∛ => cbrt
π => pi
τ => tau
‰ ?(?:of|OF)\b => /1000*
‰ => /1000
(\d+)\s?['′]\s?(\d+(?:\.\d+)?)\s?["″] => $1 ft $2 in
[⌊] => floor(
[⌈] => ceil(
[⌋⌉] => )
¬ => !
∧ => ␣and␣
∨ => ␣or␣
≠ => !=
≤ => <=
≥ => >=
[→⟶]|->|=> => ␣to␣
\*\* => ^
(?<=[\d)%]\s*)(?<!(?<![\d.])0)[xX](?=\s*[\d(.]) => *
`,
  { flags: "gu" },
);

/** Also turns braces into brackets. */
function rewriteLatex(text: string): string {
  if (!/[\\{]/.test(text)) return text;
  const mixed = rewriteCommands(text).replaceAll(MIXED_NUMBER, writeMixed);
  return rewriteBraces(mixed).replaceAll(/\\(?=[a-z]+)/gi, "");
}

/** `2\frac{1}{2}`; the digits of a power or a decimal are none. */
const MIXED_NUMBER =
  /(?<![\d.,^_]|[\^_]\{)(\d+)\s*\\frac\s*\{\s*(\d+)\s*\}\s*\{\s*(\d+)\s*\}/g;

function writeMixed(
  written: string,
  whole: string,
  above: string,
  below: string,
): string {
  if (Number(above) < Number(below)) return `(${whole}+${above}/${below})`;
  throw new CalculationError(
    `${written} is unclear. Write ${whole} * ${above}/${below}, or ${whole} + ${above}/${below}.`,
  );
}

const rewriteCommands = createRewriting(
  String.raw`
\\[dt]?frac\s*(\d)\s*(\d) => \frac{$1}{$2}
\\[dt]?frac\s*(\d)\s*(?=\{) => \frac{$1}
\\[dt]?frac(\s*\{[^{}]*\})\s*(\d) => \frac$1{$2}
\\[dt]frac\b => \frac
\\d?binom\s*\{([^{}]*)\}\s*\{([^{}]*)\} => combinations($1,$2)
\\lfloor\b => ⌊
\\lceil\b => ⌈
\\(?:rfloor|rceil)\b => ⌋
\\(?:left|right|displaystyle|,|;|!|:|quad|\s) => ␣
\\(?:times|cdot|ast)(?![A-Za-z]) => *
\\div(?![A-Za-z]) => /
\\(?:pm|mp)(?![A-Za-z]) => ±
\\leq?(?![A-Za-z]) => <=
\\geq?(?![A-Za-z]) => >=
\\neq?(?![A-Za-z]) => !=
\\% => %
\\\$ => $$
\\sqrt\s*\[(\d+)\]\s*\{([^{}]*)\} => root($2,$1)
\\(?:text|mathrm|operatorname)\s*\{([^{}]*)\} => ␣$1␣
\^\s*\{?\s*\\circ\s*\}? => °
_\{([\d.]+)\} => _$1
`,
  { flags: "gu" },
);

/** Divides the two groups of `\frac{3}{4}`. One pass, at any nesting depth. */
function rewriteBraces(text: string): string {
  const open: ("numerator" | "denominator" | "group")[] = [];
  let written = "";
  let expected: "numerator" | "denominator" | "group" = "group";
  for (const [piece] of text.matchAll(/\\frac\s*|\{|\}\s*|[^\\{}]+|\\/g)) {
    if (piece.startsWith("\\frac")) expected = "numerator";
    else if (piece === "{") {
      written += expected === "numerator" ? "((" : "(";
      open.push(expected);
      expected = "group";
    } else if (piece.startsWith("}")) {
      const closed = open.pop();
      written += closed === "denominator" ? "))" : ")";
      if (closed === "numerator") {
        written += "/";
        expected = "denominator";
      }
    } else written += expected === "numerator" ? `frac ${piece}` : piece;
  }
  return written;
}
