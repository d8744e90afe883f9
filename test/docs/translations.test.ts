import { existsSync, readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { describe, expect, it } from "vitest";
import {
  ENGLISH_PAGES,
  findTranslation,
  readCodeBlocks,
  readHeadings,
} from "./markdown.ts";

const translated = ENGLISH_PAGES.filter((page) => findTranslation(page) !== "");
/** Their Chinese pages are summaries, which link to the tables. */
const SUMMARISED = new Set(["docs/performance.md", "docs/scale.md"]);

describe.each(translated)("the Chinese page of %s", (page) => {
  const translation = findTranslation(page);

  it("exists, and both link to each other where they begin", () => {
    expect(existsSync(translation)).toBe(true);
    const link = (from: string, to: string) =>
      `](${relative(dirname(from), to)})`;
    expect(readBeginning(page)).toContain(link(page, translation));
    expect(readBeginning(translation)).toContain(
      `[English${link(translation, page)}`,
    );
  });

  it.skipIf(SUMMARISED.has(page))("has the same chapters", () => {
    const levels = (path: string) =>
      readHeadings(path).map(({ level }) => level);
    expect(levels(translation)).toEqual(levels(page));
  });

  it.skipIf(SUMMARISED.has(page))("has the same code", () => {
    const code = (path: string) =>
      readCodeBlocks(path).map(({ language, source }) => ({
        language,
        source: withoutWords(language, source),
      }));
    expect(code(translation)).toEqual(code(page));
  });
});

function readBeginning(page: string): string {
  return readFileSync(page, "utf8").split("\n", 4).join("\n");
}

/** What a translation may change: comments, `<your worker>`, questions, the documents asked about, and the texts of diagrams. */
function withoutWords(language: string, source: string): string {
  if (language === "mermaid") return "";
  return source
    .replaceAll(/<[^<>\n]*>/g, "<>")
    .replaceAll(/(?<="text": )"[^"]*"/g, '""')
    .replaceAll("docs/zh-CN/", "docs/")
    .replaceAll(/(?<=^|\s)(?:#|\/\/) .*$/gm, "")
    .replaceAll(/ +$/gm, "");
}
