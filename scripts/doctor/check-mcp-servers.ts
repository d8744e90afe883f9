import { createTimeLimit } from "../../src/abort.ts";
import type { McpServerConfig } from "../../src/config/mcp-servers.ts";
import { ToolError } from "../../src/errors.ts";
import { createMcpClient } from "../../src/tools/mcp/mcp-client.ts";
import { admitTools, type Offer } from "../../src/tools/mcp/remote-tool.ts";
import type { ConfiguredExamination } from "./examination.ts";
import { failed, type Finding, passed, warning } from "./finding.ts";
import { toLine } from "./to-line.ts";

/** A turn waits no longer for a server's list. */
const TIMEOUT_MS = 5_000;
const MAX_NAMES_LENGTH = 400;

/** What each server offers, and what of it the model gets; nothing where there are no servers. */
export async function* checkMcpServers({
  config: { mcp },
  signal,
}: Pick<ConfiguredExamination, "config" | "signal">): AsyncGenerator<Finding> {
  const offers: Offer[] = [];
  for (const server of mcp.servers) {
    const listing = await list(server, signal);
    if (listing.kind === "failed") yield listing.finding;
    else {
      offers.push(listing.offer);
      const { tools } = admitTools([listing.offer], mcp);
      const names = tools.map(({ name }) => name).join(", ");
      const shown = toLine(names, { maxLength: MAX_NAMES_LENGTH });
      yield tools.length === 0
        ? warning(
            `MCP server ${server.name}: no tool that can be used.`,
            'Look at its "tools" in MCP_SERVERS, if there are any, and at docs/mcp.md.',
          )
        : passed(`MCP server ${server.name}: ${shown}.`, listing.ms);
    }
  }
  // All together, since names may meet.
  for (const { server, tool, reason } of admitTools(offers, mcp).notes)
    yield warning(
      `MCP server ${server}: ${toLine(tool, { maxLength: 60 })} is left out.`,
      `Because ${reason}.`,
    );
}

type Listing =
  | { readonly kind: "read"; readonly offer: Offer; readonly ms: number }
  | { readonly kind: "failed"; readonly finding: Finding };

async function list(
  server: McpServerConfig,
  signal: AbortSignal,
): Promise<Listing> {
  const { name } = server;
  using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
  const startedAt = performance.now();
  const client = createMcpClient(server);
  try {
    const tools = await client.listTools({ signal: limit.signal });
    const ms = performance.now() - startedAt;
    return { kind: "read", offer: { client, tools }, ms };
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.isOver && !(error instanceof ToolError)) throw error;
    const reason =
      error instanceof ToolError
        ? error.message
        : `it sent no list of tools within ${TIMEOUT_MS / 1000} seconds.`;
    const advice = `Check the "url" and the "token" of ${name} in MCP_SERVERS. Until it answers, the bot does without its tools.`;
    return {
      kind: "failed",
      finding: failed(`MCP server ${name}: ${reason}`, advice),
    };
  }
}
