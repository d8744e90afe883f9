/** A remote MCP server, as the operator has named it. */
export interface McpServer {
  /** `[a-z0-9_]+`; the names of its tools begin with it. */
  readonly name: string;
  /** Of its streamable HTTP endpoint; may hold a key. */
  readonly url: string;
  /** Sent with every request, as a bearer token. */
  readonly token?: string | undefined;
  /** The tools that may be used, by the server's own names; all of them without it. */
  readonly tools?: readonly string[] | undefined;
}
