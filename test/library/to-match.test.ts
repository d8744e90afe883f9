import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findWords, toMatch, writePairs } from "../../src/library/to-match.ts";

describe("writePairs", () => {
  it.each([
    ["今天汇率", " 今天 天汇 汇率 率 "],
    ["用Docker部署", " 用 Docker 部署 署 "],
    ["カフェー", " カフ フェ ェー ー "],
    ["Ｄｏｃｋｅｒ ﾃｽﾄ", "Docker  テス スト ト "],
    ["naïve_text, 42", "naïve_text, 42"],
    ["汇，率", " 汇 , 率 "],
  ])("converts %j to %j", (text, pairs) => {
    expect(writePairs(text)).toBe(pairs);
  });
});

describe("toMatch", () => {
  it.each([
    ["return policy", '"return" AND "policy"'],
    ["What is the return policy?", '"return" AND "policy"'],
    ["汇率", '"汇率"'],
    ["今天的汇率是多少？", '"今天" AND "汇率"'],
    ["茶", '"茶"*'],
    ["记忆汇率在哪里？", '"记忆" AND "汇率"'],
    ["天气机器人", '"天气" AND "机器" AND "人"*'],
    ["订单编号", '"订单" AND "编号"'],
    ["来来饭店的菜单", '"来来" AND "饭店" AND "菜单"'],
    ["气天", '"气天"'],
    ["返品はいつまで", '"返品"'],
    ["Docker 部署", '"Docker" AND "部署"'],
    ["OPENAI_API_KEY", '"OPENAI" AND "API" AND "KEY"'],
    ["tea tea tea", '"tea"'],
    ["to be or not to be", '"to" + "be" + "or" + "not" + "to" + "be"'],
    ["我 to be", '"我"* AND "to" AND "be"'],
    ["目的地", '"目的" + "的地"'],
  ])("matches %j by %s", (query, all) => {
    expect(toMatch(query)?.all).toBe(all);
  });

  it("returns the words that it searches for", () => {
    expect(toMatch("Where is the 汇率 of tea?")?.words).toEqual([
      "汇率",
      "tea",
    ]);
  });

  it("matches some of the words only if they are not all stop words", () => {
    expect(toMatch("how are you")?.any).toBeUndefined();
    expect(toMatch("green tea")?.any).toBe('"green" OR "tea"');
    expect(toMatch("天气机器人")?.any).toBe('"天气" OR "机器"');
  });

  it("accepts synonyms of a word in any form", () => {
    expect(toMatch("Crashing parcels")).toMatchObject({
      words: ["Crashing", "parcels"],
      each: ['"Crashing"', '"parcels"'],
      all: '("Crashing" OR "die") AND "parcels"',
      any: '"Crashing" OR "die" OR "parcels"',
    });
    expect(toMatch("崩溃")?.all).toBe('("崩溃" OR "终止")');
  });

  it("does not require general words, unless there are no others", () => {
    expect(toMatch("What happens to people's parcels?")).toMatchObject({
      words: ["happens", "people", "parcels"],
      all: '"parcels"',
      any: '"parcels"',
    });
    expect(toMatch("What happens?")?.all).toBe('"happens"');
  });

  it.each(["", " ", "?!", "\0", "\ud83d", "“”"])(
    "returns undefined for %j",
    (query) => {
      expect(toMatch(query)).toBeUndefined();
    },
  );

  it("uses at most 32 words of a long query", () => {
    const query = Array.from({ length: 5_000 }, (_, number) => `w${number}`);
    expect(toMatch(query.join(" "))?.words).toHaveLength(32);
  });

  it("quotes only letters, digits and marks of a query", () => {
    const term = String.raw`"[\p{L}\p{N}\p{M}]+"\*?`;
    const expression = new RegExp(
      String.raw`^\(?${term}\)?(?: (?:AND|OR|\+) \(?${term}\)?)*$`,
      "u",
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (query) => {
        const match = toMatch(query);
        expect(match?.all ?? '"x"').toMatch(expression);
        expect(match?.any ?? '"x"').toMatch(expression);
      }),
    );
  });

  it("splits a query as the index splits a text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const pairs = findWords(writePairs(text)).map((word) => word.text);
        for (const { text: word, isRun } of findWords(text))
          expect(isRun ? pairs.join(" ") : pairs).toContain(
            isRun ? Array.from(word)[0] : word,
          );
      }),
    );
  });
});
