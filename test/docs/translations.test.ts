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
/** Pages whose Chinese version is a summary. */
const SUMMARISED = new Set(["docs/performance.md", "docs/scale.md"]);

describe.each(translated)("the Chinese page of %s", (page) => {
  const translation = findTranslation(page);

  it("exists, and both pages link to each other at the top", () => {
    expect(existsSync(translation)).toBe(true);
    const link = (from: string, to: string) =>
      `](${relative(dirname(from), to)})`;
    expect(readBeginning(page)).toContain(link(page, translation));
    expect(readBeginning(translation)).toContain(
      `[English${link(translation, page)}`,
    );
  });

  it.skipIf(SUMMARISED.has(page))("has the same heading levels", () => {
    const levels = (path: string) =>
      readHeadings(path).map(({ level }) => level);
    expect(levels(translation)).toEqual(levels(page));
  });

  it.skipIf(SUMMARISED.has(page))("has the same code blocks", () => {
    const code = (path: string) =>
      readCodeBlocks(path).map(({ language, source }) => ({
        language,
        source: withoutTexts(language, source),
      }));
    expect(code(translation)).toEqual(code(page));
  });
});

function readBeginning(page: string): string {
  return readFileSync(page, "utf8").split("\n", 4).join("\n");
}

/**
 * Removes what translations may change: comments, `<your worker>`, questions,
 * paths of documents, and texts of diagrams.
 */
function withoutTexts(language: string, source: string): string {
  if (language === "mermaid") return "";
  return source
    .replaceAll(/<[^<>\n]*>/g, "<>")
    .replaceAll(/(?<="text": )"[^"]*"/g, '""')
    .replaceAll("docs/zh-CN/", "docs/")
    .replaceAll(/(?<=^|\s)(?:#|\/\/) .*$/gm, "")
    .replaceAll(/ +$/gm, "");
}
