import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it.each(["docs/webhook.md", "docs/api-reference.md", "docs/questions.md"])(
  "%s begins with links to all of its chapters, in order",
  (page) => {
    const text = readFileSync(page, "utf8");
    const linked = [...text.matchAll(/\[([^\]]+)\]\(#([\w-]+)\)/g)]
      .filter(({ index }) => index < text.indexOf("\n## "))
      .map(([, heading, anchor]) => [heading, anchor]);
    const chapters = [...text.matchAll(/^## (.*)$/gm)].map(
      ([, heading = ""]) => [
        heading,
        heading
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, "")
          .replaceAll(" ", "-"),
      ],
    );
    expect(linked).toEqual(chapters);
  },
);

it.each(["README.md", "README.zh-CN.md"])(
  "%s has at most 200 lines",
  (page) => {
    expect(
      readFileSync(page, "utf8").split("\n").length - 1,
    ).toBeLessThanOrEqual(200);
  },
);
