import type { JsonObject } from "../../json.ts";
import type { McpServer } from "./mcp-server.ts";

/**
 * The protocol's two generations. `modern`: each request says all about itself.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 * `legacy`: a handshake comes first, and may begin a session.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
 */
export type Era = "modern" | "legacy";

/** The way to a server, for one thing to do. */
export interface Connection {
  readonly era: Era;
  /** Whether the server says that it has tools; taken for granted where it was not asked. */
  readonly hasTools: boolean;
  /**
   * What the server answers. Throws `McpFailure`.
   * @param headers only for modern servers
   */
  request(
    method: string,
    params: JsonObject,
    headers?: Readonly<Record<string, string>>,
  ): Promise<JsonObject>;
  /** Never fails. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly server: McpServer;
  /** Ends every request. */
  readonly signal: AbortSignal;
}
