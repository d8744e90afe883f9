import * as z from "zod";
import { headerText, jsonObject } from "../../settings/fields.ts";
import { setting } from "../../settings/setting.ts";

/** A remote MCP server from the configuration. */
export interface McpServer {
  /** `[a-z0-9_]+`; prefix of its tools' names. */
  readonly name: string;
  /** URL of its streamable HTTP endpoint; may contain a key. */
  readonly url: string;
  /** Bearer token, sent with every request. */
  readonly token?: string | undefined;
  /**
   * Who signs in there (OAuth): an operator for everybody, or each person.
   * Absent: nobody.
   */
  readonly auth?: "deployment" | "person" | undefined;
  /** Parley's client there, if it cannot register by itself. */
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  /** What a sign-in asks for; defaults to what the server names. */
  readonly scope?: string | undefined;
  /** The allowed tools, by the server's names; defaults to all. */
  readonly tools?: readonly string[] | undefined;
}

const EXAMPLE = '{"shop": {"url": "https://shop.example/mcp", "token": "…"}}';
const MAX_SERVERS = 20;
const AUTH = ["deployment", "person"] as const;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export const MCP_SETTINGS = { MCP_SERVERS: setting(mcpServers, []) };

/**
 * Parses `{"shop": {"url": "https://shop.example/mcp", "token": "…", "tools":
 * ["find_order"]}}`, where all but `url` is optional. Problems name servers but
 * no other values.
 */
function mcpServers() {
  return jsonObject({ example: EXAMPLE }).transform(
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
}

const Entry = z
  .strictObject({
    url: z.string().trim(),
    token: headerText().optional(),
    auth: z.enum(AUTH).optional(),
    client_id: headerText().optional(),
    client_secret: headerText().optional(),
    scope: z.string().trim().min(1).optional(),
    tools: z.array(z.string()).min(1).optional(),
  })
  .refine(({ auth, token }) => auth === undefined || token === undefined, {
    path: ["both"],
  })
  .refine(
    ({ auth, client_id, client_secret, scope }) =>
      auth !== undefined ||
      [client_id, client_secret, scope].every((field) => field === undefined),
    { path: ["unused"] },
  )
  .refine(
    ({ client_id, client_secret }) =>
      client_id !== undefined || client_secret === undefined,
    { path: ["client_id"] },
  );

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
    case "auth":
      return `needs "deployment" (an operator signs in for everybody) or "person" (each person signs in) as "auth" of ${name}; leave it out if the server wants no sign-in`;
    case "client_id":
    case "client_secret":
      return `needs the "client_id", and the "client_secret" if there is one, that ${name} shows where Parley was registered as its client; leave out both if clients register by themselves`;
    case "scope":
      return `needs words with spaces between them as "scope" of ${name}; leave it out to ask for what the server names`;
    case "both":
      return `has a "token" and "auth" for ${name}; keep the token, or remove it and sign in`;
    case "unused":
      return `has a "client_id", "client_secret" or "scope" for ${name}, which only a sign-in uses; add "auth": "deployment" or "auth": "person"`;
    case "tools":
      return `needs a list of names as "tools" of ${name}; leave it out to use all of its tools`;
    default:
      return `may only hold "url", "token", "tools", "auth", "client_id", "client_secret" and "scope" for ${name}`;
  }
}

function isAllowed(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return (
    url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))
  );
}

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/** Shorter tokens occur in ordinary text. */
const MIN_TOKEN_LENGTH = 8;

/** Shorter parts of a URL are words and dates. */
const MIN_PART_LENGTH = 16;

/**
 * Removes from a server's text what it may quote of its configuration: the
 * token, the URL, and parts of it that may be keys.
 */
export function hideSecrets(
  text: string,
  { token = "", client_secret = "", url }: McpServer,
): string {
  const tokens = [token, client_secret].filter(
    ({ length }) => length >= MIN_TOKEN_LENGTH,
  );
  const parts = partsOf(new URL(url)).filter(
    (part) => part.length >= MIN_PART_LENGTH,
  );
  return [url, ...tokens, ...parts].reduce(
    (shown, secret) => shown.replaceAll(secret, "[hidden]"),
    text,
  );
}

/** Segments of the path and values of the query, raw and decoded. */
function partsOf({ pathname, search, searchParams }: URL): readonly string[] {
  const fields = search.slice(1).split("&");
  return [
    ...pathname.split("/"),
    ...searchParams.values(),
    ...fields.map((field) => field.slice(field.indexOf("=") + 1)),
  ];
}
