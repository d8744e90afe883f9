import { createTimeLimit } from "../../runtime/abort.ts";
import { logError, logWarning } from "../../runtime/log.ts";
import { ToolError } from "../../types/errors.ts";
import type { Tool } from "../../types/tool.ts";
import { createMcpClient, type Listing, type McpClient } from "./mcp-client.ts";
import type { McpServer } from "./mcp-server.ts";
import { admitTools, type AdmissionNote } from "./remote-tool.ts";

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
  let last:
    | { lists: readonly (Listing | undefined)[]; tools: readonly Tool[] }
    | undefined;

  return async ({ signal }) => {
    const lists = await Promise.all(
      sources.map(({ list }) => list.read({ signal })),
    );
    const isSame = lists.every((list, index) => list === last?.lists[index]);
    if (last !== undefined && isSame) return last.tools;
    const offers = sources.flatMap(({ client }, index) => {
      const list = lists[index];
      return list === undefined ? [] : [{ client, ...list }];
    });
    const { tools, notes } = admitTools(offers, { allowedDangerous });
    logLeftOut(notes);
    last = { lists, tools };
    return tools;
  };
}

/** A hostile server could otherwise fill the log. */
const MAX_LOGGED_TOOLS = 10;

/** Logs a line for each server. */
function logLeftOut(notes: readonly AdmissionNote[]): void {
  for (const [server, ofServer] of Map.groupBy(notes, (note) => note.server))
    logWarning("MCP tools left out", {
      server,
      count: ofServer.length,
      tools: ofServer
        .slice(0, MAX_LOGGED_TOOLS)
        .map(({ tool, reason }) => ({ tool, reason })),
    });
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
  let cached: Listing | undefined;
  let refreshAt = 0;
  /** Consecutive failures. */
  let failures = 0;

  return {
    /**
     * Refreshes the list after ten minutes; after failures with exponential
     * backoff from one to ten minutes. Otherwise, and while the server fails,
     * returns the last list, if there is one. The object stays the same until
     * the list changes. Throws only the signal's reason.
     */
    async read({ signal }: { signal: AbortSignal }) {
      if (now() < refreshAt) return cached;
      // Meanwhile others use the old list: runtimes forbid waiting for another
      // conversation's request.
      if (cached !== undefined) refreshAt = now() + MIN_BACKOFF_MS;
      const failuresBefore = failures;
      const ms = failures === 0 ? LIST_MS : RETRY_LIST_MS;
      using limit = createTimeLimit({ ms, signal });
      try {
        const list = await client.listTools({ signal: limit.signal });
        const isSame = JSON.stringify(list) === JSON.stringify(cached);
        if (!isSame) cached = list;
        refreshAt = now() + REFRESH_MS;
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        // Concurrent turns count as a single failure.
        failures = failuresBefore + 1;
        refreshAt = now() + backoffAfter(failures);
        const reason =
          error instanceof ToolError && error.cause instanceof Error
            ? error.cause.message
            : `${client.server.name} sent no list of tools within ${ms / 1000} seconds.`;
        const isKept = cached !== undefined;
        logFailure({ server: client.server.name, reason, isKept });
      }
      return cached;
    },
  };
}

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
