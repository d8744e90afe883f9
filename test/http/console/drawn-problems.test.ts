import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { chinese } from "../../../src/http/console/page/texts-chinese.ts";
import { english } from "../../../src/http/console/page/texts-english.ts";

/** Slugs of problems that the console's routes share with others. */
const SHARED = [
  "unauthorized",
  "too-many-wrong-keys",
  "busy",
  "internal-error",
  "invalid-query",
  "unknown-message",
  "idempotency-mismatch",
  "body-too-large",
  "slow-body",
  "not-utf8",
];

/** The page sends no documents with an address. */
const UNREACHED = ["wrong-address"];

/** Of those that only the console's routes, or the library's, answer with. */
function findOwn(): readonly string[] {
  const files = globSync([
    "src/http/console/*.ts",
    "src/http/admin/{library-routes,read-document-body}.ts",
  ]);
  const texts = files.map((file) => readFileSync(file, "utf8")).join("");
  const found = texts.matchAll(/slug: "([\w-]+)"/g);
  return [...found].map(([, slug = ""]) => slug);
}

it("The console says in Chinese what its routes can refuse", () => {
  const slugs = [...findOwn(), ...SHARED];
  const reached = slugs.filter((slug) => !UNREACHED.includes(slug));
  expect(Object.keys(chinese.problems).toSorted()).toEqual(
    [...new Set(reached)].toSorted(),
  );
});

it("The console's own words for a problem are there in both languages", () => {
  expect(Object.keys(chinese.problems)).toEqual(
    expect.arrayContaining(Object.keys(english.problems)),
  );
});
