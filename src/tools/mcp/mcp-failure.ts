import { toLine } from "../plain-text.ts";
import { hideSecrets, type McpServer } from "./mcp-server.ts";

/**
 * Why a server did not do what it was asked for.
 * - `unreachable`, `broken-off`, `too-long`: below its protocol
 * - `strange`: what it sent is none of the protocol
 * - `status`: an HTTP status other than 2xx; `ofSession` where the request named a session
 * - `refused`: an error of the protocol, in the server's own words
 */
type Reason =
  | { readonly kind: "unreachable" | "broken-off" | "too-long" | "strange" }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly ofSession?: boolean;
    }
  | { readonly kind: "refused"; readonly said: string };

/** A request to a server failed. May hold what the server said, secrets included: not for logs. */
export class McpFailure extends Error {
  override readonly name = "McpFailure";
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(`The MCP server failed: ${reason.kind}.`);
    this.reason = reason;
  }
}

/** Of what a server says itself. */
const MAX_REASON_LENGTH = 300;

/**
 * What went wrong with a server, in a sentence of a few hundred characters for the model and the operator; holds neither
 * the server's token nor its address.
 */
export function explainFailure(error: unknown, server: McpServer): string {
  const { name } = server;
  const reason: Reason =
    error instanceof McpFailure ? error.reason : { kind: "strange" };
  switch (reason.kind) {
    case "unreachable":
      return `${name} cannot be reached.`;
    case "broken-off":
      return `The answer of ${name} broke off.`;
    case "too-long":
      return `The answer of ${name} is too long.`;
    case "strange":
      return `${name} does not answer as an MCP server does.`;
    case "status":
      return explainStatus(reason.status, name);
    case "refused": {
      const said = hideSecrets(reason.said, server);
      return `${name} refused the request: ${toLine(said, { maxLength: MAX_REASON_LENGTH })}`;
    }
  }
}

function explainStatus(status: number, name: string): string {
  const code = `(HTTP ${status})`;
  if (status === 401 || status === 403)
    return `${name} does not let Parley in ${code}.`;
  if (status === 404 || status === 405)
    return `There is no MCP server at the address of ${name} ${code}.`;
  if (status === 429) return `${name} takes no more requests for now ${code}.`;
  if (status >= 300 && status < 400)
    return `${name} has moved to another address ${code}.`;
  return `${name} failed ${code}.`;
}
