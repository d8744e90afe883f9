import { describe, expect, it } from "vitest";
import { splitForSlack } from "../../../src/channels/slack/slack-markup.ts";

const write = async (markdown: string) =>
  (await splitForSlack(markdown)).map(({ text }) => text);

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
  ])("writes %j as %j", async (markdown, text) => {
    expect(await write(markdown)).toEqual([text]);
  });
});
