import { NUMBER, rewrite, type Rule } from "./rewrite.ts";

/** Writes words the way programs write arithmetic: `25 percent of 300` → `25% of 300`, `6 times 7` → `6 * 7`. */
export function rewriteEnglish(text: string): string {
  return rewrite(writeCalls(writeSeries(text)), WORDS);
}

/** A function of a number or a list ends with it: what `square root of 16 + 9` is would be a guess. */
const END = String.raw`(?= ?(?:$|[),]))`;

function pattern(source: string): RegExp {
  return new RegExp(
    source.replaceAll("NUMBER", NUMBER).replaceAll("END", END),
    "gi",
  );
}

/** Function words that are not names of functions. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  "absolute value": "abs",
  "cube root": "cbrt",
  "greatest common divisor": "gcd",
  "greatest common factor": "gcd",
  "highest common factor": "gcd",
  "least common multiple": "lcm",
  "lowest common multiple": "lcm",
  "square root": "sqrt",
  "standard deviation": "stdev",
  cosine: "cos",
  difference: "subtract",
  logarithm: "log",
  quotient: "divide",
  ratio: "divide",
  sine: "sin",
  tangent: "tan",
  total: "sum",
};

const NAMES =
  "abs average cbrt cos cube exp factorial gcd lcm ln log log10 log2 max maximum mean median min minimum mode product sin sqrt square sum tan variance".split(
    " ",
  );

const CALL = pattern(
  String.raw`\b(?:the )?(${[...Object.keys(FUNCTIONS), ...NAMES].join("|")}) (?:of|between) (?:(?=\()|(NUMBER(?:(?:, (?:and )?|,? and | to )NUMBER)*)END)`,
);

const ANY_NUMBER = pattern("NUMBER");

const SERIES = pattern(
  String.raw`\b(?:the )?(sum|total|product|average|mean) (?:of |from )(?:(?:all )?(?:the )?(?:whole |natural )?(?:numbers|integers) )?(?:from )?(NUMBER) (?:to|through) (NUMBER)END`,
);

const WHOLE = /^-?[\d,]+$/;

/** `the sum of 1 to 100` is that of a hundred numbers. */
function writeSeries(text: string): string {
  return text.replaceAll(
    SERIES,
    (words, name: string, first: string, last: string) => {
      if (![first, last].every((bound) => WHOLE.test(bound))) return words;
      const [from, to] = [first, last].map((bound) =>
        bound.replaceAll(",", ""),
      );
      return `${FUNCTIONS[name.toLowerCase()] ?? name}(range(${from}, ${to} + 1))`;
    },
  );
}

/** `the sum of 3 and 5` → `sum(3, 5)`, `square root of 81` → `sqrt(81)`. */
function writeCalls(text: string): string {
  return text.replaceAll(CALL, (words, name: string, list?: string) => {
    const call = FUNCTIONS[name.toLowerCase()] ?? name;
    if (list === undefined) return call;
    if (/ to /i.test(list) && call !== "divide") return words;
    const values = list.match(ANY_NUMBER) ?? [];
    return `${call}(${values.map((value) => value.replaceAll(",", "")).join(", ")})`;
  });
}

const WORDS: readonly Rule[] = [
  [/ ?\b(?:percent|per cent|pct)\b/gi, "%"],
  // 100 + 8% tax, but 18% tip on 54.50
  [/% ?(?:sales )?(?:tax|tip|vat|gst|interest|commission|fee) on\b/gi, "% of"],
  [
    /% ?(?:sales )?(?:tax|tip|vat|gst|interest|fee|discount)\b(?! (?:on|of|off|from)\b)/gi,
    "%",
  ],
  [/% on\b/gi, "% of"],
  [
    pattern(
      String.raw`\b(?:the )?log(?:arithm)? (?:to )?(?:the )?base (\d+) of (NUMBER)END`,
    ),
    "log($2, $1)",
  ],
  [pattern(String.raw`\b(?:twice|double) (NUMBER)END`), "2 * $1"],
  [pattern(String.raw`\btriple (NUMBER)END`), "3 * $1"],
  [/\b(\d+) factorial\b/gi, "$1!"],
  [/\b(\d+) choose (\d+)\b/gi, "combinations($1,$2)"],
  [/\b(\d+)([CP])(\d+)\b/g, "n$2r($1,$3)"],
  [/\b(?:an? |one[- ])?half of\b/gi, "1/2 of"],
  [/\b(?:an? |one[- ])?third of\b/gi, "1/3 of"],
  [/\b(?:an? |one[- ])?(?:quarter|fourth) of\b/gi, "1/4 of"],
  [/\bthree[- ](?:quarters|fourths) of\b/gi, "3/4 of"],
  [/\btwo[- ]thirds of\b/gi, "2/3 of"],
  [/\b(\d+) ?\/ ?(\d+) of\b/gi, "($1/$2) *"],
  [/\b(?:raised )?to the (\d+)(?:st|nd|rd|th) power\b/gi, "^$1"],
  [/\b(?:raised )?to the power (?:of )?|\braised to\b/gi, "^"],
  [/\bsquared\b/gi, "^2"],
  [/\bcubed\b/gi, "^3"],
  [/\bplus\b/gi, "+"],
  [/\bminus\b/gi, "-"],
  [/\b(?:multiplied by|times)\b/gi, "*"],
  [/\bdivided by\b|(?<=\d )over(?= \d)/gi, "/"],
  [/\bmodulo\b/gi, " mod "],
  [/\bnautical miles?\b/gi, "nmi"],
  [
    /\b(light|fluid|metric|astronomical|watt|electron)[- ](?=years?\b|ounces?\b|tons?\b|units?\b|hours?\b|volts?\b)/gi,
    "$1",
  ],
  [/\b(?:square|sq\.?) (?!root)(\p{L}+)/giu, "$1^2"],
  [/\b(?:cubic|cu\.?) (\p{L}+)/giu, "$1^3"],
  [/\b(\p{L}+) per (?=\p{L})/giu, "$1/"],
  [/(?<=\d ?)(?:degrees?|deg|°) ?(?:celsius|c)\b/gi, " degC"],
  [/(?<=\d ?)(?:degrees?|deg|°) ?(?:fahrenheit|f)\b/gi, " degF"],
  [/\b(?:degrees?|deg) (?=celsius|fahrenheit)/gi, ""],
  [/°(?=[CF]\b)/g, "deg"],
];
