import {
  MAX_MESSAGE_LENGTH,
  splitForSlack,
} from "../../../src/channels/slack/slack-markup.ts";
import { richMarkdown } from "../../fixtures/rich-markdown.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const write = (markdown: string) =>
  splitForSlack(markdown).map(({ text }) => text);

describe("Markdown for Slack", () => {
  it.each([
    [
      "**Bold**, *italic*, ~~gone~~, `code`",
      "**Bold**, *italic*, ~~gone~~, `code`",
    ],
    ["2 * 3 = snake_case_name", "2 * 3 = snake_case_name"],
    ["\\*\\*not bold\\*\\*", "\\*\\*not bold\\*\\*"],
    ["[a](https://example.org/x_(y))", "[a](https://example.org/x_%28y%29)"],
    ["``a ` b``", "``a ` b``"],
    ["````\n```\n````", "````\n```\n````"],
    ["> a\n> b", "> a\n> b"],
    ["\\# no heading", "\\# no heading"],
  ])("writes %j as %j", (markdown, text) => {
    expect(write(markdown)).toEqual([text]);
  });

  it("never mentions anybody, whatever it says, code included", () => {
    const piece = fc.constantFrom(
      "<!channel>",
      "<@U1>",
      "<#C1|x>",
      "<!here|here>",
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
          expect(text).not.toMatch(/<[@#!]/);
      }),
    );
  });

  it("is never too long, and loses no word", () => {
    const long = Array.from({ length: 40 }, () => richMarkdown).join("\n\n");
    const parts = write(long);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts)
      expect(part.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    const whole = Array.from({ length: 40 }, () =>
      write(richMarkdown).join("\n"),
    );
    expect(words(parts.join("\n"))).toEqual(words(whole.join("\n")));
  });
});
