import { describe, expect, it } from "vitest";
import {
  SearchFailure,
  type SearchProvider,
  type SearchResult,
} from "../../../src/tools/search/search-provider.ts";
import { createSearchTool } from "../../../src/tools/search/search-tool.ts";
import { createWikipediaProvider } from "../../../src/tools/search/wikipedia.ts";
import { describeToolContract } from "../../contracts/tool-contract.ts";
import {
  createScriptedSearchProvider,
  type SearchScript,
} from "../../fakes/scripted-search-provider.ts";
import { startSearchServer } from "../../stubs/search-server.ts";
import { SEARCH_SERVICES } from "../../stubs/search-services.ts";
import { observe } from "../observe.ts";

describeToolContract(
  "the search",
  async () => {
    const server = await startSearchServer(SEARCH_SERVICES.wikipedia);
    const wikipedia = createWikipediaProvider({
      baseUrl: server.url,
      userAgent: "Parley-tests/1.0 (https://parley.example)",
    });
    return {
      tool: createSearchTool({ providers: [wikipedia] }),
      close: () => server.close(),
    };
  },
  { samples: [{ query: "Ada Lovelace" }, { query: "长城有多长" }] },
);

const found: SearchResult = {
  title: "Ada Lovelace",
  text: "She wrote the first program.",
  url: "https://example.org/ada",
};

function search(
  providers: readonly SearchProvider[],
  {
    query = "Ada",
    signal = new AbortController().signal,
    providerTimeoutMs = 5_000,
  } = {},
): Promise<string> {
  const tool = createSearchTool({ providers, providerTimeoutMs });
  return observe(tool, { query }, { signal });
}

function provider(name: string, outcome: SearchScript) {
  return createScriptedSearchProvider({ name, outcome });
}

describe("the search tool", () => {
  it("lists the first provider's results without asking another", async () => {
    const second = provider("second", [found]);
    expect(await search([provider("first", [found]), second])).toBe(
      "1. Ada Lovelace\nShe wrote the first program.\nhttps://example.org/ada",
    );
    expect(second.queries).toEqual([]);
  });

  it.each<[string, SearchScript]>([
    ["fails", new SearchFailure("HTTP 500")],
    ["finds nothing", []],
    ["does not answer in time", "hang"],
  ])("asks the next provider if one %s", async (_, outcome) => {
    const first = provider("first", outcome);
    const second = provider("second", [found]);
    expect(await search([first, second], { providerTimeoutMs: 20 })).toContain(
      "Ada Lovelace",
    );
    expect(first.queries).toEqual(["Ada"]);
    expect(second.queries).toEqual(["Ada"]);
  });

  it("stops on an abort without asking the next provider", async () => {
    const reason = new Error("Not wanted any more");
    const stop = new AbortController();
    const second = provider("second", [found]);
    const outcome = search([provider("first", "hang"), second], {
      signal: stop.signal,
    });
    stop.abort(reason);
    await expect(outcome).rejects.toBe(reason);
    expect(second.queries).toEqual([]);
  });

  it("rejects a blank query and trims others", () => {
    const { input } = createSearchTool({ providers: [] });
    expect(input.safeParse({ query: "  " }).success).toBe(false);
    expect(input.parse({ query: " Ada " })).toEqual({ query: "Ada" });
  });
});
