import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const guide = readFileSync("docs/webhook.md", "utf8");

it("docs/webhook.md begins with links to all of its chapters, in order", () => {
  const linked = [...guide.matchAll(/\[([^\]]+)\]\(#([\w-]+)\)/g)]
    .filter(({ index }) => index < guide.indexOf("\n## "))
    .map(([, heading, anchor]) => [heading, anchor]);
  const chapters = [...guide.matchAll(/^## (.*)$/gm)].map(
    ([, heading = ""]) => [
      heading,
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    ],
  );
  expect(linked).toEqual(chapters);
});
