import { ConnectionError, type Sdk } from "./connect.ts";
import type { McpServer } from "./mcp-server.ts";
import { toLine } from "./parse-input-schema.ts";

/** Of what a server says itself. */
const MAX_REASON_LENGTH = 300;

/**
 * What went wrong with a server, in a sentence of a few hundred characters for the model and the operator; holds neither
 * the server's token nor its address.
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
    return `${name} refused the request: ${toLine(hideSecrets(error.message, server), { maxLength: MAX_REASON_LENGTH })}`;
  return `${name} does not answer as an MCP server does.`;
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

/** Shorter ones stand in ordinary words. */
const MIN_TOKEN_LENGTH = 8;

/** Shorter parts of an address are words and dates. */
const MIN_PART_LENGTH = 16;

/** A text of the server's without what it may quote of its configuration: the token, the address, and what may be a key in it. */
export function hideSecrets(
  text: string,
  { token = "", url }: McpServer,
): string {
  const tokens = token.length < MIN_TOKEN_LENGTH ? [] : [token];
  const parts = partsOf(new URL(url)).filter(
    (part) => part.length >= MIN_PART_LENGTH,
  );
  return [url, ...tokens, ...parts].reduce(
    (shown, secret) => shown.replaceAll(secret, "[hidden]"),
    text,
  );
}

/** Of the path and the query, as they stand there, and values of the query as they are meant. */
function partsOf({ pathname, search, searchParams }: URL): readonly string[] {
  const fields = search.slice(1).split("&");
  return [
    ...pathname.split("/"),
    ...searchParams.values(),
    ...fields.map((field) => field.slice(field.indexOf("=") + 1)),
  ];
}
