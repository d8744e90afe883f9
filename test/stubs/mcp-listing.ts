import type { McpServer, Tool } from "@modelcontextprotocol/server";

/** A tool as a server lists it; without a schema it takes nothing. */
export type ListedTool = Pick<Tool, "name"> & Partial<Tool>;

/**
 * Makes a server serve a list of tools as it is, however odd, in pages. A call gives the tool's name back and what came
 * as its input, in JSON.
 */
export function serveListing(
  tools: () => readonly ListedTool[],
  { pageSize = 50 }: { pageSize?: number } = {},
): (server: McpServer) => void {
  return ({ server }) => {
    server.registerCapabilities({ tools: {} });
    server.setRequestHandler("tools/list", ({ params }) => {
      const start = Number(params?.cursor ?? 0);
      const end = start + pageSize;
      return {
        tools: tools()
          .slice(start, end)
          .map((tool) => ({
            inputSchema: { type: "object" as const },
            ...tool,
          })),
        ...(end < tools().length && { nextCursor: String(end) }),
      };
    });
    server.setRequestHandler("tools/call", ({ params }) => {
      const { name, arguments: input } = params;
      return {
        content: [{ type: "text", text: JSON.stringify({ name, input }) }],
      };
    });
  };
}
