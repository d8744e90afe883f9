import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitForDiscord } from "../../src/channels/discord/discord-markup.ts";
import { splitForFeishu } from "../../src/channels/feishu/feishu-markup.ts";
import { readMarkdown } from "../../src/channels/markdown/read-markdown.ts";
import { splitForSlack } from "../../src/channels/slack/slack-markup.ts";
import { splitForTeams } from "../../src/channels/teams/teams-markup.ts";
import { richMarkdown } from "../fixtures/rich-markdown.ts";
import { runs } from "../property-runs.ts";

const SPLIT = {
  Discord: splitForDiscord,
  Feishu: splitForFeishu,
  Slack: splitForSlack,
  Teams: splitForTeams,
};
type App = keyof typeof SPLIT;

const write = async (app: App, markdown: string) =>
  (await SPLIT[app](markdown)).map(({ text }) => text);

const PRODUCT = "2 * 3 = snake_case_name";
const FENCE = "````\n```\n````";
const HEADING = "\\# no heading";
const BARE = "https://example.org/a_b_";

type Texts = readonly (readonly [markdown: string, written: string])[];

const BEGINNINGS = "\\> a\n\n\\- b\n\n\\+ c";

const SAME: Texts = [
  [
    "**Bold**, *italic*, ~~gone~~, `code`",
    "**Bold**, *italic*, ~~gone~~, `code`",
  ],
  ["[a](https://example.org/x_(y))", "[a](https://example.org/x_%28y%29)"],
  ["`` `a` ``", "`` `a` ``"],
];
const WRITTEN: Readonly<Record<App, Texts>> = {
  Discord: [
    [PRODUCT, "2 \\* 3 = snake_case_name"],
    ["a\\_\\_b\\_\\_c", "a\\_\\_b\\_\\_c"],
    ["\\*\\*not bold\\*\\*", "\\*\\*not bold\\*\\*"],
    ["||no spoiler||", "\\|\\|no spoiler\\|\\|"],
    ["<@1> <t:0:R>", "<\u200B@1> <\u200Bt:0:R>"],
    [BARE, BARE],
    ["[mail](mailto:a@b.example)", "mail (mailto:a@b.example)"],
    ["[https://a.example](https://a.example/)", "https://a.example/"],
    [
      "[https://a.example](https://b.example/)",
      "https://a.example (https://b.example/)",
    ],
    ["``a ` b``", "``a ` b``"],
    [FENCE, "```\n`\u200B``\n```"],
    ["> a\n> b", "> a\n> b"],
    [HEADING, HEADING],
    [`${BEGINNINGS}\n\n\\-# d`, `${BEGINNINGS}\n\n\\-# d`],
  ],
  Feishu: [
    [PRODUCT, "2 &#42; 3 = snake_case_name"],
    ["<at id=all></at>", "&#60;at id=all&#62;&#60;/at&#62;"],
    ["`<at id=all></at>`", "`<\u200Bat id=all><\u200B/at>`"],
    ["a &amp;lt; b", "a &#38;lt; b"],
    [BARE, BARE],
    ["> a\n> b", "> a\n> b"],
    [HEADING, "&#35; no heading"],
    [BEGINNINGS, "&#62; a\n\n&#45; b\n\n&#43; c"],
  ],
  Slack: [
    [PRODUCT, PRODUCT],
    ["2\\*3\\*4", "2\\*3\\*4"],
    ["\\*\\*not bold\\*\\*", "\\*\\*not bold\\*\\*"],
    ["``a ` b``", "``a ` b``"],
    [FENCE, FENCE],
    ["> a\n> b", "> a\n> b"],
    [HEADING, HEADING],
    [BEGINNINGS, BEGINNINGS],
    ["C:\\dir a\\\\\\*b", "C:\\dir a\\\\\\*b"],
  ],
  Teams: [
    [PRODUCT, PRODUCT],
    ["a < b & c", "a &lt; b &amp; c"],
    ["one\\\ntwo", "one  \ntwo"],
    [FENCE, FENCE],
    ["> a\\\n> b", "> a  \n> b"],
  ],
};

describe.each(["Discord", "Feishu", "Slack", "Teams"] as const)(
  "Markdown for %s",
  (app) => {
    it.each([...SAME, ...WRITTEN[app]])(
      "writes %j as %j",
      async (markdown, text) => {
        expect(await write(app, markdown)).toEqual([text]);
      },
    );
  },
);

/** Marks of CommonMark that begin a line, or show themselves. */
const MARKS = "a 1 汉 ` > | &amp; \\* \\_ \\~ \\` \\# \\> \\- \\\\"
  .split(" ")
  .concat(" ", "\n", "# ", "> ", "- ", "+ ", "---\n");

it.each(["Discord", "Feishu", "Slack", "Teams"] as const)(
  "What is written for %s reads like what it was made of",
  async (app) => {
    const heap = fc.array(fc.constantFrom(...MARKS), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(heap, async (marks) => {
        const markdown = marks.join("");
        const shown = await charactersOf(markdown);
        for (const text of await write(app, markdown))
          if (shown.length > 0) expect(await charactersOf(text)).toEqual(shown);
      }),
      { numRuns: runs(300) },
    );
  },
);

/** All characters that are shown, with their looks. */
async function charactersOf(markdown: string) {
  return (await readMarkdown(markdown)).flatMap(
    ({ text, style: { bold, code } }) =>
      Array.from(text.replaceAll(/\s/g, ""), (character) =>
        code ? { character, code } : { character, bold },
      ),
  );
}

it("never shows a mention on Discord", async () => {
  const pieces = [
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
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...pieces), { maxLength: 40 }),
      async (some) => {
        for (const text of await write("Discord", some.join("")))
          expect(text).not.toMatch(/<[@#:]/);
      },
    ),
  );
});

it("fits into a card of Feishu as JSON, which has escapes of its own", async () => {
  for (const part of await write("Feishu", `${richMarkdown}\n\n`.repeat(40)))
    expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(28 * 1024);
});
