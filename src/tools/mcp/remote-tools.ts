import { logWarning } from "../../runtime/log.ts";
import { createRecent } from "../../runtime/recent.ts";
import type { Tool } from "../../types/tool.ts";
import type { McpServer } from "./mcp-server.ts";
import { admitTools, type AdmissionNote } from "./remote-tool.ts";
import type { KeptSignIn } from "./sign-in/kept-sign-in.ts";
import type { SealedRows } from "./sign-in/sealed-rows.ts";
import { createToolSource, type Offered } from "./tool-source.ts";

/**
 * Returns the currently usable tools of all servers: the same array until a
 * server's list changes. A failing server is left out and logged. Throws only
 * the signal's reason.
 * @param options.person whose sign-ins are used; left out: nobody's
 */
export type RemoteTools = (options: {
  signal: AbortSignal;
  person?: string | undefined;
}) => Promise<readonly Tool[]>;

/** People whose tools are kept, in each process. */
const MAX_PEOPLE = 200;

/**
 * Lists all servers' tools concurrently, with a cache per server: see
 * `createToolList`.
 * @param rows of the servers that want a sign-in
 */
export function createRemoteTools({
  servers,
  rows,
  allowedDangerous,
  now = Date.now,
}: {
  servers: readonly McpServer[];
  rows?: SealedRows<KeptSignIn> | undefined;
  allowedDangerous: readonly string[];
  now?: () => number;
}): RemoteTools {
  const sources = servers.map((server) =>
    createToolSource(server, { rows, now, maxPeople: MAX_PEOPLE }),
  );
  const admit = (offers: readonly Offered[]): readonly Tool[] => {
    const listed = offers.flatMap(({ client, list }) =>
      client === undefined || list === undefined
        ? []
        : [{ client, tools: list }],
    );
    const { tools, notes } = admitTools(listed, { allowedDangerous });
    logLeftOut(notes);
    return [...tools, ...offers.flatMap(({ signIn }) => signIn ?? [])];
  };
  const last = createRecent<{
    offers: readonly Offered[];
    tools: readonly Tool[];
  }>(MAX_PEOPLE);

  return async ({ signal, person }) => {
    const offers = await Promise.all(
      sources.map((source) => source({ signal, person })),
    );
    const known = last.get(person ?? "");
    const isSame = offers.every(({ list, signIn }, index) => {
      const before = known?.offers[index];
      return list === before?.list && signIn === before?.signIn;
    });
    if (known !== undefined && isSame) return known.tools;
    const tools = admit(offers);
    last.set(person ?? "", { offers, tools });
    return tools;
  };
}

/** A hostile server could otherwise fill the log. */
const MAX_LOGGED_TOOLS = 10;

/** Logs a line for each server. */
function logLeftOut(notes: readonly AdmissionNote[]): void {
  for (const [server, ofServer] of Map.groupBy(notes, (note) => note.server))
    logWarning("MCP tools left out", {
      server,
      count: ofServer.length,
      tools: ofServer
        .slice(0, MAX_LOGGED_TOOLS)
        .map(({ tool, reason }) => ({ tool, reason })),
    });
}
