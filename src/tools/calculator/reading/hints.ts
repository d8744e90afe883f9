import { CalculationError, DateRefusal } from "../calculation-error.ts";
import { findUnit } from "../engine/units.ts";

/**
 * Throws `CalculationError` for an unknown name, with a hint what to write
 * instead.
 */
export function refuseName(name: string, isFunction: boolean): never {
  const word = name.toLowerCase();
  const hint =
    (isFunction ? FUNCTION_HINTS.get(word) : undefined) ??
    WORD_HINTS.get(word) ??
    otherHint(name, isFunction);
  throw new (hint === DATES ? DateRefusal : CalculationError)(
    `${JSON.stringify(name.slice(0, 40))} is not known here. ${hint}`,
  );
}

function otherHint(name: string, isFunction: boolean): string {
  if (isFunction)
    return "There is no such function: write its formula with operators. Examples of functions: sqrt, log, round, mean.";
  return /\p{Script=Han}/u.test(name)
    ? WITH_OPERATORS
    : `Put a number in its place, or assign it on an earlier line (${name.slice(0, 20)} = 5). ${findUnit(name) === undefined ? "Examples of functions: sqrt, log, round, mean." : `As a unit, it follows a number (5 ${name}).`}`;
}

const DATES = "Dates and times of day are not supported.";
const WITH_OPERATORS =
  "Write it with operators and brackets, e.g. sqrt(16) + 9 or (3 + 5) * 2.";

/** Hints for functions of spreadsheets, Python and mathjs. */
const FUNCTION_HINTS = parseHints(`
Write its formula, e.g. 2000 * 0.01 / (1 - 1.01^-12).
  pmt
Write its formula, e.g. 1000 * 1.05^10.
  fv
Write its formula, e.g. 1000 / 1.05^10.
  pv
Write its formula, e.g. -1000 + 600 / 1.05 + 700 / 1.05^2.
  npv
Write sorted([3, 1, 2])[2] for the second value.
  partitionselect small large
Write sin(30 deg).
  sind
Write cos(30 deg).
  cosd
Write tan(30 deg).
  tand
Algebra is not supported: replace letters with numbers, or assign them on earlier lines (x = 5).
  rationalize resolve simplifyconstant simplifycore symbolicequal leafcount polynomialroot solveode
Write only the expression, with its numbers: 2 + 3.
  evaluate eval parse compile parser chain help config import typed
Write short lists with their numbers, e.g. sum([1, 2, 3]).
  foreach mapslices matrixfromfunction matrixfromrows matrixfromcolumns concat reshape resize squeeze row column
  diag kron subset sparse
Of matrices there are det, inv, transpose, trace, norm, dot, cross, lusolve(a, b), and products and powers with * and ^.
  lup slu qr schur lyap sylvester expm sqrtm pinv eigs lsolve usolve rotate rotationmatrix fft ifft intersect
Random numbers are not supported: write numbers.
  random randomint pickrandom randint rand randn
Sets are not supported: write a list without repeats, e.g. len([1, 2, 3]).
  set setcartesian setdifference setdistinct setintersect setissubset setmultiplicity setpowerset setsize setsymdifference setunion
Only numbers are supported: compare them with < > == and leave out type checks.
  typeof isnumeric hasnumericvalue isnan isfinite isbounded comparenatural comparetext equaltext
Units are converted as in 5 km to mi; new ones cannot be defined.
  createunit splitunit tobest convert
Write round(pi, 2) for fewer digits.
  format tofixed toprecision
Write root(8, 3) for the real root.
  nthroots
`);

const WORD_HINTS = parseHints(`
${DATES}
  today now date datetime time timedelta tomorrow yesterday days_between datediff pm am
  monday tuesday wednesday thursday friday saturday sunday 今天 明天 昨天
  jan feb mar apr may jun jul aug sep oct nov dec
  january february march april june july august september october november december
Loops are only supported in sum, prod, min and max: sum(x^2 for x in range(1, 11)).
  for
Programs are not supported: write expressions, and variables such as x = 5.
  while def class lambda function return if elif else try with import in
Units are converted as in 5 km to mi; currencies are not: multiply by the rate.
  to into usd eur gbp cny rmb jpy inr dollar dollars euro euros yuan yen pounds 美元 人民币 欧元 英镑 日元
${WITH_OPERATORS}
  a an and between by each from is it left less more of off than the then through what with
Write numbers in digits, e.g. 25 + 2.5.
  zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty
  ninety hundred thousand million billion half third quarter
That is not a number: write one.
  inf infinity nan none null undefined n na
Algebra is not supported: replace letters with numbers, or assign them on earlier lines (x = 5).
  derivative derive integrate integral limit simplify expand factor solve_for x y z
Write short lists with their numbers, e.g. sum([1, 2, 3]).
  zeros ones random rand map filter eigs fft linspace arange array matrix
`);

/**
 * Parses hints, each followed by indented lines with the words it applies to.
 */
function parseHints(text: string): ReadonlyMap<string, string> {
  const hints = new Map<string, string>();
  let hint = "";
  for (const line of text.trim().split("\n")) {
    if (!line.startsWith(" ")) hint = line;
    else
      for (const word of line.trim().split(" "))
        if (!hints.has(word)) hints.set(word, hint);
  }
  return hints;
}
