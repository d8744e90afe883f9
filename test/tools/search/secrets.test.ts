import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSearchTool } from "../../../src/tools/search/search-tool.ts";
import {
  startSearchServer,
  type SearchScript,
  type SearchServer,
} from "../../stubs/search-server.ts";
import { SEARCH_KEY, SEARCH_SERVICES } from "../../stubs/search-services.ts";
import { runAlone } from "../observe.ts";
import {
  KEYED_PROVIDERS,
  PROVIDERS,
  type ProviderOptions,
} from "./provider-setups.ts";

const { signal } = new AbortController();

/** Echoes the whole request, as debugging proxies do. */
const ECHO: SearchScript = ({ parameters, headers, body, path }) => ({
  status: 500,
  body: { path, headers, body, parameters: Object.fromEntries(parameters) },
});

describe.each(KEYED_PROVIDERS)("the key of %s", (name) => {
  let server: SearchServer;
  beforeEach(async () => {
    vi.spyOn(console, "error").mockReturnValue();
    server = await startSearchServer(SEARCH_SERVICES[name]);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });

  /** The whole output of a search: results or error, observation, and log. */
  async function observe(options: Partial<ProviderOptions> = {}) {
    const provider = PROVIDERS[name]({
      baseUrl: server.url,
      apiKey: SEARCH_KEY,
      ...options,
    });
    const failure = await provider.search("Ada", { signal }).then(
      ({ results }) => results,
      (error: Error) => [error.stack, error.cause, Object.entries(error)],
    );
    const tool = createSearchTool({
      providers: [provider],
      providerTimeoutMs: 20,
    });
    const output = await runAlone(tool, { query: "Ada" }).catch(
      (error: Error) => `${error.message} ${String(error.cause)}`,
    );
    const log = vi.mocked(console.error).mock.calls;
    return JSON.stringify([failure, output, log]);
  }

  it("is reported as a failure of the setup if it is wrong", async () => {
    const baseUrl = server.url;
    const provider = PROVIDERS[name]({ baseUrl, apiKey: "key-of-another" });
    await expect(provider.search("Ada", { signal })).rejects.toMatchObject({
      name: "SearchFailure",
      kind: "setup",
      message: expect.stringMatching(/^HTTP 4\d\d, its .+ not accepted$/),
    });
  });

  it.each<[string, SearchScript]>([
    ["an error that echoes the request", ECHO],
    [
      "a wrong key",
      { status: 401, body: { error: `Invalid key ${SEARCH_KEY}` } },
    ],
    [
      "a redirect",
      {
        status: 302,
        headers: { location: `https://other.example/?${SEARCH_KEY}` },
        body: "",
      },
    ],
    ["truncated JSON", { body: `{"key": "${SEARCH_KEY}"` }],
    ["a broken connection", "break-off"],
  ])("is not leaked by %s", async (_, script) => {
    server.replyNext(script);
    server.replyNext(script);
    const seen = await observe();
    expect(seen).toContain("The search failed");
    expect(seen).not.toContain(SEARCH_KEY);
  });

  it("is not leaked by a fetch error that contains the request", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (...request) => {
      throw new TypeError(JSON.stringify(request));
    });
    const seen = await observe();
    expect(seen).toContain("it could not be reached");
    expect(seen).not.toContain(SEARCH_KEY);
  });

  it("is not leaked if it contains a line break", async () => {
    const apiKey = "broken\nkey-of-the-search";
    const seen = await observe({ apiKey });
    expect(seen).not.toContain("key-of-the-search");
  });

  it("is redacted from results that contain it", async () => {
    const repeat: SearchScript = (request) => {
      const { body } = SEARCH_SERVICES[name](request);
      const text = JSON.stringify(body).replaceAll("London", SEARCH_KEY);
      return { body: JSON.parse(text) };
    };
    server.replyNext(repeat);
    server.replyNext(repeat);
    const seen = await observe();
    expect(seen).toContain("born in ***");
    expect(seen).not.toContain(SEARCH_KEY);
  });
});
