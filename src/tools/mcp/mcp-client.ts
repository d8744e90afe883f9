import { evaluateSdk } from "../../../dist/mcp-sdk.js";
import { createTimeLimit, untilAborted } from "../../abort.ts";
import { ToolError } from "../../errors.ts";
import { VERSION } from "../../version.ts";
import { hideSecrets, type McpServer } from "./mcp-server.ts";
import { toLine } from "../plain-text.ts";
import type {
  CallToolResult,
  PriorDiscovery,
  Tool as RemoteTool,
  Client,
  ConnectOptions,
} from "@modelcontextprotocol/client";

/** What a server is asked for. Throws only `ToolError`, in plain words without secrets, or the signal's reason. */
export interface McpClient {
  readonly server: McpServer;
  /** Of all pages. */
  listTools(options: { signal: AbortSignal }): Promise<readonly RemoteTool[]>;
  callTool(
    tool: RemoteTool,
    options: {
      arguments: Record<string, unknown>;
      signal: AbortSignal;
    },
  ): Promise<CallToolResult>;
}

export function createMcpClient(server: McpServer): McpClient {
  /** Found out with each list, so that a call takes a single request where the server needs no handshake. */
  let prior: PriorDiscovery | undefined;

  return {
    server,

    listTools: ({ signal }) =>
      withConnection({ server, signal }, async ({ client, options }) => {
        const { tools } = await client.listTools(undefined, options);
        prior = learnProtocol(client);
        return tools;
      }),

    callTool: (tool, { arguments: input, signal }) =>
      withConnection({ server, signal, prior }, ({ client, options }) => {
        // Without the schema of its output: the model can read also what is not as it was announced.
        const { outputSchema: _, ...toolDefinition } = tool;
        const call = { name: tool.name, arguments: input };
        return client.callTool(call, { ...options, toolDefinition });
      }),
  };
}

/** The signal ends requests, not the client's own timeout of 60 seconds. */
const NEVER_MS = 600_000;

/** How long the end of a session may take, after the answer. */
const GOODBYE_MS = 2_000;

/** More pages of tools than anybody has tools for. */
const MAX_PAGES = 20;

/** One connection to a server, for one thing to do. */
interface Connection {
  readonly client: Client;
  /** For each request. */
  readonly options: { readonly signal: AbortSignal; readonly timeout: number };
}

/**
 * Connects, does one thing, and disconnects: a Worker cannot keep a connection for another conversation's turn. The
 * SDK is loaded with the first connection. Throws `ToolError`, or the signal's reason.
 */
async function withConnection<Result>(
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
  const sdk = loadSdk();
  signal.throwIfAborted();
  const ending = new AbortController();
  const ends = AbortSignal.any([signal, ending.signal]);
  const transport = new sdk.StreamableHTTPClientTransport(new URL(server.url), {
    fetch: createBoundedFetch((reason) => ending.abort(reason)),
    ...(server.token !== undefined && {
      requestInit: { headers: { authorization: `Bearer ${server.token}` } },
    }),
  });
  const client = new sdk.Client(
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
    // Not all of the client's steps observe the signal.
    return await untilAborted(work(), ends);
  } catch (error) {
    signal.throwIfAborted();
    throw new ToolError(explainFailure(error, { server, sdk }));
  } finally {
    void disconnect({ client, transport });
  }
}

/** What is learnt of a server's protocol, for its next connections. */
function learnProtocol(client: Client): PriorDiscovery {
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

type Sdk = typeof import("./sdk.ts");

let loadedSdk: Sdk | undefined;

/** The MCP SDK, evaluated with the first call: deployments without servers are spared that. For its bundle see `scripts/build-mcp-sdk.ts`. */
function loadSdk(): Sdk {
  return (loadedSdk ??= evaluateSdk());
}

/** Answers may be this long, in bytes; a list of tools is one answer per page. */
const MAX_ANSWER_BYTES = 1024 * 1024;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The connection to a server failed below its protocol; `too-long`: an answer was. */
class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly kind: "unreachable" | "broken-off" | "too-long";

  constructor(kind: ConnectionError["kind"]) {
    super(`The connection failed: ${kind}.`);
    this.kind = kind;
  }
}

/**
 * `fetch` for the transport of one connection. It opens no stream for what the server might send by itself, since nobody
 * would read it. Whatever fails ends the connection (`fail`): the transport would wait on for the rest of a stream.
 */
function createBoundedFetch(fail: (reason: ConnectionError) => void): Fetch {
  return async (url, init) => {
    const opensStream =
      init?.method === "GET" && !new Headers(init.headers).has("last-event-id");
    if (opensStream) return new Response(null, { status: 405 });
    const response = await fetch(url, init).catch(() => {
      const error = new ConnectionError("unreachable");
      fail(error);
      throw error;
    });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const body = boundStream(response.body, fail);
    return new Response(body, { status, statusText, headers });
  };
}

function boundStream(
  stream: ReadableStream<Uint8Array>,
  fail: (reason: ConnectionError) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const end = (kind: ConnectionError["kind"]): void => {
        const error = new ConnectionError(kind);
        fail(error);
        controller.error(error);
      };
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes <= MAX_ANSWER_BYTES) return controller.enqueue(value);
        end("too-long");
        await reader.cancel();
      } catch {
        end("broken-off");
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Of what a server says itself. */
const MAX_REASON_LENGTH = 300;

/**
 * What went wrong with a server, in a sentence of a few hundred characters for the model and the operator; holds neither
 * the server's token nor its address.
 */
function explainFailure(
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
