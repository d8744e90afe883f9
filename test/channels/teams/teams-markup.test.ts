import { describe, expect, it } from "vitest";
import { splitForTeams } from "../../../src/channels/teams/teams-markup.ts";

const write = async (markdown: string) =>
  (await splitForTeams(markdown)).map(({ text }) => text);

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
  ])("writes %j as %j", async (markdown, text) => {
    expect(await write(markdown)).toEqual([text]);
  });
});
