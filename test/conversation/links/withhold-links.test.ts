import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLinkFilter } from "../../../src/conversation/links/withhold-links.ts";

const NOTE = "[left out]";

function filter(
  pieces: readonly string[],
  isWithheld: (address: string, label: string) => boolean = () => true,
): readonly string[] {
  const { push, end } = createLinkFilter({ isWithheld, note: NOTE });
  return [...pieces.map(push), end()];
}

function withhold(text: string): string {
  return filter([text]).join("");
}

const FRAGMENTS = [
  "https://evil.example/a?b=c#d",
  "HTTP://EVIL.EXAMPLE",
  "https:",
  "//evil.example/x",
  "evil.example/x",
  "www.evil.example",
  "a.b.evil.com",
  "mailto:a@b.example",
  "data:text/html,x",
  "https://evil。example/y",
  "https://evil.example/(a)b)",
  "](",
  "]( ",
  "]: ",
  "](<",
  "![",
  "[t]",
  "[r]: ",
  "<",
  ">",
  '<a href="',
  '"',
  " ",
  "\n",
  "。",
  "，",
  "天气很好",
  "word",
  ".",
  ":",
  "/",
  "`",
  "(",
  ")",
  "|",
  "𝒳",
  "é",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 4 })), {
    maxLength: 20,
  })
  .map((parts) => parts.join(""));

/** The text, split at arbitrary places. */
const pieces = fc
  .tuple(text, fc.array(fc.nat(8), { maxLength: 60 }))
  .map(([whole, lengths]) => {
    const cut: string[] = [];
    let at = 0;
    for (const length of lengths) {
      cut.push(whole.slice(at, at + length));
      at += length;
    }
    return [...cut, whole.slice(at)];
  });

describe("the filter of links", () => {
  it("leaves every text unchanged if nothing is withheld", () => {
    fc.assert(
      fc.property(pieces, (cut) => {
        expect(filter(cut, () => false).join("")).toBe(cut.join(""));
      }),
      { numRuns: 2_000 },
    );
  });

  it("outputs the same text, however it is split into pieces", () => {
    fc.assert(
      fc.property(pieces, (cut) => {
        expect(filter(cut).join("")).toBe(withhold(cut.join("")));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    '<a href="](<https://evil.example/a>',
    "。é。evil.example/x",
    "https://evil。example/y",
    "1 <2 https://evil.example",
  ])("outputs the same text for %j, character by character", (written) => {
    expect(filter(Array.from(written)).join("")).toBe(withhold(written));
  });

  it("never shows the beginning of an address that it withholds", () => {
    fc.assert(
      fc.property(pieces, (cut) => {
        let shown = "";
        for (const piece of filter(cut)) {
          shown += piece;
          expect(shown).not.toMatch(
            /https?:\/\/|\/\/evil|evil\.(?:example|com)/i,
          );
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ["See https://evil.example/a?b=c.", `See ${NOTE}.`],
    ["[more](https://evil.example/a) follows", `[more] (${NOTE}) follows`],
    ['[more](https://evil.example/a "title")', `[more] (${NOTE} "title")`],
    ["![alt](https://evil.example/a.png)", `![alt] (${NOTE})`],
    ["[more](<https://evil.example/a b>)", `[more] (${NOTE})`],
    ["<https://evil.example/a>", NOTE],
    ["[d]: https://evil.example/a\n", `[d]: ${NOTE}\n`],
    ['<img src="https://evil.example/a b">', `<img src="${NOTE}">`],
    ["[a](https://evil.example/x(y)z) b", `[a] (${NOTE}) b`],
    ["(https://evil.example/a)", `(${NOTE})`],
    ["详见https://evil.example/a。谢谢", `详见${NOTE}。谢谢`],
    ["`https://evil.example/a`", `\`${NOTE}\``],
    ["| https://evil.example/a| b |", `| ${NOTE}| b |`],
    ["[x](https://evil.example/?q=|swordfish)", `[x] (${NOTE})`],
    ['![x](https://evil.example/?q="swordfish)', `![x] (${NOTE})`],
    ["[x]( https://evil.example/?q=，swordfish)", `[x] (${NOTE})`],
    ["[x](https://evil.example/((((|swordfish))))", `[x] (${NOTE}`],
    ["[d]: https://evil.example/?q=|swordfish\n", `[d]: ${NOTE}\n`],
    ["See https://evil.example/?q=|swordfish.", `See ${NOTE}.`],
    ["https://evil。中国/?q=swordfish", NOTE],
    ["|https://evil.example/a|", `|${NOTE}|`],
    ["[https://evil.example/a](https://evil.example/b)", `[${NOTE}] (${NOTE})`],
  ])("makes no link of %j: %j", (written, shown) => {
    expect(withhold(written)).toBe(shown);
  });

  it.each([
    `${".".repeat(3_970)}![](https://evil.example/?q=swordfish)`,
    `.${"中".repeat(3_970)}![](https://evil.example/?q=${"a".repeat(10)}swordfish)`,
    `<a href="https://evil.example/?q=${"b".repeat(1_960)}swordfish">`,
    `[x](https://evil.example/?q=${"b".repeat(3_990)}swordfish)`,
  ])("shows no beginning of an address that is cut: %#", (written) => {
    const isWithheld = (address: string) => address.includes("swordfish");
    for (const size of [written.length, 1, 9]) {
      const cut = written.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      expect(filter(cut, isWithheld).join("")).not.toContain("evil.example");
    }
  });

  it("outputs words immediately, except the last one", () => {
    expect(filter(["It opens ", "at ni", "ne. 今天天气", "很好", "."])).toEqual(
      ["It opens ", "at ", "nine. 今天天气", "很好", "", "."],
    );
  });

  it.each([
    ["密码.evil.example/x", ".evil.example/x", "密码"],
    ["密码.公司/x", ".公司/x", "密码"],
    ["请看evil.example/x", "evil.example/x", "请看"],
    ["请看https://evil.example/x", "https://evil.example/x", ""],
  ])(
    "passes the text before an address as the label: %j",
    (written, ...told) => {
      for (const given of [[written], Array.from(written)]) {
        const seen: (readonly string[])[] = [];
        filter(given, (...args) => {
          seen.push(args);
          return false;
        });
        expect(seen).toEqual([told]);
      }
    },
  );

  it.each([
    "a".repeat(1_000_000),
    "a.".repeat(500_000),
    "https://".repeat(100_000),
    "<a".repeat(300_000),
    "(".repeat(500_000),
    "https://a/" + ").".repeat(300_000) + "x",
    "](".repeat(300_000),
    "。".repeat(500_000),
    "](".concat("(".repeat(300_000)),
    "](https://a".concat("(a".repeat(150_000)),
    "](".concat(" ".repeat(300_000)),
    "](a(".repeat(100_000),
    "]: ".repeat(150_000),
    'a.b"c|'.repeat(100_000),
    "。a".repeat(200_000),
    "//a。".repeat(100_000),
  ])("takes linear time: %#", (hostile) => {
    const start = performance.now();
    filter([hostile], () => false);
    filter(hostile.match(/[\s\S]{1,10000}/g) ?? [], () => false);
    // Quadratic time would take hours.
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
