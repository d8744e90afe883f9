import * as z from "zod";
import { headerText, jsonObject } from "../../config/fields.ts";
import { setting } from "../../config/setting.ts";

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

const EXAMPLE = '{"shop": {"url": "https://shop.example/mcp", "token": "…"}}';
const MAX_SERVERS = 20;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The servers that may be used, from the environment. */
export const MCP_SETTINGS = { MCP_SERVERS: setting(mcpServers, []) };

/**
 * `{"shop": {"url": "https://shop.example/mcp", "token": "…", "tools": ["find_order"]}}`, where `token` and `tools` may be
 * left out. Its problems name servers, and no other value.
 */
function mcpServers() {
  const servers = jsonObject({ example: EXAMPLE }).transform(
    (entries, context): McpServer[] => {
      const names = Object.keys(entries);
      if (names.length > MAX_SERVERS)
        context.addIssue(`has more than ${MAX_SERVERS} servers`);
      if (names.every((name) => /^[a-z0-9_]{1,32}$/.test(name)))
        return Object.entries(entries).flatMap(([name, entry]) =>
          parseServer(name, entry, (problem) => context.addIssue(problem)),
        );
      context.addIssue(
        "has a server whose name is not of a-z, 0-9 and _ (up to 32 characters)",
      );
      return z.NEVER;
    },
  );
  return z
    .string()
    .refine((source) => !hasDuplicates(source), "names a server twice")
    .pipe(servers);
}

/** Of two entries with one name, `JSON.parse` keeps the last one. Each has one address. */
function hasDuplicates(source: string): boolean {
  const { data } = jsonObject().safeParse(source);
  const addresses = source.match(/(?<!\\)"url"\s*:/g) ?? [];
  return data !== undefined && addresses.length > Object.keys(data).length;
}

const Entry = z.strictObject({
  url: z.string().trim(),
  token: headerText().optional(),
  tools: z.array(z.string()).min(1).optional(),
});

function parseServer(
  name: string,
  entry: unknown,
  addProblem: (problem: string) => void,
): McpServer[] {
  const parsed = Entry.safeParse(entry);
  if (parsed.success && isAllowed(parsed.data.url))
    return [{ name, ...parsed.data }];
  const field = parsed.error?.issues[0]?.path[0] ?? "entry";
  addProblem(describeProblem(name, parsed.success ? "url" : String(field)));
  return [];
}

function describeProblem(name: string, field: string): string {
  switch (field) {
    case "url":
      return `needs an https address as "url" of ${name}, without user name and password (http only on this machine)`;
    case "token":
      return `has a "token" of ${name} with blanks or characters outside ASCII; is it pasted whole, without "Bearer"?`;
    case "tools":
      return `needs a list of names as "tools" of ${name}; leave it out to use all of its tools`;
    default:
      return `may only hold "url", "token" and "tools" for ${name}`;
  }
}

function isAllowed(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return (
    url.protocol === "https:" ||
    (url.protocol === "http:" && LOOPBACK.test(url.hostname))
  );
}

/** Shorter ones occur in ordinary words. */
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

/** Of the path and the query as written, and values of the query decoded. */
function partsOf({ pathname, search, searchParams }: URL): readonly string[] {
  const fields = search.slice(1).split("&");
  return [
    ...pathname.split("/"),
    ...searchParams.values(),
    ...fields.map((field) => field.slice(field.indexOf("=") + 1)),
  ];
}
