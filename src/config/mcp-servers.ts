import * as z from "zod";
import { headerText, jsonObject } from "./fields.ts";

/** How a remote MCP server is reached. */
export interface McpServerConfig {
  /** `[a-z0-9_]+`. */
  readonly name: string;
  readonly url: string;
  readonly token?: string | undefined;
  /** All of its tools without it. */
  readonly tools?: readonly string[] | undefined;
}

const EXAMPLE = '{"shop": {"url": "https://shop.example/mcp", "token": "…"}}';
const MAX_SERVERS = 20;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * `{"shop": {"url": "https://shop.example/mcp", "token": "…", "tools": ["find_order"]}}`, where `token` and `tools` may be
 * left out. Its problems name servers, and no other value.
 */
export function mcpServers() {
  const servers = jsonObject({ example: EXAMPLE }).transform(
    (entries, context): McpServerConfig[] => {
      const names = Object.keys(entries);
      if (names.length > MAX_SERVERS)
        context.addIssue(`has more than ${MAX_SERVERS} servers`);
      if (names.every((name) => /^[a-z0-9_]{1,32}$/.test(name)))
        return Object.entries(entries).flatMap(([name, entry]) =>
          readServer(name, entry, (problem) => context.addIssue(problem)),
        );
      context.addIssue(
        "has a server whose name is not of a-z, 0-9 and _ (up to 32 characters)",
      );
      return z.NEVER;
    },
  );
  return z
    .string()
    .refine((source) => !repeats(source), "names a server twice")
    .pipe(servers);
}

/** Of two entries with one name, `JSON.parse` keeps the last one. Each has one address. */
function repeats(source: string): boolean {
  const { data } = jsonObject().safeParse(source);
  const addresses = source.match(/(?<!\\)"url"\s*:/g) ?? [];
  return data !== undefined && addresses.length > Object.keys(data).length;
}

const Entry = z.strictObject({
  url: z.string().trim(),
  token: headerText().optional(),
  tools: z.array(z.string()).min(1).optional(),
});

function readServer(
  name: string,
  entry: unknown,
  addProblem: (problem: string) => void,
): McpServerConfig[] {
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
