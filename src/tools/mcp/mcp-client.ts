import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type PriorDiscovery,
  type Tool,
} from "@modelcontextprotocol/client";
import { createTimeLimit, untilAborted } from "../../runtime/abort.ts";
import { VERSION } from "../../runtime/version.ts";
import { parseOwnJson, type JsonObject } from "../../text/json.ts";
import { createMessageBound } from "./bound-message.ts";
import { createBoundedFetch } from "./bounded-answers.ts";
import { DeniedError, toToolError } from "./mcp-failure.ts";
import type { McpServer } from "./mcp-server.ts";
import type { Access } from "./sign-in/access.ts";

/**
 * Lists and calls a server's tools. Throws only `ToolError`, in plain words
 * without secrets, or the signal's reason. Only the signal limits the time.
 */
export interface McpClient {
  readonly server: McpServer;
  /**
   * Reads all pages, up to 101 tools of those that the operator allows: the
   * last one shows that there are too many.
   */
  listTools(options: { signal: AbortSignal }): Promise<readonly Tool[]>;
  callTool(
    tool: Tool,
    options: { arguments: JsonObject; signal: AbortSignal },
  ): Promise<CallToolResult>;
}

/** @param access to a server that wants a sign-in */
export function createMcpClient(server: McpServer, access?: Access): McpClient {
  /**
   * Learned by each listing, so that a call to a modern server takes a single
   * request.
   */
  let prior: PriorDiscovery | undefined;
  const connect: typeof withClient =
    access === undefined
      ? withClient
      : (options, use) => withAccess(access, options, use);

  return {
    server,

    listTools: ({ signal }) =>
      connect({ server, signal }, async (client) => {
        const hasTools = client.getServerCapabilities()?.tools !== undefined;
        const { tools } = hasTools
          ? await client.listTools(undefined, { signal, timeout: NEVER_MS })
          : { tools: [] };
        const discover = client.getDiscoverResult();
        prior = discover ? { kind: "modern", discover } : { kind: "legacy" };
        return tools;
      }),

    callTool: (tool, { arguments: input, signal }) =>
      connect({ server, signal, prior }, (client) =>
        client.callTool(
          { name: tool.name, arguments: input },
          { signal, timeout: NEVER_MS, toolDefinition: tool },
        ),
      ),
  };
}

/** The longest timer, in place of the SDK's time limit of a minute. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * Like `withClient`, with somebody's token, and once more with a new one if the
 * server refuses it. Also throws what `access` throws.
 */
async function withAccess<Result>(
  access: Access,
  { server, ...options }: Parameters<typeof withClient>[0],
  use: Parameters<typeof withClient<Result>>[1],
): Promise<Result> {
  const { signal } = options;
  const attempt = async (refused?: string): Promise<Result> => {
    const token = await access.token({ signal, refused });
    try {
      const own = { ...server, token };
      return hide(await withClient({ ...options, server: own }, use), token);
    } catch (error) {
      if (refused !== undefined || !(error instanceof DeniedError)) throw error;
      return attempt(token);
    }
  };
  return attempt();
}

/** Servers may quote the token in what they send. */
function hide<Result>(result: Result, token: string): Result {
  const json = JSON.stringify(result);
  return json.includes(token)
    ? parseOwnJson<Result>(json.replaceAll(token, "[hidden]"))
    : result;
}

/** More pages than any real list has. */
const MAX_PAGES = 20;

/**
 * Connects, runs `use`, and disconnects, since a Worker cannot share a
 * connection between conversations. Throws `ToolError` or the signal's reason.
 */
async function withClient<Result>(
  {
    server,
    signal,
    prior,
  }: {
    server: McpServer;
    signal: AbortSignal;
    /** The server's protocol if known; otherwise it is negotiated. */
    prior?: PriorDiscovery | undefined;
  },
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const failure = Promise.withResolvers<never>();
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: headersFor(server) },
    redirectPolicy: "same-origin",
    fetch: createBoundedFetch({
      boundMessages: createMessageBound(server),
      onFailure: failure.reject,
    }),
  });
  const work = async (): Promise<Result> => {
    const client = new Client(
      { name: "parley", version: VERSION },
      { versionNegotiation: { mode: "auto" }, listMaxPages: MAX_PAGES },
    );
    const options = { signal, timeout: NEVER_MS };
    await client.connect(transport, { ...options, ...(prior && { prior }) });
    return use(client);
  };
  try {
    signal.throwIfAborted();
    return await untilAborted(Promise.race([work(), failure.promise]), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw toToolError(error, server);
  } finally {
    // Not awaited.
    void disconnect(transport);
  }
}

function headersFor({ token }: McpServer): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** How long a server may take to end its session, for which nothing waits. */
const END_MS = 2_000;

/** Never throws. */
async function disconnect(
  transport: StreamableHTTPClientTransport,
): Promise<void> {
  using limit = createTimeLimit({ ms: END_MS });
  // Otherwise the session expires on the server.
  await untilAborted(transport.terminateSession(), limit.signal).catch(
    () => {},
  );
  await transport.close();
}
