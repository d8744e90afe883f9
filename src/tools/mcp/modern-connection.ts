import { parseJson } from "../../json.ts";
import { VERSION } from "../../version.ts";
import type { Connection, ConnectionOptions } from "./mcp-connection.ts";
import { McpFailure } from "./mcp-failure.ts";
import { encodeHeader } from "./parameter-headers.ts";
import { Discovery } from "./server-results.ts";
import {
  findResult,
  readAnswer,
  readText,
  requireSuccess,
  send,
} from "./streamable-http.ts";

const PROTOCOL_VERSION = "2026-07-28";

/** Sent with each request. */
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": PROTOCOL_VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "parley", version: VERSION },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Sends nothing: there is no handshake. */
export function createModernConnection({
  server,
  signal,
}: ConnectionOptions): Connection {
  let lastId = 0;
  return {
    era: "modern",
    hasTools: true,
    async request(method, params, headers) {
      const id = ++lastId;
      const { name } = params;
      const response = await send(server, {
        headers: {
          "mcp-protocol-version": PROTOCOL_VERSION,
          "mcp-method": method,
          ...(typeof name === "string" && { "mcp-name": encodeHeader(name) }),
          ...headers,
        },
        message: { id, method, params: { ...params, _meta: ENVELOPE } },
        signal,
      });
      // Most protocol errors have these statuses; 404 is an unknown method.
      const isJson = response.headers.get("content-type")?.includes("json");
      if (isJson === true && [400, 404].includes(response.status))
        findResult(parseJson(await readText(response)), { id });
      await requireSuccess(response);
      const reading = await readAnswer(response, { id });
      if (reading.kind === "answered") return reading.result;
      throw new McpFailure({ kind: "broken-off" });
    },
    async close() {},
  };
}

/**
 * Connects if the server is modern; returns `undefined` if it does not know
 * `server/discover` or the version. Throws `McpFailure`.
 */
export async function discoverModern(
  options: ConnectionOptions,
): Promise<Connection | undefined> {
  const connection = createModernConnection(options);
  try {
    const { data } = Discovery.safeParse(
      await connection.request("server/discover", {}),
    );
    if (data?.supportedVersions.includes(PROTOCOL_VERSION) !== true)
      return undefined;
    return { ...connection, hasTools: data.capabilities.tools !== undefined };
  } catch (error) {
    if (error instanceof McpFailure && mayBeLegacy(error)) return undefined;
    throw error;
  }
}

function mayBeLegacy({ reason }: McpFailure): boolean {
  if (reason.kind !== "status") return reason.kind === "refused";
  const { status } = reason;
  return status >= 400 && status < 500 && ![401, 403, 429].includes(status);
}
