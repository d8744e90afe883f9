import { createTimeLimit } from "../../abort.ts";
import { ToolError } from "../../errors.ts";
import { logError, logWarning } from "../../log.ts";
import type { Tool } from "../../ports.ts";
import { createMcpClient, type McpClient } from "./mcp-client.ts";
import type { McpServer } from "./mcp-server.ts";
import { admitTools, type Offer } from "./remote-tool.ts";
import type { RemoteTool } from "./server-results.ts";

/**
 * Returns the currently usable tools of all servers: the same array until a
 * server's list changes. A failing server is left out and logged. Throws only
 * the signal's reason.
 */
export type RemoteTools = (options: {
  signal: AbortSignal;
}) => Promise<readonly Tool[]>;

/**
 * Lists all servers' tools concurrently, with a cache per server: see
 * `createToolList`.
 */
export function createRemoteTools({
  servers,
  allowedDangerous,
  now = Date.now,
}: {
  servers: readonly McpServer[];
  allowedDangerous: readonly string[];
  now?: () => number;
}): RemoteTools {
  const sources = servers.map((server) => {
    const client = createMcpClient(server);
    return { client, list: createToolList({ client, now }) };
  });
  let last: { offers: readonly Offer[]; tools: readonly Tool[] } | undefined;

  return async ({ signal }) => {
    const offers = await Promise.all(
      sources.map(async ({ client, list }) => ({
        client,
        tools: await list.read({ signal }),
      })),
    );
    const isSame = offers.every(
      ({ tools }, index) => tools === last?.offers[index]?.tools,
    );
    if (last !== undefined && isSame) return last.tools;
    const { tools, notes } = admitTools(offers, { allowedDangerous });
    for (const note of notes) logWarning("MCP tool left out", { ...note });
    last = { offers, tools };
    return tools;
  };
}

/**
 * Time limits of a listing, and of one after a failure. A turn waits for it.
 */
const LIST_MS = 5_000;
const RETRY_LIST_MS = 2_000;
const REFRESH_MS = 600_000;
const MIN_BACKOFF_MS = 60_000;

/** A cached list of a server's tools. */
export function createToolList({
  client,
  now,
}: {
  client: McpClient;
  now: () => number;
}) {
  let cached: readonly RemoteTool[] | undefined;
  let refreshAt = 0;
  /** Consecutive failures. */
  let failures = 0;

  return {
    /**
     * Refreshes the list after ten minutes; after failures with exponential
     * backoff from one to ten minutes. Otherwise, and while the server fails,
     * returns the last list, or an empty one if there is none. The array stays
     * the same until the list changes. Throws only the signal's reason.
     */
    async read({
      signal,
    }: {
      signal: AbortSignal;
    }): Promise<readonly RemoteTool[]> {
      if (now() < refreshAt) return cached ?? NO_TOOLS;
      // Meanwhile others use the old list: runtimes forbid waiting for another
      // conversation's request.
      if (cached !== undefined) refreshAt = now() + MIN_BACKOFF_MS;
      const failuresBefore = failures;
      const ms = failures === 0 ? LIST_MS : RETRY_LIST_MS;
      using limit = createTimeLimit({ ms, signal });
      try {
        const tools = await client.listTools({ signal: limit.signal });
        const isSame = JSON.stringify(tools) === JSON.stringify(cached);
        if (!isSame) cached = tools;
        refreshAt = now() + REFRESH_MS;
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        // Concurrent turns count as a single failure.
        failures = failuresBefore + 1;
        refreshAt = now() + backoffAfter(failures);
        const reason =
          error instanceof ToolError
            ? error.message
            : `${client.server.name} sent no list of tools within ${ms / 1000} seconds.`;
        const isKept = cached !== undefined;
        logFailure({ server: client.server.name, reason, isKept });
      }
      return cached ?? NO_TOOLS;
    },
  };
}

const NO_TOOLS: readonly RemoteTool[] = [];

function backoffAfter(failures: number): number {
  return Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), REFRESH_MS);
}

function logFailure({
  isKept,
  ...line
}: {
  server: string;
  reason: string;
  isKept: boolean;
}): void {
  const event = isKept ? "MCP server not refreshed" : "MCP server left out";
  logError(event, line);
}
