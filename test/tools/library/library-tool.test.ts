import { describe, expect, it } from "vitest";
import { createLibraryTool } from "../../../src/tools/library/library-tool.ts";
import type { LibraryAnswer, Passage } from "../../../src/types/library.ts";
import { describeToolContract } from "../../contracts/tool-contract.ts";
import { createScriptedLibrary } from "../../fakes/scripted-library.ts";
import { runAlone } from "../observe.ts";

const RETURNS: Passage = {
  title: "Prices",
  heading: "Shipping › Returns",
  text: "Returns are free.\n\nSend them within 30 days.",
  address: "https://shop.example/prices.md",
};

const found = (
  ...passages: Passage[]
): Extract<LibraryAnswer, { kind: "found" }> => ({
  kind: "found",
  passages,
  isPartial: false,
  words: ["returns"],
});
const ask = (answer: LibraryAnswer, query = "returns") =>
  runAlone(createLibraryTool({ library: createScriptedLibrary(answer) }), {
    query,
  });

describeToolContract(
  "library",
  async () => ({
    tool: createLibraryTool({ library: createScriptedLibrary(found(RETURNS)) }),
    close: async () => {},
  }),
  { samples: [{ query: "returns" }, { query: "汇率" }] },
);

describe("the library tool", () => {
  it("lists passages in the format of search results, with their sources", async () => {
    const { address: _, ...unpublished } = RETURNS;
    expect(await ask(found(RETURNS, { ...unpublished, heading: "" }))).toEqual({
      text: "1. Prices › Shipping › Returns\nReturns are free.\nSend them within 30 days.\nhttps://shop.example/prices.md\n\n2. Prices\nReturns are free.\nSend them within 30 days.",
      sources: [{ title: "Prices", url: "https://shop.example/prices.md" }],
    });
  });

  it("cuts passages to 2,400 characters in total but keeps matching sentences", async () => {
    const filler = "Nothing to see in this sentence. ".repeat(16);
    const text = `${filler}Returns are free. ${filler}`;
    const heading = "H".repeat(200);
    const output = await ask(
      found(...[1, 2, 3].map(() => ({ ...RETURNS, heading, text }))),
    );
    expect(output.text.length).toBeLessThanOrEqual(2_400);
    expect(output.text.match(/Returns are free\./g)).toHaveLength(3);
  });

  it("shows a single passage in full", async () => {
    const text = "Returns are free. ".repeat(66).trim();
    expect((await ask(found({ ...RETURNS, text }))).text).toContain(text);
  });

  it("says that the passages match only some of the words", async () => {
    const { text } = await ask({ ...found(RETURNS), isPartial: true });
    expect(text).toMatch(
      /^No passage has all these words; some have a part of them:\n\n1\. Prices/,
    );
  });

  it("lists titles of documents if nothing is found", async () => {
    expect(
      (
        await ask(
          {
            kind: "nothing",
            documents: 4,
            titles: ["Prices", "Opening\nhours"],
          },
          "tea".repeat(100),
        )
      ).text,
    ).toMatch(
      /^Nothing found for "(?:tea)+t?e?…" in the library\. Try other words, or look elsewhere\. The library has: Prices; Opening hours; and 2 more\.$/,
    );
  });

  it("lists all titles if they fit", async () => {
    const titles = ["Prices", "Hours"];
    const { text } = await ask({ kind: "nothing", documents: 2, titles });
    expect(text).toMatch(/ The library has: Prices; Hours\.$/);
  });

  it("limits a list of titles to 800 characters", async () => {
    const titles = Array.from({ length: 20 }, () => "T".repeat(200));
    const { text } = await ask({ kind: "nothing", documents: 2_000, titles });
    expect(text.length).toBeLessThanOrEqual(800);
    expect(text).toMatch(/; and 199\d more\.$/);
  });

  it("says that it is empty", async () => {
    const output = await ask({ kind: "nothing", documents: 0, titles: [] });
    expect(output.text).toContain(
      "Nothing found: the library has no documents yet",
    );
  });
});
