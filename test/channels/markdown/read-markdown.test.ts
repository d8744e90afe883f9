import fc from "fast-check";
import { expect, test } from "vitest";
import { readMarkdown } from "../../../src/channels/markdown/read-markdown.ts";
import { toStyledText } from "../../../src/channels/markdown/to-styled-text.ts";
import { parseDocument } from "../../../src/document/parse-document.ts";
import { runs } from "../../property-runs.ts";

test("a text without Markdown gives the same result without the parser", async () => {
  const pieces = fc.constantFrom(
    ...Array.from("aw1.,:;!?()'\"-+%^{}/，。中é😀\0\u200B\u0301"),
    "1.",
    "a:",
    "www",
    ".c",
    "http:",
    "mailto:a",
    "TODO",
  );
  const join = (text: fc.Arbitrary<string>, ...separators: string[]) =>
    fc
      .array(fc.tuple(text, fc.constantFrom(...separators)), { maxLength: 6 })
      .map((all) => all.flat().slice(0, -1).join(""));
  const word = fc.array(pieces, { minLength: 1, maxLength: 4 });
  const line = join(
    word.map((all) => all.join("")),
    " ",
    "  ",
  );
  await fc.assert(
    fc.asyncProperty(join(line, "\n", "\n\n", "\n\n\n"), async (plain) => {
      expect(await readMarkdown(plain)).toEqual(
        toStyledText(parseDocument(plain)),
      );
    }),
    { numRuns: runs(200) },
  );
});
