/**
 * What to write in place of a name that is not known.
 * @param isCalled whether it has a bracket after it, as functions have
 */
export function hintFor(
  name: string,
  { isCalled }: { isCalled: boolean },
): string {
  const word = name.toLowerCase();
  const hint =
    (isCalled ? FUNCTION_HINTS.get(word) : undefined) ?? WORD_HINTS.get(word);
  if (hint !== undefined) return hint;
  if (isCalled)
    return "There is no such function: write its formula with operators. Functions are such as sqrt, log, round, mean.";
  return /\p{Script=Han}/u.test(name)
    ? WITH_OPERATORS
    : `Put a number in its place, or give it a value in a line before (${name.slice(0, 20)} = 5). Functions are such as sqrt, log, round, mean.`;
}

const WITH_OPERATORS =
  "Write it with operators and brackets, e.g. sqrt(16) + 9 or (3 + 5) * 2.";

/** For functions of spreadsheets, by their names. */
const FUNCTION_HINTS = parseHints(`
Write its formula, e.g. 2000 * 0.01 / (1 - 1.01^-12).
  pmt
Write its formula, e.g. 1000 * 1.05^10.
  fv
Write its formula, e.g. 1000 / 1.05^10.
  pv
Write its formula, e.g. -1000 + 600 / 1.05 + 700 / 1.05^2.
  npv
Write median([3, 1, 2]) for the middle, or sorted([3, 1, 2]) and take the value at its place.
  percentile quantile
Write sin(30 deg).
  sind
Write cos(30 deg).
  cosd
Write tan(30 deg).
  tand
`);

const WORD_HINTS = parseHints(`
Dates and times of day are not supported: count the days yourself and write numbers.
  today now date datetime time timedelta tomorrow yesterday days_between datediff pm am
  monday tuesday wednesday thursday friday saturday sunday 今天 明天 昨天
  jan feb mar apr may jun jul aug sep oct nov dec
  january february march april june july august september october november december
Programs are not supported: write expressions, and variables such as x = 5.
  for while def class lambda function return if elif else try with import in
Units are converted as in 5 km to mi; currencies are not: multiply by the rate.
  to into usd eur gbp cny rmb jpy inr dollar dollars euro euros yuan yen pounds 美元 人民币 欧元 英镑 日元
${WITH_OPERATORS}
  a an and between by each from is it left less more of off than the then through what with
That is no number.
  inf infinity nan none null undefined n na
Algebra is not supported: put numbers in place of letters, or give them values in lines before (x = 5).
  diff derivative derive integrate integral limit simplify expand factor solve_for x y z
Write short lists with their numbers, e.g. sum([1, 2, 3]).
  zeros ones random rand map filter eigs fft linspace arange array matrix
`);

/** Each hint is followed by the words it is for, in lines that are indented. */
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
