import type { Tool as RemoteTool } from "@modelcontextprotocol/client";
import { ToolError } from "../../errors.ts";
import { createTimeLimit } from "../../time-limit.ts";
import type { McpClient } from "./mcp-client.ts";

/** A turn waits no longer for a server's list. */
const LIST_MS = 5_000;
const KEEP_MS = 600_000;
const REST_MS = 60_000;

/** What a server offers, as far as is known. */
export interface ToolList {
  /**
   * Asks the server after ten minutes, and a minute after it has failed; otherwise, and while it fails, its last list is
   * used; none at all before the first. The same array until the list is another one. Throws only the signal's reason.
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

  return {
    async read({ signal }) {
      if (now() < askAgainAt) return known ?? NO_TOOLS;
      // Others go on with the old list meanwhile. No conversation waits for another one's request: runtimes forbid it.
      if (known !== undefined) askAgainAt = now() + REST_MS;
      using limit = createTimeLimit({ ms: LIST_MS, signal });
      try {
        const tools = await client.listTools({ signal: limit.signal });
        const isSame = JSON.stringify(tools) === JSON.stringify(known);
        if (!isSame) known = tools;
        askAgainAt = now() + KEEP_MS;
      } catch (error) {
        signal.throwIfAborted();
        askAgainAt = now() + REST_MS;
        logFailure(client.server.name, error, { isKept: known !== undefined });
      }
      return known ?? NO_TOOLS;
    },
  };
}

const NO_TOOLS: readonly RemoteTool[] = [];

function logFailure(
  server: string,
  error: unknown,
  { isKept }: { isKept: boolean },
): void {
  const reason =
    error instanceof ToolError
      ? error.message
      : `${server} sent no list of tools within ${LIST_MS / 1000} seconds.`;
  console.error(
    JSON.stringify({
      event: isKept ? "MCP server not refreshed" : "MCP server left out",
      server,
      reason,
    }),
  );
}
