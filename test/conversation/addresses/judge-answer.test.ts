import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeAnswer } from "../../../src/conversation/addresses/judge-answer.ts";
import { createPermit } from "../../../src/conversation/addresses/permit-links.ts";
import { createHostileMarkdown } from "../../document/hostile-markdown.ts";
import { takesLinearTime } from "../../fixtures/linear-time.ts";
import { richMarkdown } from "../../fixtures/rich-markdown.ts";
import { runs } from "../../property-runs.ts";

const GIVEN = "https://news.example/2026/garden?id=7";
const judge = {
  permits: createPermit({
    hosts: () => ["*.wikipedia.org", "www.a.example", "b.example"],
    given: [GIVEN, "https://intranet/door"],
    answers: [
      "See [the door](https://earlier.example/door/4711).\n\n```\nhttps://code.example/4711\n```",
    ],
  }),
  note: "[left out]",
};

function write(pieces: readonly string[]): readonly string[] {
  const judged = judgeAnswer(judge);
  return [...pieces.map((piece) => judged.push(piece)), judged.end()];
}

const whole = (markdown: string) => write([markdown]).at(-1);

describe("where strangers' text is in the prompt, an answer", () => {
  it.each([
    ["a tool gave", `[t](${GIVEN})`, `[t](<${GIVEN}>)`],
    ["a tool gave, as text", `At ${GIVEN}.`, `At <${GIVEN}>.`],
    [
      "an earlier answer showed",
      "<https://earlier.example/door/4711>",
      "<https://earlier.example/door/4711>",
    ],
    [
      "has a named host",
      "[t](https://de.wikipedia.org/wiki/Kl%C3%A4nge)",
      "[t](<https://de.wikipedia.org/wiki/Kl%C3%A4nge>)",
    ],
    [
      "has the domain of named hosts",
      "[t](https://wikipedia.org/4711)",
      "[t](<https://wikipedia.org/4711>)",
    ],
    [
      "has a named host without www",
      "[t](https://a.example/4711)",
      "[t](<https://a.example/4711>)",
    ],
    [
      "has a named host with www",
      "[t](https://www.b.example/4711)",
      "[t](<https://www.b.example/4711>)",
    ],
    [
      "goes by mail to a named host",
      "[t](mailto:4711@De.Wikipedia.org)",
      "[t](<mailto:4711@De.Wikipedia.org>)",
    ],
    [
      "a tool gave, from text with another such address",
      "[the https://intranet/door here](https://intranet/door)",
      "[the https://intranet/door here](<https://intranet/door>)\u200B",
    ],
    [
      "is on one's own machine",
      "http://localhost:8787/x",
      "<http://localhost:8787/x>",
    ],
  ])("links to what %s", (_, markdown, shown) => {
    expect(whole(markdown)).toBe(shown);
  });

  it.each([
    ["a link", "[t](https://a.evil.co.uk/4711)", "[t] (evil.co.uk)"],
    ["an image", "![t](https://evil.example/4711)", "![t] (evil.example)"],
    [
      "escapes",
      String.raw`[t](https\:\/\/evil\.example/4711)`,
      "[t] (evil.example)",
    ],
    [
      "character references",
      "[t](&#104;ttps&colon;//evil.example/4711)",
      "[t] (evil.example)",
    ],
    [
      "a definition",
      "[r]: https://evil.example/4711\n\n[t][r]",
      "[r]\\: evil.example\n\n[t] (evil.example)",
    ],
    [
      "a definition behind it",
      "[t][r]\n\n[r]: https://evil.example/4711",
      "[t][r]\n\n[r]\\: evil.example",
    ],
    [
      "a footnote",
      "See[^1]\n\n[^1]: https://evil.example/4711",
      "See[^1]\n\n[^1]: evil.example",
    ],
    [
      "a tag",
      '<a href="https://evil.example/4711">t</a>',
      '\\<a href="evil.example">t\\</a>',
    ],
    [
      "a footnote that others read as a definition",
      "[^1]: x\n\n[^2]: //evil%2ecom/4711",
      "[^1]: x\n\n[^2]: //evil%2ecom/4711 \u2060",
    ],
    ["code", "`https://evil.example/4711`", "`evil.example`"],
    [
      "a code block",
      "```\ncurl https://evil.example/4711\n```",
      "```\ncurl evil.example\n```",
    ],
    ["emphasis", "https://evil.example/4*71*1", "evil.example"],
    ["more than a tool gave", `${GIVEN}&code=4711`, "news.example"],
    [
      "code of an earlier answer",
      "[t](https://code.example/4711)",
      "[t] (code.example)",
    ],
    ["a subdomain", "4711.evil.com", "evil.com"],
    ["a name given away", "https://4711.github.io", "github.io"],
    [
      "a host whose name ends like a named one",
      "https://evilwikipedia.org/4711",
      "evilwikipedia.org",
    ],
    ["a user", "https://4711@evil.example", "evil.example"],
    ["a mail address", "4711@evil.example", "evil.example"],
    ["an IP address", "https://47.11.8.15/", "[left out]"],
    [
      "a number that is an address",
      "47.11.8.15",
      "47.\u200B11.\u200B8.\u200B15",
    ],
    [
      "a private network",
      "http://10.47.11.8/x",
      "10.\u200B47.\u200B11.\u200B8",
    ],
    ["punctuation in a host", "https://evil.com;4711.com", "[left out]"],
    [
      "a displayed formula",
      "$$\n\\url{evil.com/4711}\n$$",
      "$$\n\\url{evil.com}\n$$",
    ],
    [
      "a formula that others read as a link",
      String.raw`$[t](https\://evil.example/4711)$`,
      "$[t] (evil.example)$",
    ],
    [
      "a formula with character references",
      "$x=4711&#46;evil&#46;com$",
      "$x=evil.com$",
    ],
    ["another scheme", "slack://channel?id=4711", "[left out]"],
    [
      "Chinese text",
      "请看https://evil.example/4711，谢谢",
      "请看 evil.example，谢谢",
    ],
    [
      "a redirect of another host",
      "https://www.google.com/url?q=https://evil.example/4711",
      "google.com",
    ],
    [
      "a table",
      "| a |\n|---|\n| x \\| https://evil.example/4711 |",
      "| a |\n| --- |\n| x \\| evil.example |",
    ],
  ])("has a domain instead of an address in %s", (_, markdown, shown) => {
    expect(whole(markdown)).toBe(shown);
  });

  it.each([
    "Version 3.11.2, e.g. node.js/express, and/or U.S./China: 5 * 3 = 15.",
    "`document.body.style` and `user.profile.name`",
    "```js\nself.data.id / object.user.name;\n```",
    "Costs $5–$10, see README.md or C:\\dir\\file.txt",
    "版本3.11，花园 python.org 开放。",
    "There is no port evil.example:70000.",
  ])("keeps %j", (markdown) => {
    expect(whole(markdown)).toBe(markdown);
  });
});

const pieces = fc
  .array(
    fc.constantFrom(
      ..."**bold** and *it* `code` [t](https://evil.example/4711) ![i](https://evil.example/4711) https://evil.example/4711 [r] [t][r] <https://evil.example/4711> | |-| # > - 1. ``` $x$ \\(y\\) ~~s~~ 中文。 密码 https://evil。example/4711 word word".split(
        " ",
      ),
      " ",
      "\n",
      "\n\n",
      "[r]: https://evil.example/4711\n",
      "[^1]: x\n\n",
      GIVEN,
    ),
    { maxLength: 30 },
  )
  .chain((parts) => {
    const text = parts.join(" ");
    return fc
      .array(fc.integer({ min: 1, max: 9 }), {
        minLength: text.length,
        maxLength: text.length,
      })
      .map((lengths) => {
        let at = 0;
        return lengths.flatMap((length) => {
          const piece = text.slice(at, at + length);
          at += length;
          return piece === "" ? [] : [piece];
        });
      });
  });

describe("while it is written, an answer", () => {
  it("never shows an address that is left out in the end", () => {
    fc.assert(
      fc.property(pieces, (cut) => {
        for (const shown of write(cut)) {
          expect(shown).not.toContain("4711");
          expect(shown).not.toMatch(/https?:\/\/(?!news\.example)/);
        }
      }),
      { numRuns: runs(50) },
    );
  });

  it("shows a line before the mark of its end is one", () => {
    expect(write([`At ${GIVEN}\\\n`, "Next"])).toEqual([
      `At <${GIVEN}>`,
      `At <${GIVEN}>`,
      `At <${GIVEN}>\\\nNext`,
    ]);
  });

  it("shows no host in backticks before they end", () => {
    const written = write(["See `4711.evil.com and ", "more words.\n\nEnd"]);
    const shown = "See \\`evil.com and more words.\n\nEnd";
    expect(written).toEqual(["See", "See", shown]);
  });

  it("is the same in the end, however it is cut into pieces", () => {
    fc.assert(
      fc.property(pieces, (cut) => {
        expect(write(cut).at(-1)).toBe(whole(cut.join("")));
      }),
      { numRuns: runs(50) },
    );
  });

  it("only grows, if it is what models write", () => {
    const markdown = richMarkdown.replaceAll("https://docs.example", GIVEN);
    for (const size of [1, 7, 50]) {
      const all = write(
        markdown.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [],
      );
      for (const [index, shown] of all.entries())
        expect(shown.startsWith(all[index - 1] ?? "")).toBe(true);
    }
  });

  it("shows its words at once", () => {
    const shown = write([
      "It **opens",
      " at ni",
      "ne.** 今天天气",
      "很好",
      "，see",
      " x",
    ]);
    expect(shown).toEqual([
      "It",
      "It **opens at",
      "It **opens at nine.** 今天天气",
      "It **opens at nine.** 今天天气很好",
      "It **opens at nine.** 今天天气很好，",
      "It **opens at nine.** 今天天气很好，see",
      "It **opens at nine.** 今天天气很好，see x",
    ]);
  });

  it.each(Object.entries(createHostileMarkdown(15_000)))(
    "takes about linear time for %s",
    (_, markdown) => {
      const writeHalves = (length: number) => {
        const half = Math.ceil(length / 2);
        write([markdown.slice(0, half), markdown.slice(half, length)]);
      };
      expect(takesLinearTime(writeHalves, markdown.length)).toBe(true);
    },
  );
});
