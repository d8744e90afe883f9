import { createRewriting, toPattern, writeCall } from "./rewriting.ts";

/**
 * Rewrites English words as operators and calls: `25 percent of 300` →
 * `25% of 300`, `6 times 7` → `6 * 7`.
 */
export function rewriteEnglish(text: string): string {
  const percents = text.replaceAll(/ ?\b(?:percent|per cent|pct)\b/gi, "%");
  const called = rewriteCalls(
    rewriteSeries(rewriteEnds(rewriteWholeText(percents))),
  );
  return rewriteNotations(rewriteWords(rewritePercents(called)));
}

/**
 * Match whole texts only: `add 3 to 5 * 2` is ambiguous, and `20 more than 5`
 * may be a comparison.
 */
const rewriteWholeText = createRewriting(
  String.raw`
(NUMBER) is what ?(?:%|percentage) of (NUMBER) => $1 / $2 * 100
what ?(?:%|percentage) of (NUMBER) is (NUMBER) => $2 / $1 * 100
(NUMBER) is (\d+(?:\.\d+)?\s?%) of what(?: number)? => $1 / $2
(NUMBER) as a ?(?:%|percentage) of (NUMBER) => $1 / $2 * 100
(?:%|percentage) (?:change|increase|difference) from (NUMBER) to (NUMBER) => ($2 - $1) / $1 * 100
(?:%|percentage) decrease from (NUMBER) to (NUMBER) => ($1 - $2) / $1 * 100
(.+?) (?:as|in|to)(?: an?)? ?(?:%|percentage) => ($1) * 100
(?:increase|raise) (NUMBER) by (NUMBER) => $1 + $2
(?:decrease|reduce|lower) (NUMBER) by (NUMBER) => $1 - $2
(NUMBER) increased by (NUMBER) => $1 + $2
(NUMBER) (?:decreased|reduced) by (NUMBER) => $1 - $2
(\d+(?:\.\d+)?\s?%) more than (NUMBER) => $2 + $1
(\d+(?:\.\d+)?\s?%) less than (NUMBER) => $2 - $1
(?:take )?(NUMBER) off (?:of )?(NUMBER) => $2 - $1
(NUMBER) (?:with|at|after)(?: an?)? (NUMBER) (?:off|discount) => $1 - $2
(NUMBER) with(?: an?)? (NUMBER) (?:sales )?(?:tax|tip|vat|gst|interest) => $1 + $2
add (NUMBER) and (NUMBER) => $1 + $2
add (NUMBER) to (NUMBER) => $2 + $1
subtract (NUMBER) from (NUMBER) => $2 - $1
multiply (NUMBER) (?:by|and|with) (NUMBER) => $1 * $2
divide (NUMBER) by (NUMBER) => $1 / $2
remainder (?:of|when) (NUMBER) (?:is )?divided by (NUMBER) => $1 mod $2
sum of (?:the )?first (\d+) (?:natural|positive) (?:numbers|integers) => sum(range(1, $1 + 1))
is (\d+) (?:a )?prime(?: number)? => isPrime($1)
`,
  { isWhole: true },
);

const rewriteEnds = createRewriting(String.raw`
^convert  =>
 ?= ?\? ?(?=\p{L}) => ␣to␣
^(?:round )?(.+?),? (?:rounded )?to (\d+) (?:decimal places?|decimals|d\.?p\.?)$ => round(($1), $2)
^(?:round )?(.+?),? (?:rounded to|to the nearest|rounded to (?:the )?nearest) (?:integer|whole number)$ => round($1)
^(?:round )?(.+?),? (?:rounded )?to the nearest tenth$ => round(($1), 1)
^(?:round )?(.+?),? (?:rounded )?to the nearest (?:hundredth|cent)$ => round(($1), 2)
^(.+?) (?:to|in|as|into) hex(?:adecimal)?$ => hex($1)
^(.+?) (?:to|in|as|into) binary$ => bin($1)
^(.+?) (?:to|in|as|into)(?: a)? decimal$ => $1
^how many ([\p{L} ]+?) (?:are |is )?(?:there )?in (?:an?|one) (.+)$ => 1 $2 to $1
^how many ([\p{L} ]+?) (?:are |is )?(?:there )?in (.+)$ => $2 to $1
`);

/** Words for functions that are not names of functions. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map(
  `
absolute value|abs, cube root|cbrt, greatest common divisor|gcd, greatest common factor|gcd, highest common factor|gcd
least common multiple|lcm, lowest common multiple|lcm, square root|sqrt, standard deviation|stdev
geometric mean|geometricmean, natural log|ln, natural logarithm|ln
cosine|cos, difference|subtract, logarithm|log, quotient|divide, ratio|divide, sine|sin, tangent|tan, total|sum
`
    .trim()
    .split(/, |\n/)
    .map((entry) => {
      const [words = "", name = ""] = entry.split("|");
      return [words, name];
    }),
);

const CALL = toPattern(
  String.raw`\b(?:the )?(${[...FUNCTIONS.keys()].join("|")}|abs|average|cbrt|cos|cube|exp|factorial|gcd|lcm|ln|log|log10|log2|max|maximum|mean|median|min|minimum|mode|product|sin|sqrt|square|sum|tan|variance) (?:of|between) (?:(?=\(|NUMBER ?(?:°|deg|rad)|pi\b)|(NUMBER(?:(?:, (?:and )?|,? and | to )NUMBER)*)END)`,
);

/** `the sum of 3 and 5` → `sum(3, 5)`, `square root of 81` → `sqrt(81)`. */
function rewriteCalls(text: string): string {
  return text.replaceAll(CALL, (words, name: string, list?: string) => {
    const call = FUNCTIONS.get(name.toLowerCase()) ?? name;
    if (list === undefined) return `${call} `;
    if (/ to /i.test(list) && call !== "divide") return words;
    return writeCall(call, list);
  });
}

const SERIES = toPattern(
  String.raw`\b(?:the )?(sum|total|product|average|mean) (?:of |from )(?:(?:all )?(?:the )?(?:whole |natural )?(?:numbers|integers) )?(?:from )?(NUMBER) (?:to|through) (NUMBER)END`,
);

/** `the sum of 1 to 100` has a hundred numbers. */
function rewriteSeries(text: string): string {
  return text.replaceAll(
    SERIES,
    (words, name: string, ...bounds: [string, string]) => {
      const [first, last] = bounds
        .slice(0, 2)
        .map((bound) => bound.replaceAll(",", ""));
      return /^-?\d+ -?\d+$/.test(`${first} ${last}`)
        ? `${FUNCTIONS.get(name.toLowerCase()) ?? name}(range(${first}, ${last} + 1))`
        : words;
    },
  );
}

/**
 * In `100 + 8% tax` the tax is added; in `18% tip on 54.50` the tip is a part
 * of the price.
 */
const rewritePercents = createRewriting(String.raw`
% ?(?:sales )?(?:tax|tip|vat|gst|interest|commission|fee) on\b => % of
% ?(?:sales )?(?:tax|tip|vat|gst|interest|fee|discount)\b(?! (?:on|of|off|from)\b) => %
% on\b => % of
`);

const rewriteNotations = createRewriting(
  String.raw`
\b(\d+)([CP])(\d+)\b => n$2r($1,$3)
\b(?:[lL]|[lL]it(?:er|re)s?) ?(?:\/|per) ?100 ?(?:km|kilomet(?:er|re)s?)\b => litresPerHundredKm
升 ?(?:\/|每) ?(?:100|百) ?公里 => litresPerHundredKm
°(?=[CF]\b) => deg
`,
  { flags: "gu" },
);

const rewriteWords = createRewriting(String.raw`
\b(?:the )?log(?:arithm)? (?:to )?(?:the )?base (\d+) of (NUMBER)END => log($2, $1)
\b(?:twice|double) (NUMBER)END => 2 * $1
\btriple (NUMBER)END => 3 * $1
\b(\d+) factorial\b => $1!
\b(\d+) choose (\d+)\b => combinations($1,$2)
\b(\d+)(?:st|nd|rd|th) root of (NUMBER)END => root($2, $1)
\bout of\b => /
\bhalf of\b => 1/2 of
\bthird of\b => 1/3 of
\bquarter of\b => 1/4 of
\b(\d+) ?\/ ?(\d+) of\b => ($1/$2) *
\b(?:raised )?to the (\d+)(?:st|nd|rd|th)(?: power)?\b => ^$1
\b(?:raised )?to the power (?:of )?|\braised to\b => ^
\bnegative (?=[\d(]) => -
\bsquared\b => ^2
\bcubed\b => ^3
\bplus\b => +
\bminus\b => -
\b(?:multiplied by|times)\b => *
\bdivided by\b|(?<=\d )over(?= \d) => /
\bmodulo\b => ␣mod␣
\bnautical miles?\b => nmi
\b(light|fluid|metric|astronomical|watt|electron)[- ](?=years?\b|ounces?\b|tons?\b|units?\b|hours?\b|volts?\b) => $1
\b(?:square|sq\.?) (?!root)(\p{L}+) => $1^2
\b(?:cubic|cu\.?) (\p{L}+) => $1^3
(?<=[\p{L}\d]) per (?=\p{L}) => /
\b(stdev|var)\.([sp])(?=\() => $1$2
\bfl\.? ?oz\b => floz
(?<=\d ?)(?:degrees?|deg|°) ?(?:celsius|c)\b => ␣degC
(?<=\d ?)(?:degrees?|deg|°) ?(?:fahrenheit|f)\b => ␣degF
\b(?:degrees?|deg) (?=celsius|fahrenheit) =>
`);
