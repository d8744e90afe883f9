import { toLine } from "../plain-text.ts";
import { hideSecrets, type McpServer } from "./mcp-server.ts";

/**
 * Why a request to a server failed.
 * - `unreachable`, `broken-off`, `too-long`: below the protocol
 * - `invalid`: the response violates the protocol
 * - `status`: an HTTP status other than 2xx; `ofSession` if the request named a
 * session
 * - `refused`: a protocol error, with the server's message
 */
type Reason =
  | { readonly kind: "unreachable" | "broken-off" | "too-long" | "invalid" }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly ofSession?: boolean;
    }
  | { readonly kind: "refused"; readonly message: string };

/**
 * A request to a server failed. May contain the server's message, including
 * secrets: do not log.
 */
export class McpFailure extends Error {
  override readonly name = "McpFailure";
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(`The MCP server failed: ${reason.kind}.`);
    this.reason = reason;
  }
}

/** Limit of the server's message. */
const MAX_REASON_LENGTH = 300;

/**
 * Explains a failure in one sentence for the model and the operator, without
 * the server's token and URL.
 */
export function explainFailure(error: unknown, server: McpServer): string {
  const { name } = server;
  const reason: Reason =
    error instanceof McpFailure ? error.reason : { kind: "invalid" };
  switch (reason.kind) {
    case "unreachable":
      return `${name} cannot be reached.`;
    case "broken-off":
      return `The answer of ${name} broke off.`;
    case "too-long":
      return `The answer of ${name} is too long.`;
    case "invalid":
      return `${name} does not respond like an MCP server.`;
    case "status":
      return explainStatus(reason.status, name);
    case "refused": {
      const message = hideSecrets(reason.message, server);
      return `${name} refused the request: ${toLine(message, { maxLength: MAX_REASON_LENGTH })}`;
    }
  }
}

function explainStatus(status: number, name: string): string {
  const code = `(HTTP ${status})`;
  if (status === 401 || status === 403)
    return `${name} denies Parley access ${code}.`;
  if (status === 404 || status === 405)
    return `There is no MCP server at the address of ${name} ${code}.`;
  if (status === 429)
    return `${name} accepts no more requests for now ${code}.`;
  if (status >= 300 && status < 400)
    return `${name} has moved to another address ${code}.`;
  return `${name} failed ${code}.`;
}
