import { createTimeLimit } from "../../abort.ts";
import { ToolError } from "../../errors.ts";
import type { McpClient } from "./mcp-client.ts";
import type { Tool as RemoteTool } from "@modelcontextprotocol/client";

/** A turn waits no longer for a server's list; for that of a server that failed the last time, not as long. */
const LIST_MS = 5_000;
const LIST_AGAIN_MS = 2_000;
const KEEP_MS = 600_000;
const MIN_REST_MS = 60_000;

/** What a server offers, as far as is known. */
export interface ToolList {
  /**
   * Asks the server after ten minutes; after it has failed, in one minute, then in two, four, up to ten. Otherwise, and
   * while it fails, its last list is used; none at all before the first. The same array until the list is another one.
   * Throws only the signal's reason.
   */
  read(options: { signal: AbortSignal }): Promise<readonly RemoteTool[]>;
}

export function createToolList({
  client,
  now,
}: {
  client: McpClient;
  now: () => number;
}): ToolList {
  let known: readonly RemoteTool[] | undefined;
  let askAgainAt = 0;
  /** In a row. */
  let failures = 0;

  return {
    async read({ signal }) {
      if (now() < askAgainAt) return known ?? NO_TOOLS;
      // Others go on with the old list meanwhile. No conversation waits for another one's request: runtimes forbid it.
      if (known !== undefined) askAgainAt = now() + MIN_REST_MS;
      const failuresBefore = failures;
      const ms = failures === 0 ? LIST_MS : LIST_AGAIN_MS;
      using limit = createTimeLimit({ ms, signal });
      try {
        const tools = await client.listTools({ signal: limit.signal });
        const isSame = JSON.stringify(tools) === JSON.stringify(known);
        if (!isSame) known = tools;
        askAgainAt = now() + KEEP_MS;
        failures = 0;
      } catch (error) {
        signal.throwIfAborted();
        // Turns that have waited side by side have seen one failure.
        failures = failuresBefore + 1;
        askAgainAt = now() + restAfter(failures);
        const reason =
          error instanceof ToolError
            ? error.message
            : `${client.server.name} sent no list of tools within ${ms / 1000} seconds.`;
        const isKept = known !== undefined;
        logFailure({ server: client.server.name, reason, isKept });
      }
      return known ?? NO_TOOLS;
    },
  };
}

const NO_TOOLS: readonly RemoteTool[] = [];

function restAfter(failures: number): number {
  return Math.min(MIN_REST_MS * 2 ** (failures - 1), KEEP_MS);
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
  console.error(JSON.stringify({ event, ...line }));
}
