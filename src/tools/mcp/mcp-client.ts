import { sleep, untilAborted } from "../../abort.ts";
import { ToolError } from "../../errors.ts";
import type { JsonObject } from "../../json.ts";
import { logWarning } from "../../log.ts";
import { openLegacyConnection } from "./legacy-connection.ts";
import type { Connection, ConnectionOptions, Era } from "./mcp-connection.ts";
import { explainFailure, McpFailure } from "./mcp-failure.ts";
import type { McpServer } from "./mcp-server.ts";
import { createModernConnection, discoverModern } from "./modern-connection.ts";
import { hasValidHeaders, writeHeaders } from "./parameter-headers.ts";
import {
  CallResult,
  Postponed,
  ToolPage,
  type RemoteTool,
} from "./server-results.ts";

/**
 * Lists and calls a server's tools. Throws only `ToolError`, in plain words
 * without secrets, or the signal's reason.
 */
export interface McpClient {
  readonly server: McpServer;
  /** Reads all pages. */
  listTools(options: { signal: AbortSignal }): Promise<readonly RemoteTool[]>;
  callTool(
    tool: RemoteTool,
    options: {
      arguments: JsonObject;
      signal: AbortSignal;
    },
  ): Promise<CallResult>;
}

export function createMcpClient(server: McpServer): McpClient {
  /**
   * Determined by each listing, so that a call to a modern server takes a
   * single request.
   */
  let era: Era | undefined;

  return {
    server,

    listTools: ({ signal }) =>
      withConnection({ server, signal }, async (connection) => {
        const tools = connection.hasTools ? await listTools(connection) : [];
        ({ era } = connection);
        return era === "legacy"
          ? tools
          : tools.filter(hasUsableHeaders(server));
      }),

    callTool: ({ name, inputSchema }, { arguments: input, signal }) =>
      withConnection({ server, signal, era }, (connection) =>
        callTool(connection, {
          params: { name, arguments: input },
          headers: writeHeaders(inputSchema, input),
          signal,
        }),
      ),
  };
}

/**
 * Connects, runs `use`, and disconnects, since a Worker cannot share a
 * connection between conversations. Throws `ToolError` or the signal's reason.
 */
async function withConnection<Result>(
  {
    server,
    signal,
    era,
  }: ConnectionOptions & {
    /** The server's protocol if known; otherwise it is detected. */
    era?: Era | undefined;
  },
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const work = async (): Promise<Result> => {
    const connection = await connect({ server, signal, era });
    try {
      return await use(connection);
    } finally {
      // Not awaited.
      void connection.close();
    }
  };
  try {
    signal.throwIfAborted();
    return await untilAborted(
      work().catch((error: unknown) => {
        if (isSessionOver(error)) return work();
        throw error;
      }),
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    throw new ToolError(explainFailure(error, server));
  }
}

async function connect({
  era,
  ...options
}: ConnectionOptions & { era: Era | undefined }): Promise<Connection> {
  if (era === "modern") return createModernConnection(options);
  const modern = era === undefined ? await discoverModern(options) : undefined;
  return modern ?? openLegacyConnection(options);
}

/** The session has expired, so the server has done nothing. */
function isSessionOver(error: unknown): boolean {
  if (!(error instanceof McpFailure)) return false;
  return error.reason.kind === "status" && error.reason.ofSession === true;
}

/** More pages than any real list has. */
const MAX_PAGES = 20;

async function listTools(connection: Connection): Promise<RemoteTool[]> {
  const pages: RemoteTool[][] = [];
  let cursor: string | null | undefined;
  while (pages.length < MAX_PAGES) {
    const params = cursor ? { cursor } : {};
    const page = ToolPage.parse(await connection.request("tools/list", params));
    const { tools, nextCursor } = page;
    // Servers without pagination repeat the first page.
    const isRepeated =
      nextCursor === cursor &&
      JSON.stringify(tools) === JSON.stringify(pages.at(-1));
    if (!isRepeated) pages.push(tools);
    if (isRepeated || !nextCursor) return pages.flat();
    cursor = nextCursor;
  }
  throw new McpFailure({ kind: "invalid" });
}

function hasUsableHeaders({ name: server }: McpServer) {
  return ({ name, inputSchema }: RemoteTool): boolean => {
    const isUsable = hasValidHeaders(inputSchema);
    if (!isUsable)
      logWarning("MCP tool left out", {
        server,
        tool: name.slice(0, 100),
        reason: "its schema has a wrong x-mcp-header",
      });
    return isUsable;
  };
}

/** How often and how long a server may postpone a call. */
const MAX_ROUNDS = 5;
const ROUND_MS = 250;

async function callTool(
  connection: Connection,
  {
    params,
    headers,
    signal,
  }: {
    params: JsonObject;
    headers: Readonly<Record<string, string>>;
    signal: AbortSignal;
  },
): Promise<CallResult> {
  let state: { requestState?: string } = {};
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const result = await connection.request(
      "tools/call",
      { ...params, ...state },
      headers,
    );
    const { data: postponed } = Postponed.safeParse(result);
    if (postponed === undefined) return CallResult.parse(result);
    state = { requestState: postponed.requestState };
    await sleep(ROUND_MS, { signal });
  }
  throw new McpFailure({ kind: "invalid" });
}
