import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { styled } from "../../../src/channels/markdown/styled-text.ts";
import { fittingLength } from "../../../src/channels/telegram/entities.ts";
import { toTelegramParts } from "../../../src/channels/telegram/to-telegram-parts.ts";
import { runs } from "../../property-runs.ts";
import { readText } from "../../stubs/telegram-text.ts";

describe("fittingLength", () => {
  it("is the whole length of a text with little markup", () => {
    expect(fittingLength([])).toBe(0);
    expect(
      fittingLength([...styled("one "), ...styled("two", { bold: true })]),
    ).toBe(7);
  });

  it("ends before the 101st entity", () => {
    const pair = (length: number) => [
      ...styled("b".repeat(length), { bold: true }),
      ...styled(" "),
    ];
    const text = Array.from({ length: 200 }, () => pair(14)).flat();
    expect(fittingLength(text)).toBe(100 * 15);
  });

  it("counts an entity that spans several runs once", () => {
    const text = Array.from({ length: 300 }, (_, index) => [
      ...styled("some words ", { quote: "open" }),
      ...styled("x", { quote: "open", ...(index < 99 && { bold: true }) }),
    ]).flat();
    expect(fittingLength(text)).toBe(300 * 12);
  });

  it("is at least 512 units if only the number of entities limits it", () => {
    const text = Array.from({ length: 4_000 }, (_, index) =>
      styled("a", index % 2 === 0 ? { bold: true } : { italic: true }),
    ).flat();
    expect(fittingLength(text)).toBe(512);
  });

  it("ends before the addresses exceed the limit", () => {
    const link = (length: number) =>
      styled("link", { link: `https://a.example/${"x".repeat(length)}` });
    expect(
      fittingLength([...link(3_000), ...link(3_001), ...link(3_002)]),
    ).toBe(8);
    expect(fittingLength([...link(20_000), ...link(3_000)])).toBe(4);
  });
});

describe("an answer with much markup", () => {
  const shownBy = async (markdown: string) =>
    (await toTelegramParts(markdown)).map((part) => readText(part, "too long"));

  it("is accepted by Telegram, however long its addresses", async () => {
    const items = Array.from(
      { length: 40 },
      (_, index) => `- [page](https://a.example/${index}/${"é&".repeat(400)})`,
    );
    const parts = await shownBy(items.join("\n"));
    const entities = parts.flatMap((part) => part.entities);
    expect(entities).toHaveLength(40);
  });

  it("keeps all markup, unless the answer is nearly all markup", async () => {
    const pieces = fc.constantFrom(
      "some words in between ",
      "**bold words** ",
      "*italic* `code` ",
      "[page](https://a.example/with/a/rather/long/address?q=1&r=2) ",
      "\n\n```js\ncode()\n```\n\n",
    );
    const text = fc
      .array(pieces, { minLength: 200, maxLength: 600 })
      .map((all) => all.join(""));
    await fc.assert(
      fc.asyncProperty(text, async (markdown) => {
        const parts = await shownBy(markdown);
        const entities = parts.flatMap((part) => part.entities);
        const count = (type: string) =>
          entities.filter((entity) => entity.type === type).length;
        const written = (source: string) => markdown.split(source).length - 1;
        expect(count("bold")).toBeGreaterThanOrEqual(written("**bold words**"));
        expect(count("italic")).toBe(written("*italic*"));
        expect(count("code")).toBe(written("`code`"));
        expect(count("text_link")).toBe(written("[page]"));
        expect(count("pre")).toBe(written("```js"));
      }),
      { numRuns: runs(50) },
    );
  });
});
