import { markdownToStyledText } from "../../../src/channels/markdown/markdown-to-styled-text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";

test("a text without Markdown reads as the parser reads it", () => {
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
  fc.assert(
    fc.property(join(line, "\n", "\n\n", "\n\n\n"), (plain) => {
      // A rule, which is parsed whatever comes before it.
      const parsed = markdownToStyledText(`${plain}\n\n---`);
      const shown = markdownToStyledText(plain);
      const rule = [
        ...(shown.length > 0 ? [{ text: "\n\n", style: {} }] : []),
        { text: "———", style: {} },
      ];
      expect(parsed).toEqual([...shown, ...rule]);
    }),
    { numRuns: 2_000 },
  );
});
