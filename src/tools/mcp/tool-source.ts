import type { Tool as RemoteTool } from "@modelcontextprotocol/client";
import { logError, logWarning } from "../../runtime/log.ts";
import { createRecent } from "../../runtime/recent.ts";
import { DEPLOYMENT } from "../../types/sign-ins.ts";
import type { Tool } from "../../types/tool.ts";
import { createMcpClient, type McpClient } from "./mcp-client.ts";
import type { McpServer } from "./mcp-server.ts";
import { createAccess, SignedOutError } from "./sign-in/access.ts";
import type { KeptSignIn } from "./sign-in/kept-sign-in.ts";
import type { SealedRows } from "./sign-in/sealed-rows.ts";
import { createSignInTool } from "./sign-in/sign-in-tool.ts";
import { createToolList } from "./tool-list.ts";

/** What a server offers somebody. The parts are the same until they change. */
export interface Offered {
  readonly client?: McpClient;
  readonly list?: readonly RemoteTool[] | undefined;
  /** In place of a list, while a person is not signed in. */
  readonly signIn?: Tool;
}

/** Throws only the signal's reason. */
type ToolSource = (options: {
  signal: AbortSignal;
  person: string | undefined;
}) => Promise<Offered>;

/** Lists a server's tools, for each person if each signs in there. */
export function createToolSource(
  server: McpServer,
  {
    rows,
    now,
    maxPeople,
  }: {
    rows: SealedRows<KeptSignIn> | undefined;
    now: () => number;
    maxPeople: number;
  },
): ToolSource {
  const { name, auth } = server;
  if (auth === undefined || rows === undefined) {
    const client = createMcpClient(server);
    const list = createToolList({ client, now });
    return async ({ signal }) => ({
      client,
      list: await list.read({ signal }),
    });
  }

  const open = (person: string) => {
    const party = { server: name, person };
    const access = createAccess({ rows, server, party, now });
    const client = createMcpClient(server, access);
    return { access, client, list: createToolList({ client, now }) };
  };
  /** `undefined` if nobody is signed in. */
  const opened = createRecent<ReturnType<typeof open>>(maxPeople);
  const readFor = async (
    person: string,
    signal: AbortSignal,
  ): Promise<Offered | undefined> => {
    const { access, client, list } = opened.get(person) ?? open(person);
    try {
      await access.token({ signal });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SignedOutError) {
        // Somebody else may sign in next.
        opened.delete(person);
        return undefined;
      }
      logError("MCP sign-in not read", { server: name, error });
    }
    opened.set(person, { access, client, list });
    return { client, list: await list.read({ signal }) };
  };

  const signIn = createSignInTool(name);
  let isReminded = false;
  return async ({ signal, person }) => {
    const owner = auth === "person" ? person : DEPLOYMENT;
    const offered = owner && (await readFor(owner, signal));
    if (offered) return offered;
    if (auth === "person") return { signIn };
    if (!isReminded) {
      isReminded = true;
      const reason = `${name} wants a sign-in; make it at /setup.`;
      logWarning("MCP server left out", { server: name, reason });
    }
    return {};
  };
}
