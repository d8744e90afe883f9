import { createFallbackSearch } from "../../src/tools/search/search-tool.ts";
import type { SearchServer } from "../../test/stubs/search-server.ts";
import { SEARCH_KEY } from "../../test/stubs/search-services.ts";
import { PROVIDERS } from "../../test/tools/search/provider-setups.ts";
import { expectOutcome } from "./expect-outcome.ts";
import type { Fixture, Outcome } from "./fixture.ts";

/** The model's view of a search that was answered with a fixture. */
export interface Run {
  readonly outcome: Outcome;
  readonly text: string;
  /** What is wrong; `undefined` if it is as expected. */
  readonly complaint: string | undefined;
}

const QUERY = "example";
const MAX_LENGTH = 1_500;

/**
 * Searches with the fixture's provider; the server responds with the fixture.
 */
export async function runFixture(
  fixture: Fixture,
  server: SearchServer,
): Promise<Run> {
  const { provider, status, headers, body } = fixture;
  const search = createFallbackSearch({
    providers: [
      PROVIDERS[provider]({ baseUrl: server.url, apiKey: SEARCH_KEY }),
    ],
  });
  server.replyNext({ status, headers, body });
  const { signal } = new AbortController();
  const { outcome, text } = await search(QUERY, {
    signal,
    timeoutMs: 20_000,
  }).then(
    ({ text: said }) => ({ outcome: outcomeOf(said), text: said }),
    (error: unknown) => ({
      outcome: "failed" as const,
      text: error instanceof Error ? error.message : String(error),
    }),
  );
  return { outcome, text, complaint: complain(fixture, { outcome, text }) };
}

function outcomeOf(text: string): Outcome {
  return text.startsWith("Nothing found for ") ? "empty" : "found";
}

/** Markup and values that no reader may let through. */
const LEFTOVERS =
  /<\/?(?:span|strong|em|b|html|body|div|p)\b|\[object |\bundefined\b|\bnull\b|&(?:amp|quot|#\d+);/;

function complain(
  fixture: Fixture,
  { outcome, text }: Omit<Run, "complaint">,
): string | undefined {
  const expected = expectOutcome(fixture);
  if (outcome !== expected) return `${outcome} instead of ${expected}`;
  const missing = fixture.contains.find((part) => !text.includes(part));
  if (missing !== undefined) return `does not say ${JSON.stringify(missing)}`;
  const [leftover] = LEFTOVERS.exec(text) ?? [];
  if (leftover !== undefined) return `shows ${leftover}`;
  if (text.length > MAX_LENGTH) return `is ${text.length} characters long`;
  return text.includes(SEARCH_KEY) ? "shows the key" : undefined;
}
