import { ConnectionError } from "./bounded-fetch.ts";
import type { Sdk } from "./load-sdk.ts";
import type { McpServer } from "./mcp-server.ts";

/** Shorter ones stand in ordinary words. */
const MIN_SECRET_LENGTH = 8;

/**
 * What went wrong with a server, in a sentence for the model and the operator; holds neither the server's token nor its
 * address.
 */
export function explainFailure(
  error: unknown,
  { server, sdk }: { server: McpServer; sdk: Sdk },
): string {
  const { name } = server;
  if (error instanceof ConnectionError)
    return explainConnection(error.kind, name);
  if (error instanceof sdk.SdkHttpError)
    return explainStatus(error.status, name);
  if (error instanceof sdk.InsufficientScopeError)
    return explainStatus(403, name);
  if (error instanceof sdk.ProtocolError)
    return `${name} refused the request: ${hideSecrets(error.message, server)}`;
  return `${name} does not answer as an MCP server does.`;
}

/** A text of the server's, without the token and the address that it may quote. */
export function hideSecrets(text: string, { token, url }: McpServer): string {
  return [token ?? "", url]
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .reduce((shown, secret) => shown.replaceAll(secret, "[hidden]"), text);
}

function explainConnection(
  kind: ConnectionError["kind"],
  name: string,
): string {
  switch (kind) {
    case "unreachable":
      return `${name} cannot be reached.`;
    case "broken-off":
      return `The answer of ${name} broke off.`;
    case "too-long":
      return `The answer of ${name} is too long.`;
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
