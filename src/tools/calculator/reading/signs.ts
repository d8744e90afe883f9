import { CalculationError } from "../calculation-error.ts";
import { parseNames } from "../table.ts";
import { createRewriting } from "./rewriting.ts";

/** Writes signs the way programs write arithmetic: `×` → `*`, `5²` → `5^2 `, `½` → `(0+1/2)`, `\frac{3}{4}` → `((3)/(4))`. */
export function rewriteSigns(text: string): string {
  return rewriteMeanings(rewriteRaised(rewriteFractions(rewriteLatex(text))));
}

/** `½` → `(0+1/2)`, `2½` → `(2+1/2)`. */
function rewriteFractions(text: string): string {
  return text.replaceAll(
    /(?<![\d.,])(\d*) ?([\u{BC}-\u{BE}\u{2150}-\u{215E}])/gu,
    (_, whole: string, fraction: string) =>
      `(${whole || "0"}+${fraction.normalize("NFKC").replace("\u{2044}", "/")})`,
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

/** Among them `Decimal("0.1")` and the x of `2x3`, but not that of 0x1F. */
const rewriteMeanings = createRewriting(
  String.raw`
\b(?:\w+\.)?(?:Decimal|Fraction|int|float)\(\s?(["'])([\-\d./]+)\1\s?\) => ($2)
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
≠ => !=
≤ => <=
≥ => >=
[→⟶]|->|=> => ␣to␣
\*\* => ^
(?<=[\d)]\s*)(?<!(?<![\d.])0)[xX](?=\s*[\d(.]) => *
`,
  { flags: "gu" },
);

/** Braces become brackets. */
function rewriteLatex(text: string): string {
  if (!/[\\{]/.test(text)) return text;
  return rewriteBraces(rewriteCommands(text)).replaceAll(/\\(?=[a-z]+)/gi, "");
}

const rewriteCommands = createRewriting(
  String.raw`
\\[dt]frac\b => \frac
\\(?:left|right|displaystyle|,|;|!|:|quad|\s) => ␣
\\(?:times|cdot|ast)\b => *
\\div\b => /
\\(?:pm|mp)\b => ±
\\(?:leq?)\b => <=
\\(?:geq?)\b => >=
\\neq?\b => !=
\\% => %
\\\$ => $$
\\sqrt\s*\[(\d+)\]\s*\{([^{}]*)\} => root($2,$1)
\\(?:text|mathrm|operatorname)\s*\{([^{}]*)\} => ␣$1␣
\^\s*\{?\s*\\circ\s*\}? => °
_\{([\d.]+)\} => _$1
`,
  { flags: "gu" },
);

/** The two groups of `\frac{3}{4}` are divided. Reads the text once, however deep they are nested. */
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
    } else written += piece;
  }
  return written;
}

/** Amounts of one currency are numbers; amounts of several cannot be added. `$2.5M` is 2,500,000. */
export function dropCurrency(text: string): string {
  const found = [...text.matchAll(CURRENCY)].map(([written]) =>
    signOf(written),
  );
  const signs = new Set(found.map((sign) => sign.at(-1)));
  const countries = new Set(found.map((sign) => sign.slice(0, -1)));
  countries.delete("");
  if (countries.size > 1 || signs.size > 1)
    throw new CalculationError(
      `the amounts are in several currencies (${[...new Set(found)].join(" ")}). Convert them to one first and leave the signs out.`,
    );
  return text
    .replaceAll(
      SCALED,
      (_, amount: string, scale: string) =>
        `(${amount}*10^${SCALES[scale.charAt(0).toLowerCase()] ?? 0})`,
    )
    .replaceAll(CURRENCY, " ")
    .replaceAll(/ {2,}/g, " ");
}

const SIGN = String.raw`(?:\b(?:US|CA|AU|HK|NZ|SG|CN|JP))?\p{Sc}`;

/** The words for each sign. The sign is the last letter: a dollar of the US is a dollar. */
const WORDS = parseNames(`
US$ usd 美元 美金|CA$ cad|AU$ aud|HK$ hkd|$ dollar dollars|₹ inr rupee rupees|£ gbp 英镑|CHF chf
€ eur euro euros 欧元|CN¥ cny rmb 人民币 yuan|¥ 元 块 块钱|JP¥ jpy yen 日元
`);

/** The sign or word before a number or after it. */
const CURRENCY = new RegExp(
  String.raw`(?:${SIGN}|\b(?:USD|CAD|AUD|HKD|EUR|GBP|CHF|CNY|RMB|JPY|INR)\b)(?=\s*-?[\d.(])|(?<=[\d万亿千百]\s?)(?:${SIGN}|(?:${[...WORDS.keys()].join("|")})(?![\p{L}\d]))`,
  "giu",
);

const SCALES: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9, t: 12 };

const SCALED = new RegExp(
  String.raw`(?<=${SIGN}\s?)(\d[\d,]*(?:\.\d+)?)\s?(k|[mbt]n?)\b`,
  "giu",
);

function signOf(written: string): string {
  return WORDS.get(written.toLowerCase()) ?? written.toUpperCase();
}
