import type { Tool } from "@modelcontextprotocol/client";
import { createTimeLimit } from "../../runtime/abort.ts";
import { logError } from "../../runtime/log.ts";
import { ToolError } from "../../types/errors.ts";
import type { McpClient } from "./mcp-client.ts";

/**
 * Time limits of a listing, and of one after a failure. A turn waits for it.
 */
const LIST_MS = 5_000;
const RETRY_LIST_MS = 2_000;
const REFRESH_MS = 600_000;
const RETRY_MS = 60_000;

/** A cached list of a server's tools. */
export function createToolList({
  client,
  now,
}: {
  client: McpClient;
  now: () => number;
}) {
  let cached: readonly Tool[] | undefined;
  let refreshAt = 0;
  let hasFailed = false;

  return {
    /**
     * Refreshes the list after ten minutes, after a failure after one.
     * Otherwise, and while the server fails, returns the last list, if there is
     * one. The object stays the same until the list changes. Throws only the
     * signal's reason.
     */
    async read({ signal }: { signal: AbortSignal }) {
      if (now() < refreshAt) return cached;
      // Meanwhile others use the old list: runtimes forbid waiting for another
      // conversation's request.
      if (cached !== undefined) refreshAt = now() + RETRY_MS;
      const ms = hasFailed ? RETRY_LIST_MS : LIST_MS;
      using limit = createTimeLimit({ ms, signal });
      try {
        const list = await client.listTools({ signal: limit.signal });
        const isSame = JSON.stringify(list) === JSON.stringify(cached);
        if (!isSame) cached = list;
        refreshAt = now() + REFRESH_MS;
        hasFailed = false;
      } catch (error) {
        signal.throwIfAborted();
        hasFailed = true;
        refreshAt = now() + RETRY_MS;
        const reason =
          error instanceof ToolError && error.cause instanceof Error
            ? error.cause.message
            : `${client.server.name} sent no list of tools within ${ms / 1000} seconds.`;
        logError(
          cached === undefined
            ? "MCP server left out"
            : "MCP server not refreshed",
          { server: client.server.name, reason },
        );
      }
      return cached;
    },
  };
}
