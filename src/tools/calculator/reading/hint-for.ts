/** What to write in place of a name that is not known. */
export function hintFor(name: string): string {
  const word = name.toLowerCase();
  return (
    HINTS.find(({ words }) => words.has(word))?.hint ??
    `Put a number in its place, or give it a value in a line before (${name.slice(0, 20)} = 5). Functions are such as sqrt, log, round, mean.`
  );
}

const HINTS: readonly { words: ReadonlySet<string>; hint: string }[] = [
  {
    words: listOf(
      "today now date datetime time timedelta tomorrow yesterday days_between datediff pm am monday tuesday wednesday thursday friday saturday sunday jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september october november december 今天 明天 昨天",
    ),
    hint: "Dates and times of day are not supported: count the days yourself and write numbers.",
  },
  {
    words: listOf(
      "for while def class lambda function return if elif else try with import in",
    ),
    hint: "Programs are not supported: write expressions, and variables such as x = 5.",
  },
  {
    words: listOf(
      "to into usd eur gbp cny rmb jpy inr dollar dollars euro euros yuan yen pounds 美元 人民币 欧元 英镑 日元",
    ),
    hint: "Units are converted as in 5 km to mi; currencies are not: multiply by the rate.",
  },
  {
    words: listOf("a an and by is it of off than the what with"),
    hint: "Write it with operators and brackets, e.g. sqrt(16) + 9 or (3 + 5) * 2.",
  },
  {
    words: listOf("inf infinity nan none null undefined n na"),
    hint: "That is no number.",
  },
  {
    words: listOf(
      "diff derivative derive integrate integral limit simplify expand factor solve_for x y z",
    ),
    hint: "Algebra is not supported: put numbers in place of letters, or give them values in lines before (x = 5).",
  },
  {
    words: listOf(
      "zeros ones random rand map filter eigs fft linspace arange array matrix",
    ),
    hint: "Write short lists with their numbers, e.g. sum([1, 2, 3]).",
  },
];

function listOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
