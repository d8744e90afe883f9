import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSqliteLibrary } from "../../src/stores/sqlite/sqlite-library.ts";
import type { LibraryStore } from "../../src/types/library.ts";
import { describeLibraryContract } from "../contracts/library-contract.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { runs } from "../property-runs.ts";

const createLibrary = () =>
  createSqliteLibrary({ database: createNodeSqliteDatabase() });
const search = (library: LibraryStore, query: string) =>
  library.search(query, { limit: 3, signal: new AbortController().signal });

describeLibraryContract("SQLite library over node:sqlite", async (work) => {
  await work(createLibrary());
});

describe("the SQLite library", () => {
  it("finds every character and pair of adjacent characters of a Chinese text", async () => {
    const library = createLibrary();
    const han = fc.oneof(
      fc.constantFrom(...Array.from("今天汇率天气服务中文的了是〇々")),
      fc
        .integer({ min: 0x4e00, max: 0x9fff })
        .map((code) => String.fromCodePoint(code)),
      fc
        .integer({ min: 0x20000, max: 0x2a6df })
        .map((code) => String.fromCodePoint(code)),
    );
    const run = fc.array(han, { minLength: 2, maxLength: 20 });
    const text = fc.tuple(
      fc.string({ unit: "binary" }),
      run,
      fc.string({ unit: "binary" }),
    );
    await fc.assert(
      fc.asyncProperty(text, async ([before, characters, after]) => {
        await library.put({
          name: "a",
          text: `x${before}\n${characters.join("")}\n${after}`,
        });
        for (const [index, character] of characters.slice(1).entries()) {
          const pair = `${characters[index]}${character}`;
          expect((await search(library, pair)).kind, pair).toBe("found");
          expect((await search(library, character)).kind).toBe("found");
        }
      }),
      { numRuns: runs(50) },
    );
  });

  it("accepts any query", async () => {
    const library = createLibrary();
    const sign = fc.constantFrom(
      '"',
      "'",
      "*",
      "^",
      ":",
      "-",
      "+",
      "(",
      ")",
      "{",
      "}",
      " NEAR ",
      " AND ",
      " OR ",
      " NOT ",
      "\0",
      "，",
      " ",
    );
    const query = fc
      .array(
        fc.oneof(
          sign,
          fc.string({ unit: "binary", maxLength: 5 }),
          fc.string({ maxLength: 5 }),
          fc.constantFrom("\ud83d", "汇率", "ﷺ"),
        ),
      )
      .map((parts) => parts.join(""));
    await library.put({ name: "a", text: "Tea." });
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const answer = await search(library, text);
        expect(["found", "nothing"]).toContain(answer.kind);
      }),
      { numRuns: runs(100) },
    );
  });

  it("holds 2,000 documents, and can replace one when full", async () => {
    const library = createLibrary();
    for (let number = 0; number < 2_000; number++)
      await library.put({ name: `${number}`, text: "Tea." });
    expect(await library.put({ name: "one more", text: "Tea." })).toEqual({
      kind: "full",
      limit: 2_000,
    });
    expect((await library.put({ name: "7", text: "Coffee." })).kind).toBe(
      "replaced",
    );
    await library.remove("8");
    expect((await library.put({ name: "one more", text: "Tea." })).kind).toBe(
      "added",
    );
  });

  it("opens an existing database", async () => {
    const database = createNodeSqliteDatabase();
    await createSqliteLibrary({ database }).put({ name: "a", text: "Tea." });
    expect(await createSqliteLibrary({ database }).list()).toHaveLength(1);
  });
});
