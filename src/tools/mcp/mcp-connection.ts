import type { JsonObject } from "../../json.ts";
import type { McpServer } from "./mcp-server.ts";

/**
 * The protocol's two generations.
 * `modern`: requests are stateless.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 * `legacy`: begins with a handshake, which may start a session.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
 */
export type Era = "modern" | "legacy";

/** A connection to a server for a single task. */
export interface Connection {
  readonly era: Era;
  /** Whether the server has tools; assumed if it was not asked. */
  readonly hasTools: boolean;
  /**
   * Returns the result. Throws `McpFailure`.
   * @param headers for modern servers only
   */
  request(
    method: string,
    params: JsonObject,
    headers?: Readonly<Record<string, string>>,
  ): Promise<JsonObject>;
  /** Never throws. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly server: McpServer;
  /** Aborts every request. */
  readonly signal: AbortSignal;
}
