import { createTimeLimit } from "../../runtime/abort.ts";
import { logError } from "../../runtime/log.ts";
import { ToolError } from "../../types/errors.ts";
import type { Listing, McpClient } from "./mcp-client.ts";

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
