import type { FailureCause, SearchFailure } from "./read-search-failures.ts";

/** What went wrong in plain words, as the end of a sentence without its full stop. */
export function explainSearchFailures(
  failures: readonly SearchFailure[],
  language: "english" | "chinese",
): string {
  const { names, explain, nothingKnown, separator } = WORDS[language];
  if (failures.length === 0) return nothingKnown;
  return failures
    .map(({ provider, cause, detail }) =>
      explain[cause](names.get(provider) ?? provider, detail),
    )
    .join(separator);
}

interface Words {
  readonly names: ReadonlyMap<string, string>;
  readonly explain: Readonly<
    Record<FailureCause, (name: string, detail: string) => string>
  >;
  readonly nothingKnown: string;
  readonly separator: string;
}

/** The providers as they write themselves. */
const BRANDS: readonly (readonly [string, string])[] = [
  ["wikipedia", "Wikipedia"],
  ["serpapi", "SerpApi"],
  ["tavily", "Tavily"],
  ["brave", "Brave Search"],
  ["searxng", "SearXNG"],
  ["elasticsearch", "Elasticsearch"],
];

const WORDS: Readonly<Record<"english" | "chinese", Words>> = {
  english: {
    names: new Map([...BRANDS, ["search", "the search"]]),
    explain: {
      unreachable: (name) => `${name} could not be reached`,
      busy: (name, detail) => `${name} is too busy at the moment (${detail})`,
      refused: (name, detail) => `${name} answered with an error (${detail})`,
      "too-late": (name, seconds) =>
        `${name} gave no answer within ${seconds} seconds`,
      "too-long": (name, size) => `${name} gave an answer of more than ${size}`,
      unreadable: (name) => `${name} gave an answer that cannot be read`,
      unexpected: (name) => `${name} failed unexpectedly`,
      other: (name, reason) => `${name} failed (${reason})`,
    },
    nothingKnown: "the search gave no result that I can use",
    separator: "; ",
  },
  chinese: {
    names: new Map([...BRANDS, ["search", "搜索"], ["wikipedia", "维基百科"]]),
    explain: {
      unreachable: (name) => `连不上${name}`,
      busy: (name, detail) => `${name}现在太忙（${detail}）`,
      refused: (name, detail) => `${name}返回了错误（${detail}）`,
      "too-late": (name, seconds) => `${name}在 ${seconds} 秒内没有回应`,
      "too-long": (name, size) => `${name}的回应超过 ${size}，太长了`,
      unreadable: (name) => `${name}的回应无法读取`,
      unexpected: (name) => `${name}意外出错`,
      other: (name, reason) => `${name}出错（${reason}）`,
    },
    nothingKnown: "搜索没有给出可用的结果",
    separator: "；",
  },
};
