import { ToolError } from "../../errors.ts";
import {
  type Connection,
  learnProtocol,
  loadSdk,
  withConnection,
} from "./connect.ts";
import { explainFailure } from "./explain-failure.ts";
import type { McpServer } from "./mcp-server.ts";
import type {
  CallToolResult,
  PriorDiscovery,
  Tool as RemoteTool,
} from "@modelcontextprotocol/client";

/** What a server is asked for. Throws only `ToolError`, in plain words without secrets, or the signal's reason. */
export interface McpClient {
  readonly server: McpServer;
  /** Of all pages. */
  listTools(options: { signal: AbortSignal }): Promise<readonly RemoteTool[]>;
  callTool(
    tool: RemoteTool,
    options: {
      arguments: Record<string, unknown>;
      signal: AbortSignal;
    },
  ): Promise<CallToolResult>;
}

export function createMcpClient(server: McpServer): McpClient {
  /** Found out with each list, so that a call takes a single request where the server needs no handshake. */
  let prior: PriorDiscovery | undefined;

  const ask = async <Result>(
    options: { signal: AbortSignal; prior?: PriorDiscovery | undefined },
    use: (connection: Connection) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await withConnection({ server, ...options }, use);
    } catch (error) {
      options.signal.throwIfAborted();
      const sdk = await loadSdk();
      throw new ToolError(explainFailure(error, { server, sdk }));
    }
  };

  return {
    server,

    listTools: ({ signal }) =>
      ask({ signal }, async ({ client, options }) => {
        const { tools } = await client.listTools(undefined, options);
        prior = learnProtocol(client);
        return tools;
      }),

    callTool: (tool, { arguments: input, signal }) =>
      ask({ signal, prior }, ({ client, options }) => {
        // Without the schema of its output: the model can read also what is not as it was announced.
        const { outputSchema: _, ...toolDefinition } = tool;
        const call = { name: tool.name, arguments: input };
        return client.callTool(call, { ...options, toolDefinition });
      }),
  };
}
