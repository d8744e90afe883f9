import fc from "fast-check";
import type { RichBlock } from "grammy/types";
import { describe, expect, it } from "vitest";
import { flattenRichMessage } from "../../../src/channels/telegram/rich-message.ts";
import { runs } from "../../property-runs.ts";

const paragraph = (text: unknown) => ({ type: "paragraph", text });
const flatten = (...blocks: unknown[]) => flattenRichMessage({ blocks });

/** One of each kind that the Bot API has. */
const KINDS: Readonly<
  Record<RichBlock["type"], readonly [block: object, text: string]>
> = {
  paragraph: [{ text: ["Ship ", { type: "bold", text: "it" }] }, "Ship it"],
  heading: [{ size: 2, text: "Plan" }, "Plan"],
  pre: [{ text: "a = 1\nb = 2", language: "python" }, "a = 1\nb = 2"],
  footer: [{ text: "The end" }, "The end"],
  divider: [{}, ""],
  mathematical_expression: [{ expression: "E = mc^2" }, "E = mc^2"],
  anchor: [{ name: "top" }, ""],
  list: [
    {
      items: [
        {
          label: "•",
          blocks: [
            paragraph("Kites"),
            {
              type: "list",
              items: [
                { label: "1.", value: 1, blocks: [paragraph("Blue\nones")] },
                { value: 2, blocks: [paragraph("Green")] },
              ],
            },
          ],
        },
        { has_checkbox: true, blocks: [paragraph("Wind")] },
        { has_checkbox: true, is_checked: true, blocks: [paragraph("String")] },
      ],
    },
    "• Kites\n1. Blue\nones\n- Green\n[ ] Wind\n[x] String",
  ],
  blockquote: [
    { blocks: [paragraph("To be"), paragraph("or not")], credit: "Hamlet" },
    "To be\nor not\nHamlet",
  ],
  expandable_blockquote: [{ text: "Long\nago" }, "Long\nago"],
  pullquote: [{ text: "Fly", credit: "Ada" }, "Fly\nAda"],
  collage: [
    {
      blocks: [{ type: "photo", caption: { text: "Left" } }],
      caption: { text: "Two kites", credit: "Ada" },
    },
    "Left\nTwo kites\nAda",
  ],
  slideshow: [
    { blocks: [], caption: { text: { type: "italic", text: "Kites" } } },
    "Kites",
  ],
  table: [
    {
      caption: ["Prices of ", { type: "bold", text: "kites" }],
      cells: [
        [{ text: "Kite", is_header: true }, { text: "Euro" }],
        [{ text: "Red" }, { text: ["7", ".50"] }],
      ],
    },
    "Kite | Euro\nRed | 7.50\nPrices of kites",
  ],
  details: [{ summary: "More", blocks: [paragraph("Hidden")] }, "More\nHidden"],
  map: [
    {
      location: { latitude: 41.9, longitude: 12.5 },
      caption: { text: "Rome" },
    },
    "41.9, 12.5\nRome",
  ],
  animation: [{ animation: {}, caption: { text: "Flying" } }, "Flying"],
  audio: [{ audio: {}, caption: { text: "Wind" } }, "Wind"],
  document: [{ document: {}, caption: { text: "Manual" } }, "Manual"],
  photo: [{ photo: [], caption: { text: "Kite", credit: "Ada" } }, "Kite\nAda"],
  video: [{ video: {} }, ""],
  voice_note: [{ voice_note: {}, caption: { text: "Hello" } }, "Hello"],
  buttons: [
    { buttons: [{ text: "Yes", url: "https://a.example" }, { text: ["No"] }] },
    "Yes\nNo",
  ],
  thinking: [{ text: "Thinking…" }, "Thinking…"],
};

describe("a block of a rich message", () => {
  it.each(Object.entries(KINDS))(
    "is read as text: %s",
    (type, [block, text]) => {
      expect(flatten({ type, ...block }).text).toBe(text);
    },
  );

  it("is read if its kind is new", () => {
    const block = { type: "aside", text: "By", blocks: [paragraph("the way")] };
    expect(flatten(block, paragraph("!")).text).toBe("By\nthe way\n!");
  });
});

describe("formatted text of a rich message", () => {
  it.each([
    [{ type: "custom_emoji", alternative_text: "🪁" }, "🪁"],
    [{ type: "mathematical_expression", expression: "x^2" }, "x^2"],
    [{ type: "button", button: { text: "Buy" } }, "Buy"],
    [
      { type: "spoiler", text: [["It ", { type: "code", text: "flew" }]] },
      "It flew",
    ],
    [{ type: "anchor", name: "a" }, ""],
    [{ type: "new", text: "words" }, "words"],
    [
      { type: "url", text: "the rules", url: "https://a.example/rules" },
      "the rules (https://a.example/rules)",
    ],
    [{ type: "url", text: "a.example", url: "http://a.example/" }, "a.example"],
    [
      { type: "url", text: "docs", url: "https://a.example/docs" },
      "docs (https://a.example/docs)",
    ],
    [{ type: "url", text: "", url: "https://a.example" }, "https://a.example"],
    [{ type: "url", text: "Ada", url: "tg://user?id=7" }, "Ada"],
  ])("is read: %j", (text, expected) => {
    expect(flatten(paragraph(text)).text).toBe(expected);
  });

  it("may address the bot", () => {
    const { text, entities } = flatten(
      paragraph([
        { type: "bot_command", text: "/help", bot_command: "/help" },
        " ",
        { type: "mention", text: "@ada", username: "ada" },
      ]),
      paragraph({ type: "text_mention", text: "Ada", user: { id: 7 } }),
      paragraph({ type: "mention", text: "@ada", username: "ada" }),
    );
    expect(text).toBe("/help @ada\nAda\n@ada");
    expect(entities).toEqual([
      { type: "bot_command", offset: 0, length: 5 },
      { type: "mention", offset: 6, length: 4 },
      { type: "text_mention", offset: 11, length: 3, user: { id: 7 } },
      { type: "mention", offset: 15, length: 4 },
    ]);
  });
});

describe("a rich message", () => {
  it("has media, at most ten", () => {
    const photo = { type: "photo", photo: [{ file_id: "a" }] };
    const voice = { type: "voice_note", voice_note: { file_id: "b" } };
    const { media } = flatten(voice, {
      type: "collage",
      blocks: Array.from({ length: 20 }, () => photo),
    });
    expect(media).toHaveLength(10);
    expect(media.slice(0, 2)).toEqual([
      { voice: { file_id: "b" } },
      { photo: [{ file_id: "a" }] },
    ]);
  });

  it("is read up to a depth beyond Telegram's limit", () => {
    const nest = (levels: number): object =>
      levels === 0
        ? paragraph("deep")
        : { type: "details", blocks: [nest(levels - 1)] };
    expect(flatten(nest(16)).text).toBe("deep");
    expect(flatten(nest(2_000)).text).toBe("");
    const list = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(flatten(paragraph(list), paragraph("End")).text).toBe("End");
  });

  it("never throws", () => {
    const names = fc.constantFrom(
      ..."type text blocks items cells caption location button buttons label user url".split(
        " ",
      ),
    );
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { depthSize: "medium" },
        fc.constantFrom(...Object.keys(KINDS), "url", "mention", "constructor"),
        fc.jsonValue({ maxDepth: 0 }),
        fc.array(tie("json"), { maxLength: 4 }),
        fc.dictionary(names, tie("json"), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(json, (value) => {
        for (const message of [value, { blocks: value }, { blocks: [value] }]) {
          const { text, entities } = flattenRichMessage(message);
          for (const { offset, length } of entities)
            expect(offset + length).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: runs(150) },
    );
  });
});
