import type { Tool } from "../../ports.ts";
import { admitTools, type Offer } from "./admit-tools.ts";
import { createMcpClient } from "./mcp-client.ts";
import type { McpServer } from "./mcp-server.ts";
import { createToolList } from "./tool-list.ts";

/**
 * The tools of all servers, as they can be used now: the same array until a server's list changes. A server that fails is
 * left out and told of in the log. Throws only the signal's reason.
 */
export type RemoteTools = (options: {
  signal: AbortSignal;
}) => Promise<readonly Tool[]>;

/** Asks the servers side by side, each at most every few minutes: see `ToolList`. */
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
    for (const note of notes)
      console.warn(JSON.stringify({ event: "MCP tool left out", ...note }));
    last = { offers, tools };
    return tools;
  };
}
