import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const pages = [
  "README.md",
  "README.zh-CN.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...globSync(["docs/*.md", "docs/zh-CN/*.md"]),
];
const files = globSync("{src,test,scripts,bench,infra}/**/*.ts", {
  exclude: ["bench/node_modules"],
});

/** Files that readers of a guide create. */
const EXAMPLES = /roll-dice|^shop\.ts$/;

it.each(pages)("%s names only existing files", (page) => {
  const text = readFileSync(page, "utf8");
  const named = [...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.ts)`/g)].map(
    ([, name = ""]) => name,
  );
  const missing = named.filter(
    (name) =>
      !EXAMPLES.test(name) &&
      !existsSync(name) &&
      !files.some((path) => path === name || path.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});
