import { expect, it } from "vitest";
import { createSearchTool } from "../../../src/tools/search/search-tool.ts";
import { createWikipediaProvider } from "../../../src/tools/search/wikipedia.ts";
import { describeToolContract } from "../../contracts/tool-contract.ts";
import { createScriptedSearchProvider } from "../../fakes/scripted-search-provider.ts";
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

it("The search stops on an abort without asking the next provider", async () => {
  const reason = new Error("Not wanted any more");
  const stop = new AbortController();
  const [first, second] = (["hang", []] as const).map((outcome, index) =>
    createScriptedSearchProvider({ name: `${index}`, outcome }),
  );
  const tool = createSearchTool({ providers: [first!, second!] });
  const outcome = observe(tool, { query: "Ada" }, { signal: stop.signal });
  stop.abort(reason);
  await expect(outcome).rejects.toBe(reason);
  expect(second?.queries).toEqual([]);
});

it("The search rejects a blank query and trims others", () => {
  const { input } = createSearchTool({ providers: [] });
  expect(input.safeParse({ query: "  " }).success).toBe(false);
  expect(input.parse({ query: " Ada " })).toEqual({ query: "Ada" });
});
