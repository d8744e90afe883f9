import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createWikipediaProvider,
  detectLanguage,
  isTraditionalChinese,
  toWikipediaQuery,
} from "../../../src/tools/search/wikipedia.ts";
import {
  startSearchServer,
  type SearchServer,
} from "../../stubs/search-server.ts";
import { SEARCH_SERVICES } from "../../stubs/search-services.ts";

const userAgent = "Parley-tests/1.0 (https://parley.example)";
const { signal } = new AbortController();

function fixture(name: string): string {
  return readFileSync(`test/fixtures/search/wikipedia-${name}`, "utf8");
}

describe("Wikipedia", () => {
  let server: SearchServer;
  beforeEach(async () => {
    server = await startSearchServer(SEARCH_SERVICES.wikipedia);
  });
  afterEach(() => server.close());

  async function search(query: string, { path = "" } = {}) {
    const provider = createWikipediaProvider({
      baseUrl: server.url + path,
      userAgent,
    });
    return (await provider.search(query, { signal })).results;
  }

  /** The editions that were asked, in order. */
  const editions = () => server.requests.map(({ path }) => path.split("/")[1]);

  it("sends its user agent and requests plain-text extracts", async () => {
    await search("Ada");
    const [request] = server.requests;
    expect(request?.headers["user-agent"]).toBe(userAgent);
    expect(Object.fromEntries(request?.parameters ?? [])).toEqual({
      action: "query",
      format: "json",
      formatversion: "2",
      generator: "search",
      gsrsearch: "Ada",
      gsrlimit: "3",
      gsrinfo: "suggestion",
      gsrprop: "snippet",
      gsrenablerewrites: "1",
      prop: "extracts|info",
      inprop: "url",
      exintro: "1",
      explaintext: "1",
      exchars: "1200",
      exlimit: "max",
    });
  });

  it("queries the edition in the query's language", async () => {
    const [first] = await search("长城 长度", { path: "/{language}/" });
    expect(first?.title).toBe("长城");
    expect(editions()).toEqual(["zh"]);
  });

  it.each([
    ["长城 长度", "zh-cn"],
    ["長城 長度", "zh-tw"],
    ["great wall", null],
  ])(
    "requests the Chinese variant of the query: %j",
    async (query, variant) => {
      await search(query, { path: "/{language}" });
      expect(server.requests[0]?.parameters.get("variant")).toBe(variant);
    },
  );

  it("falls back to the English edition", async () => {
    const [first] = await search("编译 Python", { path: "/{language}" });
    expect(first?.title).toMatch(/^Python/);
    expect(editions()).toEqual(["zh", "en"]);
  });

  it("queries the default edition for Latin script", async () => {
    const provider = createWikipediaProvider({
      baseUrl: `${server.url}/{language}`,
      userAgent,
      defaultLanguage: "de",
    });
    await provider.search("Python", { signal });
    expect(editions()).toEqual(["de", "en"]);
  });

  it("sends a single request if there is only one edition", async () => {
    expect(await search("未知")).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it("sends no request if no word of the query is left", async () => {
    expect(await search('"*"')).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it("sorts by rank and constructs missing URLs", async () => {
    server.replyNext({ body: fixture("two-lighthouses.json") });
    expect(await search("lighthouse")).toEqual([
      {
        title: "Lighthouse",
        text: expect.stringMatching(/^A lighthouse .* the way\.$/s),
        url: "https://en.wikipedia.org/wiki/Lighthouse",
      },
      expect.objectContaining({ title: "Lightship" }),
      {
        title: "Lighthouse (disambiguation)",
        text: "",
        url: `${server.url}/wiki/Lighthouse_(disambiguation)`,
      },
    ]);
  });

  it.each(["nothing-found.json", "no-pages.json"])(
    "returns no results for %s",
    async (name) => {
      server.replyNext({ body: fixture(name) });
      expect(await search("qzx")).toEqual([]);
    },
  );
});

describe("a query for Wikipedia", () => {
  it.each([
    ["  Ada \n Lovelace ", "Ada Lovelace"],
    ['"Ada Lovelace" birthplace', "Ada Lovelace birthplace"],
    ["intitle:Ada -Byron", "intitle Ada Byron"],
    ["insource:/a.*b/", "insource a. b"],
    ["-40 degrees !important", "40 degrees important"],
    ["Tom AND Jerry OR NOT", "Tom and Jerry or not"],
    ["well-known at 12:30", "well-known at 12:30"],
    ["C# AT&T C++", "C# AT&T C++"],
    ["长城：长度?", "长城：长度?"],
    ["//", ""],
  ])("has its operators removed: %j → %j", (query, words) => {
    expect(toWikipediaQuery(query)).toBe(words);
  });

  it("is always well-formed and bounded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 800 }), (query) => {
        const words = toWikipediaQuery(query);
        expect(words.isWellFormed()).toBe(true);
        expect(Array.from(words).length).toBeLessThanOrEqual(300);
        expect(words).not.toMatch(/["~*\\]|^[-!]\S/);
      }),
    );
  });
});

describe("detectLanguage", () => {
  it.each([
    ["长城有多长", "zh"],
    ["Python 编程", "zh"],
    ["東京タワーの高さ", "ja"],
    ["서울 인구", "ko"],
    ["столица России", "ru"],
    ["столиця України", "uk"],
    ["πρωτεύουσα", "el"],
    ["عاصمة مصر", "ar"],
    ["پایتخت ایران چیست", "fa"],
    ["ঢাকা", "bn"],
    ["पहाड़", "hi"],
    ["தமிழ்", "ta"],
    ["กรุงเทพ", "th"],
    ["თბილისი", "ka"],
    ["Երևան", "hy"],
    ["ירושלים", "he"],
    ["Wie hoch ist der Everest?", undefined],
    ["1 + 1", undefined],
    ["", undefined],
  ])("detects %j as %s", (query, language) => {
    expect(detectLanguage(query)).toBe(language);
  });
});

/** The characters of GB 2312, the standard for simplified Chinese. */
function simplifiedCharacters(): string {
  const rows = Array.from({ length: 72 }, (_, row) => 0xb0 + row);
  const cells = Array.from({ length: 94 }, (_, cell) => 0xa1 + cell);
  const bytes = rows.flatMap((row) => cells.flatMap((cell) => [row, cell]));
  return new TextDecoder("gb18030").decode(Uint8Array.from(bytes));
}

describe("traditional Chinese", () => {
  it.each([
    "長城有多長",
    "臺灣的人口",
    "匯率",
    "聖誕島在哪裡",
    "Python 編程語言",
    "誰發明了電話",
  ])("is recognised in %j", (text) => {
    expect(isTraditionalChinese(text)).toBe(true);
  });

  it.each(["长城有多长", "台北", "Lighthouse", ""])(
    "is not recognised in %j",
    (text) => {
      expect(isTraditionalChinese(text)).toBe(false);
    },
  );

  it("is not recognised in any simplified character", () => {
    expect(isTraditionalChinese(simplifiedCharacters())).toBe(false);
  });
});
