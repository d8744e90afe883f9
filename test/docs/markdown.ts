import { globSync, readFileSync } from "node:fs";

/** Of a Markdown page: a fenced block. */
export interface CodeBlock {
  readonly language: string;
  readonly source: string;
  /** Of its first line of code, from 1. */
  readonly line: number;
}

/** The pages for readers in English, by their paths from the root of the repository. */
export const ENGLISH_PAGES: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...globSync("docs/**/*.md")
    .filter((path) => !/^docs\/(?:zh-CN|decisions)\//.test(path))
    .toSorted(),
];

/** Tables that the fault suites write. */
const ENGLISH_ONLY = new Set(["docs/reliability-figures.md"]);

/** The path of the page in Chinese; empty for pages that are English only. */
export function findTranslation(page: string): string {
  if (page === "README.md") return "README.zh-CN.md";
  if (!page.startsWith("docs/") || ENGLISH_ONLY.has(page)) return "";
  return page.replace("docs/", "docs/zh-CN/");
}

const FENCE = /^( *)```([^\n]*)\n([\s\S]*?)^\1```$/gm;

export function readCodeBlocks(page: string): readonly CodeBlock[] {
  const text = readFileSync(page, "utf8");
  return [...text.matchAll(FENCE)].map(
    ({ index, 1: indent = "", 2: language = "", 3: source = "" }) => ({
      language,
      source: source.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      line: text.slice(0, index).split("\n").length + 1,
    }),
  );
}

/** @returns levels and texts, in order */
export function readHeadings(
  page: string,
): readonly { level: number; text: string }[] {
  const prose = readFileSync(page, "utf8").replaceAll(FENCE, "");
  return [...prose.matchAll(/^(#+) (.*)$/gm)].map(
    ([, marks = "", text = ""]) => ({ level: marks.length, text }),
  );
}

/** As GitHub makes them from headings. */
export function listAnchors(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const { text } of readHeadings(page)) {
    const anchor = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-");
    let unique = anchor;
    for (let n = 1; anchors.has(unique); n++) unique = `${anchor}-${n}`;
    anchors.add(unique);
  }
  return anchors;
}
