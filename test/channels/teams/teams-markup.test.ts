import {
  MAX_MESSAGE_BYTES,
  splitForTeams,
} from "../../../src/channels/teams/teams-markup.ts";
import { richMarkdown } from "../../fixtures/rich-markdown.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const write = (markdown: string) =>
  splitForTeams(markdown).map(({ text }) => text);

describe("Markdown for Teams", () => {
  it.each([
    [
      "**Bold**, *italic*, ~~gone~~, `code`",
      "**Bold**, *italic*, ~~gone~~, `code`",
    ],
    ["2 * 3 = snake_case_name", "2 * 3 = snake_case_name"],
    ["a < b & c", "a &lt; b &amp; c"],
    ["one\\\ntwo", "one  \ntwo"],
    ["[a](https://example.org/x_(y))", "[a](https://example.org/x_%28y%29)"],
    ["````\n```\n````", "````\n```\n````"],
    ["> a\\\n> b", "> a  \n> b"],
  ])("writes %j as %j", (markdown, text) => {
    expect(write(markdown)).toEqual([text]);
  });

  it("has no mentions, whatever it says, code included", () => {
    const piece = fc.constantFrom(
      "<at>Jane</at>",
      '<AT id="1">',
      "`",
      "```\n",
      " ",
      "**",
      "\\",
      "\n\n",
      "<",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const text of write(pieces.join("")))
          expect(text).not.toMatch(/<\/?at\b/i);
      }),
    );
  });

  it("fits into a message in bytes, and loses no word", () => {
    const source = [richMarkdown, "字".repeat(9_000)];
    const long = Array.from({ length: 10 }, () => source).flat();
    const parts = write(long.join("\n\n"));
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts)
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    const characters = (text: string) => text.match(/字/g)?.length;
    expect(characters(parts.join(""))).toBe(90_000);
  });
});
