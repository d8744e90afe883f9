import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { runTool } from "../../../src/agent/run-tool.ts";
import { explainSearchFailures } from "../../../src/models/demo/explain-search-failures.ts";
import { readSearchFailures } from "../../../src/models/demo/read-search-failures.ts";
import type { Tool } from "../../../src/ports.ts";
import {
  SearchFailure,
  type SearchProvider,
} from "../../../src/tools/search/search-provider.ts";
import { createSearchTool } from "../../../src/tools/search/search-tool.ts";
import { createWikipediaProvider } from "../../../src/tools/search/wikipedia.ts";
import { createToolContext } from "../../fakes/create-tool-context.ts";
import {
  createScriptedSearchProvider,
  type SearchScript,
} from "../../fakes/scripted-search-provider.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** What the model reads of a search. */
async function observe(tool: Tool, timeoutMs = 5_000): Promise<string> {
  const { observation } = await runTool({
    action: { tool: "search", input: "Ada", thought: "", text: "" },
    tools: [tool],
    context: createToolContext(),
    signal: new AbortController().signal,
    timeoutMs,
  });
  return observation;
}

function search(...providers: readonly SearchProvider[]): Tool {
  return createSearchTool({ providers, providerTimeoutMs: 20 });
}

function failing(name: string, outcome: SearchScript): SearchProvider {
  return createScriptedSearchProvider({ name, outcome });
}

function wikipedia(fetch: typeof globalThis.fetch): SearchProvider {
  return createWikipediaProvider({ userAgent: "Parley-tests/1.0", fetch });
}

function explain(observation: string) {
  const failures = readSearchFailures(observation);
  return [
    explainSearchFailures(failures, "english"),
    explainSearchFailures(failures, "chinese"),
  ];
}

it.each<[string, () => Promise<Response>, string, string]>([
  [
    "is out of reach",
    () => Promise.reject(new TypeError("no network")),
    "Wikipedia could not be reached",
    "连不上维基百科",
  ],
  [
    "asks for fewer requests",
    async () => new Response("", { status: 429 }),
    "Wikipedia is too busy at the moment (HTTP 429)",
    "维基百科现在太忙（HTTP 429）",
  ],
  [
    "has an error of its own",
    async () => new Response("", { status: 503 }),
    "Wikipedia answered with an error (HTTP 503)",
    "维基百科返回了错误（HTTP 503）",
  ],
  [
    "reports an error",
    async () => Response.json({ error: { code: "cirrussearch-down" } }),
    "Wikipedia answered with an error (cirrussearch-down)",
    "维基百科返回了错误（cirrussearch-down）",
  ],
  [
    "answers without end",
    async () => new Response("a".repeat(1_000_001)),
    "Wikipedia gave an answer of more than 1 MB",
    "维基百科的回应超过 1 MB，太长了",
  ],
  [
    "answers in another format",
    async () => new Response("<html>"),
    "Wikipedia gave an answer that cannot be read",
    "维基百科的回应无法读取",
  ],
])("says it plainly when Wikipedia %s", async (_, fetch, english, chinese) => {
  expect(explain(await observe(search(wikipedia(fetch))))).toEqual([
    english,
    chinese,
  ]);
});

it("says of each provider what went wrong", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const tool = search(
    failing("first", "hang"),
    failing("second", new Error("secret")),
    failing("wikipedia", new SearchFailure("out of paper; sorry")),
  );
  expect(explain(await observe(tool))).toEqual([
    "first gave no answer within 0.02 seconds; second failed unexpectedly; Wikipedia failed (out of paper; sorry)",
    "first在 0.02 秒内没有回应；second意外出错；维基百科出错（out of paper; sorry）",
  ]);
});

it.each([
  ["wikipedia", "Wikipedia", "维基百科"],
  ["serpapi", "SerpApi", "SerpApi"],
  ["tavily", "Tavily", "Tavily"],
  ["brave", "Brave Search", "Brave Search"],
  ["searxng", "SearXNG", "SearXNG"],
  ["elasticsearch", "Elasticsearch", "Elasticsearch"],
])("names %s as it names itself", async (provider, english, chinese) => {
  vi.spyOn(console, "error").mockReturnValue();
  const wrongKey = new SearchFailure("HTTP 401, its key is not accepted");
  expect(explain(await observe(search(failing(provider, wrongKey))))).toEqual([
    `${english} answered with an error (HTTP 401, its key is not accepted)`,
    `${chinese}返回了错误（HTTP 401, its key is not accepted）`,
  ]);
});

it("says it when the search itself fails or takes too long", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const broken = createScriptedTool("search", () => {
    throw new Error("secret");
  });
  expect(explain(await observe(broken))).toEqual([
    "the search failed unexpectedly",
    "搜索意外出错",
  ]);
  const slow = search(failing("wikipedia", "hang"));
  expect(explain(await observe(slow, 1))).toEqual([
    "the search gave no answer within 1 seconds",
    "搜索在 1 秒内没有回应",
  ]);
});

it("says that nothing is known where no reason is told", () => {
  expect(explain("42")).toEqual([
    "the search gave no result that I can use",
    "搜索没有给出可用的结果",
  ]);
});

it("hides no reason, whatever it is", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 1, unit: "grapheme" }),
      async (reason) => {
        const told = `because ${reason}`;
        const tool = search(failing("wikipedia", new SearchFailure(told)));
        for (const explanation of explain(await observe(tool)))
          expect(explanation).toContain(told);
      },
    ),
  );
});
