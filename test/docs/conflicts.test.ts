import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("No document has a mark of a merge", () => {
  const marked = globSync(["*.md", "docs/**/*.md"]).filter((page) =>
    /^(?:<{7}|\|{7}|>{7}) /m.test(readFileSync(page, "utf8")),
  );
  expect(marked).toEqual([]);
});
