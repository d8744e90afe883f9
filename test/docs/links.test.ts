import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { listAnchors } from "./markdown.ts";

const pages = globSync([
  "*.md",
  "docs/**/*.md",
  "src/**/*.md",
  "scripts/**/*.md",
]);

it.each(pages)("%s links only to existing files and headings", (page) => {
  const text = readFileSync(page, "utf8").replaceAll(
    /^( *)```[\s\S]*?^\1```$/gm,
    "",
  );
  const targets = [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
  expect(targets.filter((target) => !hasTarget(page, target))).toEqual([]);
});

function hasTarget(page: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : join(dirname(page), path);
  if (!existsSync(file)) return false;
  return (
    anchor === undefined || listAnchors(file).has(decodeURIComponent(anchor))
  );
}
