import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitForDiscord } from "../../../src/channels/discord/discord-markup.ts";

const write = async (markdown: string) =>
  (await splitForDiscord(markdown)).map(({ text }) => text);

describe("Markdown for Discord", () => {
  it.each([
    [
      "**Bold**, *italic*, ~~gone~~, `code`",
      "**Bold**, *italic*, ~~gone~~, `code`",
    ],
    ["2 * 3 = snake_case_name", "2 \\* 3 = snake_case_name"],
    ["a\\_\\_b\\_\\_c", "a\\_\\_b\\_\\_c"],
    ["\\*\\*not bold\\*\\*", "\\*\\*not bold\\*\\*"],
    ["||no spoiler||", "\\|\\|no spoiler\\|\\|"],
    ["<@1> <t:0:R>", "<\u200B@1> <\u200Bt:0:R>"],
    ["[a](https://example.org/x_(y))", "[a](https://example.org/x_%28y%29)"],
    ["https://example.org/a_b_", "https://example.org/a_b_"],
    [
      "[https://a.example](https://b.example/)",
      "https://a.example (https://b.example/)",
    ],
    ["``a ` b``", "``a ` b``"],
    ["````\n```\n````", "```\n`\u200B``\n```"],
    ["> a\n> b", "> a\n> b"],
    ["\\# no heading", "\\# no heading"],
  ])("writes %j as %j", async (markdown, text) => {
    expect(await write(markdown)).toEqual([text]);
  });

  it("never shows a mention", async () => {
    const piece = fc.constantFrom(
      "<@1>",
      "<@&2>",
      "<#3>",
      "<:a:4>",
      " ",
      "**",
      "\\",
      "\n\n",
      "<",
      "https://a.example/",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        for (const text of await write(pieces.join("")))
          expect(text).not.toMatch(/<[@#:]/);
      }),
    );
  });
});
