import * as z from "zod";
import { cutQuery } from "./cut-query.ts";
import { fetchJson } from "./fetch-json.ts";
import { readSerpapiAnswer } from "./read-serpapi-answer.ts";
import type { SearchProvider } from "./search-provider.ts";
import { toEndpoint } from "./to-endpoint.ts";

export interface SerpapiOptions {
  apiKey: string;
  baseUrl?: string | undefined;
  fetch?: typeof globalThis.fetch;
}

/** Google shows no results for much longer ones. */
const MAX_CHARACTERS = 400;

/** Searches Google by SerpApi: https://serpapi.com/search-api. The key is a part of the address. */
export function createSerpapiProvider({
  apiKey,
  baseUrl = "https://serpapi.com",
  fetch = globalThis.fetch,
}: SerpapiOptions): SearchProvider {
  return {
    name: "serpapi",
    async search(query, { signal }) {
      const q = cutQuery(query, { maxCharacters: MAX_CHARACTERS });
      if (q === "") return { results: [] };
      const { body } = await fetchJson({
        url: toEndpoint(baseUrl, "/search.json", {
          engine: "google",
          q,
          api_key: apiKey,
        }),
        secret: apiKey,
        explain,
        fetch,
        signal,
      });
      return readSerpapiAnswer(body);
    },
  };
}

const errorBody = z.object({ error: z.string() });

/** https://serpapi.com/api-status-and-error-codes: 429 is a busy hour, or the end of the plan. */
function explain(status: number, body: unknown): string | undefined {
  if (status === 401) return "its key is not accepted";
  if (status === 403) return "its account may not search";
  const isUsedUp = /run out of searches/i.test(
    errorBody.safeParse(body).data?.error ?? "",
  );
  return status === 429 && isUsedUp ? "its searches are used up" : undefined;
}
