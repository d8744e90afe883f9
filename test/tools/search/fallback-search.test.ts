import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  SearchFailure,
  type SearchResult,
} from "../../../src/tools/search/search-provider.ts";
import {
  createFallbackSearch,
  type FallbackSearchOptions,
} from "../../../src/tools/search/search-tool.ts";
import {
  createScriptedSearchProvider,
  type SearchScript,
} from "../../fakes/scripted-search-provider.ts";

const { signal } = new AbortController();
const MINUTE = 60_000;

const ada: SearchResult = {
  title: "Ada Lovelace",
  text: "She wrote the first program.",
  url: "https://example.org/ada",
};

let clock: number;
beforeEach(() => {
  clock = Date.UTC(2026, 0, 1);
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function provider(name: string, outcome: SearchScript | (() => SearchScript)) {
  return createScriptedSearchProvider({ name, outcome });
}

function create(providers: FallbackSearchOptions["providers"]) {
  const search = createFallbackSearch({ providers, now: () => clock });
  return (query = "Ada") => search(query, { signal, timeoutMs: 20_000 });
}

describe("search results", () => {
  it("have the same titles in the text and as sources", async () => {
    const answer = { title: "Answer", text: "1815" };
    const second = provider("second", [ada]);
    const search = create([
      provider("first", [answer, ada, { ...ada, title: "Again" }]),
      second,
    ]);
    expect(await search()).toEqual({
      text: "1. Answer\n1815\n\n2. Ada Lovelace\nShe wrote the first program.\nhttps://example.org/ada",
      sources: [{ title: "Ada Lovelace", url: "https://example.org/ada" }],
    });
    expect(second.queries).toEqual([]);
  });

  it("are cut to the maximum length, with sources only for those shown", async () => {
    const results = Array.from({ length: 15 }, (_, index) => ({
      title: `Page ${index}`,
      text: "It is a sentence. ".repeat(50),
      url: `https://example.org/${index}`,
    }));
    const { text, sources } = await create([provider("first", results)])();
    expect(text.length).toBeLessThanOrEqual(1_500);
    expect(sources).toHaveLength(4);
    for (const { title, url } of sources) {
      expect(text).toContain(title);
      expect(text).toContain(url);
    }
  });

  it("count as none if all are blank", async () => {
    const second = provider("second", [ada]);
    const search = create([
      provider("first", [{ title: "", text: " " }]),
      second,
    ]);
    expect((await search()).text).toContain("Ada Lovelace");
    expect(second.queries).toEqual(["Ada"]);
  });

  it("are requested by a query of one line and at most 500 characters", async () => {
    const first = provider("first", [ada]);
    await create([first])(` Ada\n\u{7}Lovelace ${"😀".repeat(600)}`);
    expect(first.queries[0]).toMatch(/^Ada Lovelace 😀+$/u);
    expect(Array.from(first.queries[0] ?? "")).toHaveLength(500);
  });
});

describe("a search without results", () => {
  it("suggests other queries as plain text of limited length", async () => {
    const suggestions = ["bell\n", "x".repeat(500), " ", "tower"];
    const { text, sources } = await create([
      provider("first", { results: [], suggestions }),
    ])("b".repeat(400));
    expect(text).toBe(
      `Nothing found for "${"b".repeat(99)}…". Try other words, such as "bell" or "${"x".repeat(79)}…".`,
    );
    expect(sources).toEqual([]);
  });

  it("reports what was not searched", async () => {
    const search = create([
      provider("first", { results: [], gap: "half of it is asleep" }),
      provider("second", new SearchFailure("HTTP 500")),
    ]);
    expect((await search()).text).toContain(
      "Not everything was searched (first: half of it is asleep; second: HTTP 500).",
    );
  });
});

describe("when every provider fails, the advice is", () => {
  it.each([
    ["to retry", ["transient", "setup"], "Try again once, or"],
    ["to rephrase", ["setup", "query"], "Try other words, or"],
    [
      "to answer without a search",
      ["setup"],
      "Trying again will not help: answer",
    ],
  ] as const)("%s", async (_, kinds, advice) => {
    const search = create(
      kinds.map((kind) =>
        provider(kind, new SearchFailure("HTTP 418", { kind })),
      ),
    );
    await expect(search()).rejects.toThrow(
      `The search failed (${kinds.map((kind) => `${kind}: HTTP 418`).join("; ")}). ${advice}`,
    );
  });
});

describe("the time limit of a search", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function failure(scripts: readonly SearchScript[]): Promise<unknown> {
    const search = createFallbackSearch({
      providers: scripts.map((script, index) => provider(`${index}`, script)),
    });
    const outcome = search("Ada", { signal, timeoutMs: 20_000 }).catch(
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(18_000);
    return outcome;
  }

  it("is divided among all providers", async () => {
    expect(await failure(["hang", "hang", "hang", "hang"])).toMatchObject({
      message: expect.stringContaining(
        "(0: no answer within 4.5 seconds; 1: no answer within 4.5 seconds; 2: no answer within 4.5 seconds; 3: no answer within 4.5 seconds)",
      ),
    });
  });

  it("is at most six seconds per provider", async () => {
    expect(await failure(["hang"])).toMatchObject({
      message: expect.stringContaining("0: no answer within 6 seconds"),
    });
  });

  it("goes to the remaining providers if one fails at once", async () => {
    const broken = new SearchFailure("HTTP 503");
    expect(await failure([broken, "hang", "hang", "hang"])).toMatchObject({
      message: expect.stringContaining(
        "(0: HTTP 503; 1: no answer within 6 seconds; 2: no answer within 6 seconds; 3: no answer within 6 seconds)",
      ),
    });
  });
});

describe("a failed provider", () => {
  it("is skipped for a minute", async () => {
    let script: SearchScript = new SearchFailure("HTTP 503");
    const first = provider("first", () => script);
    const second = provider("second", [ada]);
    const search = create([first, second]);
    await search("one");
    script = [{ ...ada, title: "From the first" }];
    clock += MINUTE - 1;
    expect((await search("two")).text).toContain("Ada");
    expect(first.queries).toEqual(["one"]);
    clock += 1;
    expect((await search("three")).text).toContain("From the first");
    expect(first.queries).toEqual(["one", "three"]);
    expect(second.queries).toEqual(["one", "two"]);
  });

  it("is skipped for its Retry-After time, up to an hour", async () => {
    const wait = (retryAfterMs: number) =>
      new SearchFailure("HTTP 429", { retryAfterMs });
    const first = provider("first", wait(5 * MINUTE));
    const third = provider("third", wait(Number.MAX_SAFE_INTEGER));
    const search = create([first, third, provider("second", [ada])]);
    await search();
    clock += 5 * MINUTE - 1;
    await search();
    expect(first.queries).toHaveLength(1);
    clock += 1;
    await search();
    expect(first.queries).toHaveLength(2);
    expect(third.queries).toHaveLength(1);
    clock += 55 * MINUTE;
    await search();
    expect(third.queries).toHaveLength(2);
  });

  it("is not skipped after it rejects a query", async () => {
    const first = provider(
      "first",
      new SearchFailure("HTTP 400", { kind: "query" }),
    );
    const search = create([first, provider("second", [ada])]);
    await search("one");
    await search("two");
    expect(first.queries).toEqual(["one", "two"]);
  });

  it("is asked again at once if all have failed, unless it sent Retry-After", async () => {
    const wait = { retryAfterMs: 30_000 };
    const first = provider("first", new SearchFailure("HTTP 503"));
    const second = provider("second", new SearchFailure("HTTP 429", wait));
    const search = create([first, second]);
    const fail = (query: string) =>
      expect(search(query)).rejects.toThrow(
        "first: HTTP 503; second: HTTP 429",
      );
    await fail("one");
    await fail("two");
    clock += 30_000;
    await fail("three");
    expect(first.queries).toEqual(["one", "two", "three"]);
    expect(second.queries).toEqual(["one", "three"]);
  });

  it("is not asked before its Retry-After time, even if it is the only one", async () => {
    const only = provider(
      "only",
      new SearchFailure("HTTP 429", { retryAfterMs: 5 * MINUTE }),
    );
    const search = create([only]);
    for (let time = 0; time < 2; time++)
      await expect(search()).rejects.toThrow("only: HTTP 429");
    expect(only.queries).toHaveLength(1);
  });

  it("counts as healthy again after a response", async () => {
    let script: SearchScript = new SearchFailure("HTTP 503");
    const first = provider("first", () => script);
    const second = provider("second", new SearchFailure("HTTP 503"));
    const search = create([first, second]);
    await expect(search("one")).rejects.toThrow();
    script = [];
    await search("two");
    await search("three");
    expect(first.queries).toEqual(["one", "two", "three"]);
    expect(second.queries).toEqual(["one", "two"]);
  });

  it("is logged with its reason, without secrets or the query", async () => {
    const search = create([
      provider("first", new SearchFailure("HTTP 401, its key is not accepted")),
      provider("second", new Error("https://key@example.org")),
    ]);
    await expect(search("a secret question")).rejects.toThrow(
      /^The search failed \(first: .*; second: an unexpected error\)/,
    );
    const lines = vi
      .mocked(console.error)
      .mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toMatchObject([
      {
        event: "search provider failed",
        provider: "first",
        reason: "HTTP 401, its key is not accepted",
      },
      { provider: "second", reason: "an unexpected error", error: "Error" },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/key@|question/);
  });
});
