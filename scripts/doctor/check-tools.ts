import * as z from "zod";
import { USER_AGENT } from "../../src/platforms/create-agents.ts";
import { createTimeLimit } from "../../src/runtime/abort.ts";
import { createMcpClient } from "../../src/tools/mcp/mcp-client.ts";
import type { McpServer } from "../../src/tools/mcp/mcp-server.ts";
import { admitTools, type Offer } from "../../src/tools/mcp/remote-tool.ts";
import { toFinding } from "../../src/tools/search/results.ts";
import {
  SearchFailure,
  type SearchProvider,
} from "../../src/tools/search/search-provider.ts";
import {
  createSearchProviders,
  SEARCH_SETTINGS,
} from "../../src/tools/search/search-settings.ts";
import { ToolError } from "../../src/types/errors.ts";
import { hasStatus } from "../parley-client.ts";
import { checkSignIn } from "./check-sign-in.ts";
import {
  describeAnswer,
  explainUnavailability,
  LOG_ADVICE,
  type ConfiguredExamination,
} from "./examination.ts";
import {
  count,
  failed,
  passed,
  skipped,
  toLine,
  warning,
  type Finding,
} from "./report.ts";

/** Checks the tools that depend on other services. */
export async function* checkTools(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  yield* checkSearch(examination);
  yield* checkMcpServers(examination);
  yield* checkLibrary(examination);
}

/**
 * The search's timeout per provider, that of a turn for an MCP server's list,
 * and one long enough for a long list of documents.
 */
const SEARCH_TIMEOUT_MS = 6_000;
const MCP_TIMEOUT_MS = 5_000;
const LIBRARY_TIMEOUT_MS = 30_000;
/** Length of the results as the model gets them, in UTF-16 units. */
const MAX_LENGTH = 1_500;

/** Sends one query to each provider, with the search tool's own code. */
async function* checkSearch({
  config: { tools, toolSettings },
  order: { query },
  signal,
}: ConfiguredExamination): AsyncGenerator<Finding> {
  if (!tools.includes("search"))
    return yield skipped("Search: off; add it to TOOLS to enable it.");
  for (const provider of createSearchProviders(toolSettings, {
    userAgent: USER_AGENT,
  }))
    yield await ask(provider, { query, signal });
}

async function ask(
  provider: SearchProvider,
  { query, signal }: { query: string; signal: AbortSignal },
): Promise<Finding> {
  using limit = createTimeLimit({ ms: SEARCH_TIMEOUT_MS, signal });
  const startedAt = performance.now();
  try {
    const answer = await provider.search(query, { signal: limit.signal });
    const ms = performance.now() - startedAt;
    const finding = toFinding(answer, { query, maxLength: MAX_LENGTH });
    return finding.kind === "found"
      ? passed(describeResults(provider.name, answer.results, query), ms)
      : reportNothing(provider, { query, gap: finding.gap });
  } catch (error) {
    signal.throwIfAborted();
    const failure = limit.isOver
      ? new SearchFailure(
          `no answer within ${SEARCH_TIMEOUT_MS / 1000} seconds`,
        )
      : error;
    if (!(failure instanceof SearchFailure)) throw error;
    return failed(
      `Search with ${provider.name}: ${failure.message}.`,
      adviseOn(failure, provider),
    );
  }
}

function describeResults(
  name: string,
  results: readonly { readonly title: string }[],
  query: string,
): string {
  const title = toLine(results[0]?.title ?? "", 60);
  return `Search with ${name}: ${count(results.length, "result")} for “${query}”, first “${title}”.`;
}

function reportNothing(
  { name }: SearchProvider,
  { query, gap }: { query: string; gap: string | undefined },
): Finding {
  const reason = gap === undefined ? "" : ` (${toLine(gap)})`;
  return warning(
    `Search with ${name}: nothing for “${query}”${reason}.`,
    name === "elasticsearch"
      ? "If the index has other content, search for that with --query. If that finds nothing either, check ELASTICSEARCH_INDEX and ELASTICSEARCH_FIELDS."
      : "Try another search with --query. If that finds nothing either, choose another provider in SEARCH_PROVIDERS.",
  );
}

function adviseOn(
  { kind, message }: SearchFailure,
  { name }: SearchProvider,
): string {
  const prefix = name.toUpperCase();
  const hasKey = `${prefix}_API_KEY` in SEARCH_SETTINGS;
  switch (kind) {
    case "setup":
      return `Check ${hasKey ? `${prefix}_API_KEY and ` : ""}${prefix}_BASE_URL, and what the plan at ${name} allows.`;
    case "query":
      return "Try other words with --query.";
    case "transient":
      return message.includes("could not be reached")
        ? `Check the network, and ${prefix}_BASE_URL if you have set it. If ${name} cannot be reached from here, choose another provider in SEARCH_PROVIDERS.`
        : "Try again later. If that persists, choose another provider in SEARCH_PROVIDERS.";
  }
}

const MAX_NAMES_LENGTH = 400;

/** Checks each MCP server: what it offers, and which tools the model gets. */
async function* checkMcpServers(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const { config, signal } = examination;
  const { mcp } = config;
  const offers: Offer[] = [];
  for (const server of mcp.servers) {
    if (server.auth !== undefined) {
      yield await checkSignIn(server, examination);
      continue;
    }
    const startedAt = performance.now();
    const offer = await listTools(server, signal);
    if ("kind" in offer) {
      yield offer;
      continue;
    }
    const ms = performance.now() - startedAt;
    offers.push(offer);
    const { tools } = admitTools([offer], mcp);
    const names = tools.map(({ name }) => name).join(", ");
    yield tools.length === 0
      ? warning(
          `MCP server ${server.name}: no usable tools.`,
          'Check its "tools" in MCP_SERVERS, if set, and see docs/mcp.md.',
        )
      : passed(
          `MCP server ${server.name}: ${toLine(names, MAX_NAMES_LENGTH)}.`,
          ms,
        );
  }
  // Names may collide across servers, so all offers are admitted together.
  for (const { server, tool, reason } of admitTools(offers, mcp).notes)
    yield warning(
      `MCP server ${server}: ${toLine(tool, 60)} is left out.`,
      `Because ${reason}.`,
    );
}

async function listTools(
  server: McpServer,
  signal: AbortSignal,
): Promise<Offer | Finding> {
  const { name } = server;
  using limit = createTimeLimit({ ms: MCP_TIMEOUT_MS, signal });
  const client = createMcpClient(server);
  try {
    return {
      client,
      tools: await client.listTools({ signal: limit.signal }),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.isOver && !(error instanceof ToolError)) throw error;
    const reason =
      error instanceof ToolError
        ? error.message
        : `it did not list its tools within ${MCP_TIMEOUT_MS / 1000} seconds.`;
    return failed(
      `MCP server ${name}: ${reason}`,
      `Check the "url" and the "token" of ${name} in MCP_SERVERS. Until it answers, the bot works without its tools.`,
    );
  }
}

const Documents = z.object({ documents: z.array(z.unknown()) });

/** Counts the library's documents, if the model has the tool. */
async function* checkLibrary({
  config: { tools, library },
  client,
  health,
}: ConfiguredExamination): AsyncGenerator<Finding> {
  if (!tools.includes("library")) return;
  const key = library.keys[0];
  if (key === undefined)
    return yield skipped(
      "Library: skipped, since LIBRARY_KEY is not set here.",
    );
  const unavailable = explainUnavailability(await health());
  if (unavailable !== undefined)
    return yield skipped(`Library: skipped, since ${unavailable}.`);

  const answer = await client.call("/library/documents", {
    headers: { authorization: `Bearer ${key}` },
    timeoutMs: LIBRARY_TIMEOUT_MS,
  });
  const { data } = Documents.safeParse(answer.body);
  if (!hasStatus(answer, 200) || data === undefined)
    return yield failed(
      `Library: ${describeAnswer(answer)}`,
      answer.kind === "unreachable"
        ? "Run this again."
        : [401, 404].includes(answer.status)
          ? "Set LIBRARY_KEY there to the same as here: npx wrangler secret put LIBRARY_KEY"
          : `See the log: ${LOG_ADVICE}.`,
    );
  yield data.documents.length === 0
    ? warning(
        "Library: it has no documents.",
        "Add some: npm run library:add -- docs/*.md",
      )
    : passed(
        `Library: ${count(data.documents.length, "document")}.`,
        answer.ms,
      );
}
