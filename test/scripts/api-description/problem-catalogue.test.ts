import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROBLEMS } from "../../../scripts/api-description/problem-catalogue.ts";

/**
 * Sources of the API's problems, without those of pages, Telegram and the
 * operator's routes.
 */
const FILES =
  /^(?:platforms\/start-banner|http\/(?!find-other-site)(?:[\w-]+|(?:api|callbacks|openai)\/.+))\.ts$/;

/** A problem of channels that are off, whose routes do not exist. */
const UNREACHABLE = "channel-off";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => FILES.test(path))
  .map((path) => readFileSync(join("src", path), "utf8"))
  .join("\n");

describe("the catalogue of problems", () => {
  it("lists exactly the API's problems", () => {
    const answered = [...sources.matchAll(/\bslug: "([\w-]+)"/g)]
      .map(([, slug = ""]) => slug)
      .filter((slug) => slug !== UNREACHABLE);
    expect([...PROBLEMS.keys()].toSorted()).toEqual(
      [...new Set(answered)].toSorted(),
    );
  });

  it("matches the table of docs/api-reference.md, line by line", () => {
    const rows = readFileSync("docs/api-reference.md", "utf8")
      .split("\n")
      .filter((line) => /^\| \d{3} /.test(line));
    const documented = rows.flatMap((row) => {
      const [, status = "", names = ""] = row.split("|");
      return [...names.matchAll(/`([\w-]+)`/g)].map(
        ([, name]) => `${name} ${status.trim()}`,
      );
    });
    const catalogued = [...PROBLEMS].map(
      ([slug, { status }]) => `${slug} ${status}`,
    );
    expect(documented.toSorted()).toEqual(catalogued.toSorted());
  });
});
