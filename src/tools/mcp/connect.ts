import { createTimeLimit, untilAborted } from "../../abort.ts";
import { VERSION } from "../../version.ts";
import { createBoundedFetch } from "./bounded-fetch.ts";
import { loadSdk } from "./load-sdk.ts";
import type { McpServer } from "./mcp-server.ts";
import type {
  Client,
  ConnectOptions,
  PriorDiscovery,
} from "@modelcontextprotocol/client";

/** The signal ends requests; the client's own time-out of 60 seconds shall not. */
const NEVER_MS = 600_000;

/** How long the end of a session may take, behind the answer. */
const GOODBYE_MS = 2_000;

/** More pages of tools than anybody has tools for. */
const MAX_PAGES = 20;

/** One connection to a server, for one thing to do. */
export interface Connection {
  readonly client: Client;
  /** For each request. */
  readonly options: { readonly signal: AbortSignal; readonly timeout: number };
}

/**
 * Connects, does one thing, and disconnects: a Worker cannot keep a connection for another conversation's turn. The
 * SDK is loaded with the first connection. Throws what the SDK or `use` throws, or the signal's reason.
 */
export async function withConnection<Result>(
  {
    server,
    prior,
    signal,
  }: {
    server: McpServer;
    /** What is known of the server's protocol; without it the server is asked. */
    prior?: PriorDiscovery | undefined;
    signal: AbortSignal;
  },
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { Client, StreamableHTTPClientTransport } = await loadSdk();
  signal.throwIfAborted();
  const ending = new AbortController();
  const ends = AbortSignal.any([signal, ending.signal]);
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    fetch: createBoundedFetch((reason) => ending.abort(reason)),
    ...(server.token !== undefined && {
      requestInit: { headers: { authorization: `Bearer ${server.token}` } },
    }),
  });
  const client = new Client(
    { name: "parley", version: VERSION },
    { versionNegotiation: { mode: "auto" }, listMaxPages: MAX_PAGES },
  );
  const options = { signal: ends, timeout: NEVER_MS };
  const work = async (): Promise<Result> => {
    const how: ConnectOptions =
      prior === undefined ? options : { ...options, prior };
    await client.connect(transport, how);
    return use({ client, options });
  };
  try {
    // Not all of the client's steps heed the signal.
    return await untilAborted(work(), ends);
  } finally {
    void disconnect({ client, transport });
  }
}

/** What is learnt of a server's protocol, for its next connections. */
export function learnProtocol(client: Client): PriorDiscovery {
  const discover = client.getDiscoverResult();
  return discover === undefined
    ? { kind: "legacy" }
    : { kind: "modern", discover };
}

/** Servers with sessions are told that this one is over. Nobody waits for it, and nobody minds if it fails. */
async function disconnect({
  client,
  transport,
}: {
  client: Client;
  transport: { terminateSession(): Promise<void> };
}): Promise<void> {
  const { signal } = new AbortController();
  using limit = createTimeLimit({ ms: GOODBYE_MS, signal });
  try {
    await untilAborted(transport.terminateSession(), limit.signal);
  } catch {
    // It ends by itself, later.
  } finally {
    await client.close().catch(() => {});
  }
}
