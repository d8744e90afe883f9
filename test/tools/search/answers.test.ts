import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFallbackSearch } from "../../../src/tools/search/search-tool.ts";
import {
  startSearchServer,
  type SearchServer,
} from "../../stubs/search-server.ts";
import {
  PROVIDER_NAMES,
  PROVIDERS,
  type ProviderName,
} from "./provider-setups.ts";

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

/**
 * What the model reads if the provider responds with this file, whose name
 * begins with the provider's or is `opensearch-…`.
 */
async function observe(file: string, status = 200): Promise<string> {
  const body = readFileSync(`test/fixtures/search/${file}`, "utf8");
  server.replyNext({ status, body });
  const provider = PROVIDERS[providerOf(file)]({
    baseUrl: server.url,
    apiKey: "key",
  });
  const search = createFallbackSearch({ providers: [provider] });
  return search("great bell", { signal, timeoutMs: 20_000 }).then(
    ({ text }) => text.replaceAll(server.url, "{root}"),
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
}

function providerOf(file: string): ProviderName {
  return (
    PROVIDER_NAMES.find((name) => file.startsWith(name)) ?? "elasticsearch"
  );
}

const organic = `1. The great bell of Oldham Minster
The great bell weighs 9,300 kg and was cast in 1748.
https://bells.example.org/great-bell

2. Oldham Minster – a guide (May 4, 2024)
A short guide to the minster, its bell and its organ.
https://guide.example.com/minster

3. Tower tours
https://tours.example.com/`;

describe("a search lists", () => {
  it.each([
    ["pages, also without a snippet", "serpapi-organic.json", organic],
    [
      "the answer box first, and its page once",
      "serpapi-answer-and-passage.json",
      `1. The great bell of Oldham Minster (Feb 2, 2023)
9,300 kg – With 9,300 kg it is the heaviest bell of the county.
https://bells.example.org/great-bell

${organic.split("\n\n").slice(1).join("\n\n")}`,
    ],
    [
      "an answer box without a page",
      "serpapi-answer-without-page.json",
      "1. Answer\n1.07 US Dollar",
    ],
    [
      "the first of several answer boxes",
      "serpapi-answer-list.json",
      "1. Answer\nBells are cast from bronze.",
    ],
    [
      "the fields of the weather",
      "serpapi-weather.json",
      "1. Answer\ntemperature: 4; unit: Celsius; location: Oldham; date: Monday 3:00 PM; weather: Rain\n\n2. Tower tours\nhttps://tours.example.com/",
    ],
    [
      "the knowledge graph with its facts before pages",
      "serpapi-knowledge-graph.json",
      `1. Oldham Minster (Church in Oldham)
A church from the 12th century. built: 1180; organ pipes: 4212
https://encyclopedia.example.org/Minster

${organic.replaceAll(/^(\d)\./gm, (_, rank) => `${Number(rank) + 1}.`)}`,
    ],
    [
      "no unreadable results",
      "serpapi-odd-fields.json",
      "1. Only a text.\n\n2. 2024",
    ],
    [
      "pages and news with their dates",
      "tavily-results.json",
      "1. The great bell\nThe great bell weighs 9,300 kg.\nhttps://bells.example.org/great-bell\n\n2. Bells in the news (2025-08-05)\nThe bell rings again.\nhttps://news.example.com/bells#top",
    ],
    [
      "the answer first",
      "tavily-answer.json",
      "1. Answer\nIt weighs 9,300 kg.\n\n2. The great bell\nThe great bell weighs 9,300 kg.\nhttps://bells.example.org/great-bell",
    ],
    [
      "no unreadable results",
      "tavily-odd-fields.json",
      "1. Bell\nhttps://bells.example.org/",
    ],
    [
      "each page once as plain text, then news",
      "brave-results.json",
      '1. The great bell (2025-03-03)\nThe great bell weighs 9,300 kg & is called "Tom". It was cast in 1748.\nhttps://bells.example.org/great-bell\n\n2. Bell rings again (2 days ago)\nAfter repairs.\nhttps://news.example.com/bell',
    ],
    ["no unreadable results", "brave-odd-fields.json", "1. Bell\nIt rings."],
    [
      "direct answers and infoboxes first",
      "searxng-results.json",
      `1. Answer from facts.example.com
9,300 kg
https://facts.example.com/bell

2. Oldham Minster
Church in Oldham. Built: 1180
https://encyclopedia.example.org/Minster

3. The great bell (2024-05-06)
It weighs 9,300 kg.
https://bells.example.org/great-bell`,
    ],
    [
      "what older releases answer",
      "searxng-older-release.json",
      "1. Answer\n9,300 kg\n\n2. Bell\nMade of: bronze\nhttps://bells.example.org/\n\n3. The great bell\nIt weighs 9,300 kg.\nhttps://bells.example.org/great-bell",
    ],
    ["no unreadable results", "searxng-odd-fields.json", "1. Only a text."],
    [
      "documents, with URL and date if they have them",
      "elasticsearch-hits.json",
      "1. Changing your plan (2026-02-03)\nOpen Billing and choose another plan. It counts from the next month.\nhttps://help.example.com/plan\n\n2. Invoices\nInvoices come by mail.",
    ],
    [
      "the readable fields of malformed documents",
      "elasticsearch-odd-documents.json",
      "1. Only a text.\n\n2. Only a title\n\n3. Two, titles\n\n4. From a list (2026-01-01)\nOne. Two.",
    ],
    [
      "passages that match",
      "elasticsearch-highlight.json",
      "1. Changing your plan\nchoose another plan … from the next month",
    ],
    [
      "stored fields",
      "elasticsearch-stored-fields.json",
      "1. Invoices\nThey come by mail.",
    ],
    [
      "pages of a search without extracts",
      "wikipedia-search-list.json",
      '1. Lighthouse keeper\ntrims the lamp of a lighthouse "by hand"\n{root}/wiki/Lighthouse_keeper\n\n2. 灯塔\n灯塔是海岸的塔狀建築\n{root}/wiki/%E7%81%AF%E5%A1%94',
    ],
    [
      "pages keyed by their ids",
      "wikipedia-format-version-1.json",
      "1. Lighthouse\nA lighthouse is a tower.\n{root}/wiki/Lighthouse",
    ],
    [
      "pages of the REST API",
      "wikipedia-rest-search.json",
      "1. Lighthouse (tower)\nA lighthouse is a tower\n{root}/wiki/Lighthouse_(tower)\n\n2. Keeper\nperson who keeps a lighthouse\n{root}/wiki/Keeper",
    ],
    [
      "passages of pages without extracts",
      "wikipedia-without-extracts.json",
      "1. Lighthouse\na lighthouse & its lamp\nhttps://wiki.example.org/Lighthouse",
    ],
  ])("%s: %s", async (_, file, text) => {
    expect(await observe(file)).toBe(text);
  });
});

describe("a search that finds nothing", () => {
  it.each([
    ["tavily-nothing.json", ". Try other words: fewer, more general ones"],
    ["elasticsearch-nothing.json", ". Try other words: fewer, more general"],
    [
      "elasticsearch-nothing-in-time.json",
      ". Not everything was searched (elasticsearch: only a part of its index was searched). Try",
    ],
    [
      "serpapi-nothing.json",
      '. Try other words, such as "minster" or "monster".',
    ],
    ["brave-nothing.json", '. Try other words, such as "great bell".'],
    [
      "searxng-nothing.json",
      '. Not everything was searched (searxng: some of its engines gave no answer). Try other words, such as "quiz" or "puzzle".',
    ],
    ["wikipedia-suggestion.json", '. Try other words, such as "lighthouse".'],
  ])("says what was not searched, and what to try: %s", async (file, words) => {
    expect(await observe(file)).toContain(
      `Nothing found for "great bell"${words}`,
    );
  });
});

describe("a search fails with a reason and advice", () => {
  const RETRY = "Try again once";
  const REPHRASE = "Try other words";
  const SET_UP = "Trying again will not help";

  it.each([
    ["serpapi-wrong-key.json", 401, ", its key is not accepted", SET_UP],
    ["serpapi-used-up.json", 429, ", its searches are used up", SET_UP],
    ["tavily-wrong-key.json", 401, ", its key is not accepted", SET_UP],
    ["tavily-wrong-key.json", 432, ", its plan is used up", SET_UP],
    ["tavily-wrong-key.json", 433, ", its plan is used up", SET_UP],
    ["tavily-invalid.json", 422, "", REPHRASE],
    ["brave-wrong-key.json", 422, ", its key is not accepted", SET_UP],
    ["brave-invalid.json", 422, "", REPHRASE],
    ["brave-rate-limited.json", 429, "", RETRY],
    [
      "searxng-formats.html",
      403,
      ", its settings do not allow the format json (search.formats)",
      SET_UP,
    ],
    ["searxng-no-query.json", 400, "", REPHRASE],
    ["elasticsearch-no-index.json", 404, ", there is no such index", SET_UP],
    [
      "elasticsearch-forbidden.json",
      403,
      ", its account may not search this index",
      SET_UP,
    ],
    [
      "opensearch-unauthorized.txt",
      401,
      ", its key, or user name and password, are not accepted",
      SET_UP,
    ],
    ["elasticsearch-busy.json", 429, "", RETRY],
    ["elasticsearch-parsing.json", 400, "", REPHRASE],
    ["wikipedia-error-rest.json", 400, "", REPHRASE],
    [
      "wikipedia-error-rest.json",
      403,
      ", it refuses this program by its user agent or address",
      SET_UP,
    ],
  ])("on %s with status %i", async (file, status, meaning, advice) => {
    expect(await observe(file, status)).toContain(
      `The search failed (${providerOf(file)}: HTTP ${status}${meaning}). ${advice}`,
    );
  });

  it.each([
    ["serpapi-error-with-success.json", "it reported an error", RETRY],
    ["brave-wrong-key.json", "an unreadable answer", RETRY],
    ["wikipedia-error-ratelimited.json", "error ratelimited", RETRY],
    ["wikipedia-error-maxlag.json", "error maxlag", RETRY],
    ["wikipedia-error-query.json", "error cirrussearch-parse-error", REPHRASE],
    ["wikipedia-other-shape.json", "an unreadable answer", RETRY],
  ])("on %s with status 200", async (file, reason, advice) => {
    expect(await observe(file)).toContain(
      `The search failed (${providerOf(file)}: ${reason}). ${advice}`,
    );
  });
});
