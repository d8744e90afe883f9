import { createTimeLimit } from "../../src/abort.ts";
import type { SearchProviderConfig } from "../../src/config/tools.ts";
import { createSearchProvider } from "../../src/platforms/create-agents.ts";
import { toFinding } from "../../src/tools/search/finding.ts";
import { SearchFailure } from "../../src/tools/search/search-provider.ts";
import type { ConfiguredExamination } from "./examination.ts";
import { failed, type Finding, passed, skipped, warning } from "./finding.ts";
import { toLine } from "./to-line.ts";

/** The search waits no longer for a provider. */
const TIMEOUT_MS = 6_000;
/** Of the list that a model would read, in UTF-16 units. */
const MAX_LENGTH = 1_500;

/** One query to each provider, by the code that the tool asks it with. */
export async function* checkSearch({
  config: { tools, search },
  order: { query },
  signal,
}: Pick<
  ConfiguredExamination,
  "config" | "order" | "signal"
>): AsyncGenerator<Finding> {
  if (!tools.includes("search"))
    return yield skipped("Search: off; TOOLS would switch it on.");
  for (const provider of search.providers)
    yield await ask(provider, { query, signal });
}

async function ask(
  config: SearchProviderConfig,
  { query, signal }: { query: string; signal: AbortSignal },
): Promise<Finding> {
  using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
  const startedAt = performance.now();
  try {
    const provider = createSearchProvider(config);
    const answer = await provider.search(query, { signal: limit.signal });
    const ms = performance.now() - startedAt;
    const finding = toFinding(answer, { query, maxLength: MAX_LENGTH });
    return finding.kind === "found"
      ? passed(describeResults(config.name, answer.results, query), ms)
      : reportNothing(config, { query, gap: finding.gap });
  } catch (error) {
    signal.throwIfAborted();
    const failure = limit.isOver
      ? new SearchFailure(`no answer within ${TIMEOUT_MS / 1000} seconds`)
      : error;
    if (!(failure instanceof SearchFailure)) throw error;
    return failed(
      `Search with ${config.name}: ${failure.message}.`,
      adviseOn(failure, config),
    );
  }
}

function describeResults(
  name: string,
  results: readonly { readonly title: string }[],
  query: string,
): string {
  const count = `${results.length} result${results.length === 1 ? "" : "s"}`;
  const title = toLine(results[0]?.title ?? "", { maxLength: 60 });
  return `Search with ${name}: ${count} for “${query}”, first “${title}”.`;
}

function reportNothing(
  { name }: SearchProviderConfig,
  { query, gap }: { query: string; gap: string | undefined },
): Finding {
  const reason = gap === undefined ? "" : ` (${toLine(gap)})`;
  return warning(
    `Search with ${name}: nothing for “${query}”${reason}.`,
    name === "elasticsearch"
      ? "If the index has something else, ask for that with --query. If it does not answer either, check ELASTICSEARCH_INDEX and ELASTICSEARCH_FIELDS."
      : "Ask for something else with --query. If that finds nothing either, name another one in SEARCH_PROVIDERS.",
  );
}

function adviseOn(
  { kind, message }: SearchFailure,
  config: SearchProviderConfig,
): string {
  const prefix = config.name.toUpperCase();
  const hasKey = "apiKey" in config;
  switch (kind) {
    case "setup":
      return `Check ${hasKey ? `${prefix}_API_KEY and ` : ""}${prefix}_BASE_URL, and what the plan at ${config.name} allows.`;
    case "query":
      return "Other words may do: give some with --query.";
    case "passing":
      return message.includes("could not be reached")
        ? `Is there a network, and is ${prefix}_BASE_URL right if you have set it? Where ${config.name} cannot be reached, name another one in SEARCH_PROVIDERS.`
        : "Run this again in a while. If it stays so, name another one in SEARCH_PROVIDERS.";
  }
}
