import type { McpServer, Tool } from "@modelcontextprotocol/server";

/** A tool as listed by a server; its schema is optional. */
export type ListedTool = Pick<Tool, "name"> & Partial<Tool>;

/**
 * Makes a server list tools verbatim, even invalid ones, in pages. A call
 * returns the tool's name and its raw input as JSON.
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
