import type { Tool } from "@modelcontextprotocol/client";
import type { JsonObject } from "../../../src/text/json.ts";
import { createMcpClient } from "../../../src/tools/mcp/mcp-client.ts";
import { writeResult } from "../../../src/tools/mcp/remote-tool.ts";
import {
  inJson,
  startRawMcpServer,
  type RawMcpServer,
} from "../../stubs/raw-mcp-server.ts";

export type Respond = Parameters<typeof startRawMcpServer>[0];
type Response = ReturnType<Respond>;

export const TOOL = { name: "look", inputSchema: { type: "object" } } as const;

let servers: { close(): Promise<void> }[] = [];

/** Closes a server at the end of the test. */
export function keep<Server extends { close(): Promise<void> }>(
  server: Server,
): Server {
  servers.push(server);
  return server;
}

export async function closeServers(): Promise<void> {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
}

export async function start(respond: Respond): Promise<RawMcpServer> {
  return keep(await startRawMcpServer(respond));
}

export const textResult = (text: string) => ({
  content: [{ type: "text", text }],
});

/** A response with the fields that the newer protocol requires. */
export const reply = (id: unknown, result: object) => ({
  jsonrpc: "2.0",
  id,
  result: {
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    ...result,
  },
});

/** Answers a request in JSON. */
export const answer = (id: unknown, result: object): Response =>
  inJson(reply(id, result));

const INITIALIZED = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "raw", version: "1" },
};

/** A server with a handshake and sessions. `respond` handles what follows. */
export function startLegacy(
  respond: Respond,
  {
    initialized = {},
    discovered = () => ({ status: 400, body: "Bad Request: no session" }),
  }: {
    initialized?: object;
    discovered?: (id: unknown) => Response;
  } = {},
): Promise<RawMcpServer> {
  let sessions = 0;
  return start((request) => {
    const { id, method } = request.message;
    if (method === "server/discover") return discovered(id);
    if (method === "initialize")
      return {
        ...answer(id, { ...INITIALIZED, ...initialized }),
        headers: {
          "content-type": "application/json",
          "mcp-session-id": `session-${++sessions}`,
        },
      };
    const isAsked = method !== undefined && id !== undefined;
    return isAsked || request.method === "GET"
      ? respond(request)
      : { status: 202 };
  });
}

/** A server without sessions. `respond` handles what follows the discovery. */
export function startModern(respond: Respond): Promise<RawMcpServer> {
  return start((request) => {
    const { id, method } = request.message;
    if (method !== "server/discover") return respond(request);
    const capabilities = { tools: {} };
    return answer(id, { supportedVersions: ["2026-07-28"], capabilities });
  });
}

export function clientOf(
  { url }: { url: string },
  more: { token?: string } = {},
) {
  return createMcpClient({ name: "shop", url, ...more });
}

const { signal } = new AbortController();

export async function call(
  server: { url: string },
  {
    tool = TOOL,
    input = {},
    until = signal,
    ...more
  }: {
    tool?: Tool | undefined;
    input?: JsonObject;
    until?: AbortSignal;
    token?: string;
  } = {},
): Promise<string> {
  const client = clientOf(server, more);
  const options = { arguments: input, signal: until };
  return writeResult(await client.callTool(tool, options));
}

export const callsOf = ({ requests }: RawMcpServer) =>
  requests.map(({ method, message }) => message["method"] ?? method);
