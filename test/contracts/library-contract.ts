import { describe, expect, it } from "vitest";
import type { LibraryStore } from "../../src/types/library.ts";

/** Tests of every `LibraryStore`. `withLibrary` passes a fresh, empty one. */
export function describeLibraryContract(
  name: string,
  withLibrary: (
    work: (library: LibraryStore) => Promise<void>,
  ) => Promise<void>,
): void {
  const test = (
    claim: string,
    work: (library: LibraryStore) => Promise<void>,
  ) => it(claim, () => withLibrary(work));
  const search = (library: LibraryStore, query: string, limit = 10) =>
    library.search(query, { limit, signal: new AbortController().signal });
  /** Texts of the passages that a search finds, best first. */
  const find = async (library: LibraryStore, query: string, limit = 10) => {
    const answer = await search(library, query, limit);
    return answer.kind === "found"
      ? answer.passages.map(({ text }) => text)
      : [];
  };

  describe(`${name} implements LibraryStore`, () => {
    test("finds a passage with its title, headings and address", async (library) => {
      const added = await library.put({
        name: "prices.md",
        text: "# Prices\n\nIntro.\n\n## Shipping\n\n### Abroad\n\nA parcel costs 9 €.",
        address: "https://shop.example/prices",
      });
      expect(added).toMatchObject({
        kind: "added",
        entry: { name: "prices.md", title: "Prices", passages: 2 },
      });
      expect(await search(library, "parcel")).toEqual({
        kind: "found",
        isPartial: false,
        words: ["parcel"],
        passages: [
          {
            title: "Prices",
            heading: "Shipping › Abroad",
            text: "A parcel costs 9 €.",
            address: "https://shop.example/prices",
          },
        ],
      });
    });

    test("matches English words by stem, ignoring case, accents and width", async (library) => {
      await library.put({ name: "a", text: "Refunds are paid in our Cafés." });
      for (const query of ["refunded", "REFUND", "cafe", "ｃａｆé"])
        expect(await find(library, query), query).toHaveLength(1);
    });

    test("finds Chinese words of one, two and more characters", async (library) => {
      await library.put({ name: "a", text: "今天的美元汇率是7.1，天气很好。" });
      for (const query of [
        "汇率",
        "天气",
        "美元汇率",
        "率",
        "好",
        "汇率是多少？",
      ])
        expect(await find(library, query), query).toHaveLength(1);
      for (const query of ["利率", "气天", "股"])
        expect(await find(library, query), query).toEqual([]);
    });

    test("finds the words of a Chinese question anywhere in a text", async (library) => {
      await library.put({ name: "a", text: "保存对话的地方就是它的记忆。" });
      await library.put({ name: "b", text: "保存文件。" });
      const query = "记忆保存在哪里？";
      expect((await find(library, query))[0]).toBe(
        "保存对话的地方就是它的记忆。",
      );
      expect(await search(library, query)).toMatchObject({ isPartial: false });
    });

    test("finds Japanese and Korean words", async (library) => {
      await library.put({
        name: "a",
        text: "返品は30日以内にお願いします。コーヒーも。",
      });
      await library.put({ name: "b", text: "환불은 30일 안에 가능합니다." });
      expect(await find(library, "返品はいつまで")).toHaveLength(1);
      expect(await find(library, "ｺｰﾋｰ")).toHaveLength(1);
      expect(await find(library, "환불")).toHaveLength(1);
    });

    test("finds words of several scripts with one query", async (library) => {
      await library.put({ name: "a", text: "用Docker部署服务。" });
      await library.put({ name: "b", text: "部署到云端。" });
      expect(await find(library, "Docker 部署")).toEqual([
        "用Docker部署服务。",
      ]);
      expect(await find(library, "docker部署")).toEqual(["用Docker部署服务。"]);
    });

    test("requires all significant words, and falls back to partial matches", async (library) => {
      await library.put({ name: "a", text: "The warehouse is in Leipzig." });
      await library.put({ name: "b", text: "The office is in Bonn." });
      expect(await search(library, "Where is the warehouse?")).toMatchObject({
        passages: [{ text: "The warehouse is in Leipzig." }],
        isPartial: false,
      });
      const some = await search(library, "telephone of the Bonn office");
      expect(some).toMatchObject({
        passages: [{ text: "The office is in Bonn." }],
        isPartial: true,
      });
    });

    test("ranks a passage under a matching heading above one that only mentions the word", async (library) => {
      await library.put({
        name: "a",
        text: "# News\n\nWe have new returns rules today.",
      });
      await library.put({
        name: "b",
        text: "# Rules\n\n## Returns\n\nSend it back within 30 days.",
      });
      expect((await find(library, "returns"))[0]).toContain("30 days");
    });

    test("ranks the answer to a question above a quotation of it", async (library) => {
      const question = "How are conversations deleted on AWS?";
      await library.put({
        name: "readme",
        text: `# Quick start\n\nAsk: curl -d '{"text": "${question}"}' https://parley.example`,
      });
      await library.put({
        name: "aws",
        text: "# On AWS\n\n## Deleting conversations\n\nA worker deletes the texts from the table.",
      });
      expect((await find(library, question))[0]).toContain("A worker");
    });

    test("ranks a line with all words above a page with scattered words", async (library) => {
      await library.put({
        name: "long",
        text: `The deposit is small. ${"Something else. ".repeat(40)}We are paid back monthly.`,
      });
      await library.put({ name: "short", text: "The deposit is paid back." });
      expect((await find(library, "is the deposit paid back?"))[0]).toBe(
        "The deposit is paid back.",
      );
    });

    test("omits passages that share only a common word with the question", async (library) => {
      await library.put({
        name: "a",
        text: "Our warranty covers the battery.",
      });
      for (const part of ["cable", "bag", "charger"])
        await library.put({ name: part, text: `Our ${part} has no warranty.` });
      expect(await find(library, "battery warranty")).toEqual([
        "Our warranty covers the battery.",
      ]);
    });

    test("returns at most the requested number of passages", async (library) => {
      for (let number = 0; number < 5; number++)
        await library.put({ name: `${number}`, text: `Tea, sort ${number}.` });
      expect(await find(library, "tea", 2)).toHaveLength(2);
    });

    test("returns its titles if it finds nothing", async (library) => {
      expect(await search(library, "tea")).toEqual({
        kind: "nothing",
        documents: 0,
        titles: [],
      });
      await library.put({ name: "b", text: "# Prices\n\nCheap." });
      await library.put({ name: "a", text: "Old." });
      expect(await search(library, "tea")).toEqual({
        kind: "nothing",
        documents: 2,
        titles: ["a", "Prices"],
      });
      for (const query of ["", "the of", "?!", "的"])
        expect(await search(library, query), query).toMatchObject({
          kind: "nothing",
        });
    });

    test("treats operators in a query as plain text", async (library) => {
      await library.put({
        name: "a",
        text: "Version 2 of the near-field reader (C:\\temp).",
      });
      for (const query of [
        '"reader',
        "reader*",
        "NEAR(reader field)",
        "text:reader",
        "-reader",
        "reader AND",
        "^reader",
        "(reader",
        "reader OR OR",
        "'; DROP TABLE passages; --reader",
        "\0reader",
        "reader\ud83d",
        "{text} : reader",
        "+reader",
      ])
        expect(await find(library, query), query).toHaveLength(1);
    });

    test("replaces a document of the same name entirely", async (library) => {
      await library.put({ name: "a", text: "Open on Monday." });
      expect(
        await library.put({ name: "a", text: "Open on Friday." }),
      ).toMatchObject({ kind: "replaced" });
      expect(await find(library, "monday")).toEqual([]);
      expect(await find(library, "friday")).toHaveLength(1);
      expect(await library.list()).toHaveLength(1);
    });

    test("skips an unchanged document, but updates one with a new address", async (library) => {
      const document = { name: "a", text: "Open." };
      const first = await library.put(document);
      expect(await library.put(document)).toEqual({
        ...first,
        kind: "unchanged",
      });
      const address = "https://shop.example/a";
      expect(await library.put({ ...document, address })).toMatchObject({
        kind: "replaced",
        entry: { address },
      });
    });

    test("rejects a document without words and keeps the existing one", async (library) => {
      await library.put({ name: "a", text: "Open." });
      for (const text of ["", "\n \n", "---", "# Only a heading"])
        expect(await library.put({ name: "a", text })).toEqual({
          kind: "empty",
        });
      expect(await find(library, "open")).toHaveLength(1);
    });

    test("rejects a document with too many sections and stores none of it", async (library) => {
      const text = Array.from(
        { length: 3_001 },
        (_, number) => `# ${number}\nTea`,
      ).join("\n");
      expect(await library.put({ name: "a", text })).toEqual({
        kind: "too-many-passages",
        limit: 3_000,
      });
      expect(await library.list()).toEqual([]);
      expect(await find(library, "tea")).toEqual([]);
    });

    test("lists documents sorted by name", async (library) => {
      const before = Date.now();
      for (const file of ["b.md", "a/c.md", "订单 17.md"])
        await library.put({ name: file, text: `# About ${file}\n\nTea.` });
      const entries = await library.list();
      expect(entries.map((entry) => entry.name)).toEqual([
        "a/c.md",
        "b.md",
        "订单 17.md",
      ]);
      expect(entries[0]).toMatchObject({ title: "About a/c.md", passages: 1 });
      expect(entries[0]?.addedAt).toBeGreaterThanOrEqual(before);
    });

    test("removes only the given document", async (library) => {
      await library.put({ name: "a", text: "Green tea." });
      await library.put({ name: "b", text: "Black tea." });
      expect(await library.remove("a")).toBe(true);
      expect(await library.remove("a")).toBe(false);
      expect(await find(library, "tea")).toEqual(["Black tea."]);
      expect((await library.list()).map((entry) => entry.name)).toEqual(["b"]);
    });

    test("keeps one version of a document that is put concurrently", async (library) => {
      await Promise.all(
        Array.from({ length: 10 }, (_, number) =>
          library.put({ name: "a", text: `Tea ${number}.` }),
        ),
      );
      expect(await find(library, "tea")).toHaveLength(1);
    });

    test("throws the signal's reason if the search is aborted", async (library) => {
      const reason = new Error("Not wanted any more");
      const signal = AbortSignal.abort(reason);
      await expect(library.search("tea", { limit: 1, signal })).rejects.toBe(
        reason,
      );
    });
  });
}
