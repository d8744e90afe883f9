import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFallbackSearch } from "../../../src/tools/search/search-tool.ts";
import {
  startSearchServer,
  type SearchServer,
} from "../../stubs/search-server.ts";
import { PROVIDERS, type ProviderName } from "./provider-setups.ts";

const { signal } = new AbortController();

let server: SearchServer;
beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  server = await startSearchServer(() => ({ status: 599, body: "" }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/** What the model reads if the provider responds with this file. */
async function observe(
  name: ProviderName,
  file: string,
  status = 200,
): Promise<string> {
  const body = readFileSync(`test/fixtures/search/${file}`, "utf8");
  server.replyNext({ status, body });
  const provider = PROVIDERS[name]({ baseUrl: server.url, apiKey: "key" });
  const search = createFallbackSearch({ providers: [provider] });
  return search("great bell", { signal, timeoutMs: 20_000 }).then(
    ({ text }) => text,
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
}

const organic = `1. The great bell of Oldham Minster
The great bell weighs 9,300 kg and was cast in 1748.
https://bells.example.org/great-bell?utm_source=list

2. Oldham Minster – a guide (May 4, 2024)
A short guide to the minster, its bell and its organ.
https://guide.example.com/minster

3. Tower tours
https://tours.example.com/`;

describe("a search by SerpApi", () => {
  it("lists pages, including those without a snippet", async () => {
    expect(await observe("serpapi", "serpapi-organic.json")).toBe(organic);
  });

  it("starts with the answer box and lists its page once", async () => {
    expect(await observe("serpapi", "serpapi-answer-and-passage.json"))
      .toBe(`1. The great bell of Oldham Minster (Feb 2, 2023)
9,300 kg – With 9,300 kg it is the heaviest bell of the county.
https://bells.example.org/great-bell

${organic.split("\n\n").slice(1).join("\n\n")}`);
  });

  it.each([
    ["serpapi-answer-without-page.json", "1. Answer\n1.07 US Dollar"],
    ["serpapi-answer-list.json", "1. Answer\nBells are cast from bronze."],
    [
      "serpapi-weather.json",
      "1. Answer\ntemperature: 4; unit: Celsius; location: Oldham; date: Monday 3:00 PM; weather: Rain\n\n2. Tower tours\nhttps://tours.example.com/",
    ],
  ])("shows the answer box of %s", async (file, list) => {
    expect(await observe("serpapi", file)).toBe(list);
  });

  it("lists the knowledge graph with its facts before pages", async () => {
    expect(await observe("serpapi", "serpapi-knowledge-graph.json")).toBe(
      `1. Oldham Minster (Church in Oldham)
A church from the 12th century. built: 1180; organ pipes: 4212
https://encyclopedia.example.org/Minster

${organic.replaceAll(/^(\d)\./gm, (_, rank) => `${Number(rank) + 1}.`)}`,
    );
  });

  it("leaves out unreadable results", async () => {
    expect(await observe("serpapi", "serpapi-odd-fields.json")).toBe(
      "1. Only a text.\n\n2. 2024",
    );
  });

  it("suggests Google's spelling if nothing is found", async () => {
    expect(await observe("serpapi", "serpapi-nothing.json")).toBe(
      'Nothing found for "great bell". Try other words, such as "minster" or "monster".',
    );
  });

  it.each([
    [
      "serpapi-wrong-key.json",
      401,
      "HTTP 401, its key is not accepted). Trying again will not help",
    ],
    [
      "serpapi-used-up.json",
      429,
      "HTTP 429, its searches are used up). Trying again will not help",
    ],
    [
      "serpapi-error-with-success.json",
      200,
      "it reported an error). Try again once",
    ],
  ])("fails on %s", async (file, status, words) => {
    expect(await observe("serpapi", file, status)).toContain(
      `The search failed (serpapi: ${words}`,
    );
  });
});

describe("a search by Tavily", () => {
  it.each([
    [
      "tavily-results.json",
      "1. The great bell\nThe great bell weighs 9,300 kg.\nhttps://bells.example.org/great-bell\n\n2. Bells in the news (2025-08-05)\nThe bell rings again.\nhttps://news.example.com/bells#top",
    ],
    [
      "tavily-answer.json",
      "1. Answer\nIt weighs 9,300 kg.\n\n2. The great bell\nThe great bell weighs 9,300 kg.\nhttps://bells.example.org/great-bell",
    ],
    ["tavily-odd-fields.json", "1. Bell\nhttps://bells.example.org/"],
  ])("lists the results of %s", async (file, list) => {
    expect(await observe("tavily", file)).toBe(list);
  });

  it("reports that nothing was found", async () => {
    expect(await observe("tavily", "tavily-nothing.json")).toMatch(
      /^Nothing found/,
    );
  });

  it.each([
    ["tavily-wrong-key.json", 401, "HTTP 401, its key is not accepted"],
    ["tavily-wrong-key.json", 432, "HTTP 432, its plan is used up"],
    ["tavily-wrong-key.json", 433, "HTTP 433, its plan is used up"],
    ["tavily-invalid.json", 422, "HTTP 422"],
  ])("fails on %s with status %i", async (file, status, reason) => {
    expect(await observe("tavily", file, status)).toContain(`: ${reason})`);
  });
});

describe("a search by Brave", () => {
  it("lists each page once as plain text, then news", async () => {
    expect(await observe("brave", "brave-results.json")).toBe(
      '1. The great bell (2025-03-03)\nThe great bell weighs 9,300 kg & is called "Tom". It was cast in 1748.\nhttps://bells.example.org/great-bell\n\n2. Bell rings again (2 days ago)\nAfter repairs.\nhttps://news.example.com/bell',
    );
  });

  it("leaves out unreadable results", async () => {
    expect(await observe("brave", "brave-odd-fields.json")).toBe(
      "1. Bell\nIt rings.",
    );
  });

  it("suggests a spelling if nothing is found", async () => {
    expect(await observe("brave", "brave-nothing.json")).toContain(
      'Try other words, such as "great bell".',
    );
  });

  it.each([
    [
      "brave-wrong-key.json",
      422,
      "HTTP 422, its key is not accepted). Trying again will not help",
    ],
    ["brave-invalid.json", 422, "HTTP 422). Try other words"],
    ["brave-rate-limited.json", 429, "HTTP 429). Try again once"],
    ["brave-wrong-key.json", 200, "an unreadable answer). Try again once"],
  ])("fails on %s with status %i", async (file, status, words) => {
    expect(await observe("brave", file, status)).toContain(`brave: ${words}`);
  });
});

describe("a search by SearXNG", () => {
  it("starts with direct answers and infoboxes", async () => {
    expect(await observe("searxng", "searxng-results.json"))
      .toBe(`1. Answer from facts.example.com
9,300 kg
https://facts.example.com/bell

2. Oldham Minster
Church in Oldham. Built: 1180
https://encyclopedia.example.org/Minster

3. The great bell (2024-05-06)
It weighs 9,300 kg.
https://bells.example.org/great-bell`);
  });

  it("supports the format of older releases", async () => {
    expect(await observe("searxng", "searxng-older-release.json")).toBe(
      "1. Answer\n9,300 kg\n\n2. Bell\nMade of: bronze\nhttps://bells.example.org/\n\n3. The great bell\nIt weighs 9,300 kg.\nhttps://bells.example.org/great-bell",
    );
  });

  it("leaves out unreadable results", async () => {
    expect(await observe("searxng", "searxng-odd-fields.json")).toBe(
      "1. Only a text.",
    );
  });

  it("reports failed engines and suggested queries", async () => {
    expect(await observe("searxng", "searxng-nothing.json")).toBe(
      'Nothing found for "great bell". Not everything was searched (searxng: some of its engines gave no answer). Try other words, such as "quiz" or "puzzle".',
    );
  });

  it("says what to configure if the instance does not allow JSON", async () => {
    expect(await observe("searxng", "searxng-formats.html", 403)).toContain(
      "searxng: HTTP 403, its settings do not allow the format json (search.formats)). Trying again will not help",
    );
  });

  it("fails on a rejected query", async () => {
    expect(await observe("searxng", "searxng-no-query.json", 400)).toContain(
      "searxng: HTTP 400). Try other words",
    );
  });
});

describe("a search by Elasticsearch", () => {
  it("lists documents, with URL and date if they have them", async () => {
    expect(await observe("elasticsearch", "elasticsearch-hits.json")).toBe(
      "1. Changing your plan (2026-02-03)\nOpen Billing and choose another plan. It counts from the next month.\nhttps://help.example.com/plan\n\n2. Invoices\nInvoices come by mail.",
    );
  });

  it("shows the readable fields of malformed documents", async () => {
    expect(
      await observe("elasticsearch", "elasticsearch-odd-documents.json"),
    ).toBe(
      "1. Only a text.\n\n2. Only a title\n\n3. Two, titles\n\n4. From a list (2026-01-01)\nOne. Two.",
    );
  });

  it.each([
    [
      "elasticsearch-highlight.json",
      "1. Changing your plan\nchoose another plan … from the next month",
    ],
    ["elasticsearch-stored-fields.json", "1. Invoices\nThey come by mail."],
  ])("supports the response %s", async (file, list) => {
    expect(await observe("elasticsearch", file)).toBe(list);
  });

  it("reports that nothing was found, and an incomplete search", async () => {
    expect(await observe("elasticsearch", "elasticsearch-nothing.json")).toBe(
      'Nothing found for "great bell". Try other words: fewer, more general ones, or in another language.',
    );
    expect(
      await observe("elasticsearch", "elasticsearch-nothing-in-time.json"),
    ).toContain("elasticsearch: only a part of its index was searched");
  });

  it.each([
    [
      "elasticsearch-no-index.json",
      404,
      "HTTP 404, there is no such index). Trying again will not help",
    ],
    [
      "elasticsearch-forbidden.json",
      403,
      "HTTP 403, its account may not search this index). Trying again will not help",
    ],
    [
      "opensearch-unauthorized.txt",
      401,
      "HTTP 401, its key, or user name and password, are not accepted). Trying again will not help",
    ],
    ["elasticsearch-busy.json", 429, "HTTP 429). Try again once"],
    ["elasticsearch-parsing.json", 400, "HTTP 400). Try other words"],
  ])("fails on %s", async (file, status, words) => {
    expect(await observe("elasticsearch", file, status)).toContain(
      `elasticsearch: ${words}`,
    );
  });
});

describe("a search by Wikipedia", () => {
  it.each([
    [
      "wikipedia-search-list.json",
      '1. Lighthouse keeper\ntrims the lamp of a lighthouse "by hand"\n{root}/wiki/Lighthouse_keeper\n\n2. 灯塔\n灯塔是海岸的塔狀建築\n{root}/wiki/%E7%81%AF%E5%A1%94',
    ],
    [
      "wikipedia-format-version-1.json",
      "1. Lighthouse\nA lighthouse is a tower.\n{root}/wiki/Lighthouse",
    ],
    [
      "wikipedia-rest-search.json",
      "1. Lighthouse (tower)\nA lighthouse is a tower\n{root}/wiki/Lighthouse_(tower)\n\n2. Keeper\nperson who keeps a lighthouse\n{root}/wiki/Keeper",
    ],
    [
      "wikipedia-without-extracts.json",
      "1. Lighthouse\na lighthouse & its lamp\nhttps://wiki.example.org/Lighthouse",
    ],
  ])("supports the response %s", async (file, list) => {
    expect(await observe("wikipedia", file)).toBe(
      list.replaceAll("{root}", server.url),
    );
  });

  it("passes on a suggested query", async () => {
    expect(await observe("wikipedia", "wikipedia-suggestion.json")).toContain(
      'Try other words, such as "lighthouse".',
    );
  });

  it.each([
    [
      "wikipedia-error-ratelimited.json",
      200,
      "error ratelimited). Try again once",
    ],
    ["wikipedia-error-maxlag.json", 200, "error maxlag). Try again once"],
    [
      "wikipedia-error-query.json",
      200,
      "error cirrussearch-parse-error). Try other words",
    ],
    ["wikipedia-error-rest.json", 400, "HTTP 400). Try other words"],
    [
      "wikipedia-error-rest.json",
      403,
      "HTTP 403, it refuses this program by its user agent or address). Trying again will not help",
    ],
    [
      "wikipedia-other-shape.json",
      200,
      "an unreadable answer). Try again once",
    ],
  ])("fails on %s with status %i", async (file, status, words) => {
    expect(await observe("wikipedia", file, status)).toContain(
      `wikipedia: ${words}`,
    );
  });
});
