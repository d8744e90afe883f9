import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const pages = [
  "README.md",
  "README.zh-CN.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];
const files = readdirSync(".", { recursive: true, encoding: "utf8" })
  .filter((path) => /^(?:src|test|scripts|bench|infra)\//.test(path))
  .filter((path) => !path.includes("node_modules"));

/** What readers of a guide write themselves. */
const EXAMPLES = /roll-dice|^shop\.ts$/;

it.each(pages)("%s names only files that are there", (page) => {
  const text = readFileSync(page, "utf8");
  const named = [
    ...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.ts)`/g),
    ...text.matchAll(/\]\(((?:\.\.\/)?(?:src|test|scripts)\/[\w./-]+)\)/g),
  ].map(([, name = ""]) => name.replace(/^\.\.\//, ""));
  const missing = named.filter(
    (name) =>
      !EXAMPLES.test(name) &&
      !existsSync(name) &&
      !files.some((path) => path === name || path.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});
