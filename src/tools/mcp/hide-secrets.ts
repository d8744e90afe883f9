import type { McpServer } from "./mcp-server.ts";

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
