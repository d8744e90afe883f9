import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readFixtures } from "../../../bench/search/fixture.ts";
import { toFinding } from "../../../src/tools/search/results.ts";
import { SearchFailure } from "../../../src/tools/search/search-provider.ts";
import { runs } from "../../property-runs.ts";
import { PROVIDER_NAMES, PROVIDERS } from "./provider-setups.ts";

const { signal } = new AbortController();

afterEach(() => {
  vi.restoreAllMocks();
});

/** Well-formed responses of all providers. */
const BODIES: readonly unknown[] = readFixtures("test/fixtures/search")
  .filter(({ file }) => file.endsWith(".json"))
  .map(({ body }) => JSON.parse(body));

/** A body with one value replaced. */
const changedBody = fc
  .record({
    body: fc.constantFrom(...BODIES),
    place: fc.nat(),
    value: fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(null, "", 0, [], {}, [[null]], "<b>&lt;</b>\n\n2. x"),
    ),
  })
  .map(({ body, place, value }) => replaceOne(body, place, value));

function replaceOne(body: unknown, place: number, value: unknown): unknown {
  let count = 0;
  JSON.stringify(body, (_, current: unknown) => (count++, current));
  let index = 0;
  return JSON.parse(
    JSON.stringify(body, (_, current: unknown) =>
      index++ === place % count ? value : current,
    ) ?? "null",
  );
}

describe.each(PROVIDER_NAMES)("for any JSON response, %s", (name) => {
  it("returns bounded plain text or fails with a short reason", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(changedBody, fc.jsonValue()), async (body) => {
        vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
          Response.json(body),
        );
        const provider = PROVIDERS[name]({
          baseUrl: "https://search.example",
          apiKey: "key",
        });
        const answer = await provider
          .search("great bell", { signal })
          .catch((error: unknown) => {
            expect(error).toBeInstanceOf(SearchFailure);
            expect(String(error).length).toBeLessThan(120);
          });
        if (answer === undefined) return;
        const finding = toFinding(answer, { query: "x", maxLength: 1_500 });
        if (finding.kind === "empty") return;
        const { text, sources } = finding.report;
        expect(text.length).toBeLessThanOrEqual(1_500);
        expect(text).toMatch(/^1\. \S/);
        expect(text).not.toContain("[object ");
        for (const { url } of sources) expect(url).toMatch(/^https?:\/\//);
      }),
      { numRuns: runs(100) },
    );
  });
});
