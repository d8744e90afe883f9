import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
  type EventStore,
  type JSONRPCMessage,
} from "@modelcontextprotocol/server";
import { listen } from "./listen.ts";

/**
 * The protocol version. `modern`: 2026-07-28, which has no sessions.
 * `stateless` and `sessions`: the version before. `json`: `stateless` with JSON
 * responses instead of streams. `resumable`: `sessions` with resumable streams.
 */
export type McpEra = "modern" | "stateless" | "sessions" | "resumable" | "json";

export interface McpRequest {
  readonly method: string;
  /** The JSON-RPC method, if any. */
  readonly call: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Replaces the server's response: by another one, none, or one that breaks off.
 */
export type McpScript =
  | {
      readonly status?: number;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | "hang"
  | "break-off";

export interface McpStub {
  /** URL of the endpoint. */
  readonly url: string;
  /** In order of arrival. */
  readonly requests: readonly McpRequest[];
  /**
   * Scripts the outcome of all requests from now on, or of those with that
   * JSON-RPC method.
   */
  script(script: McpScript, call?: string): void;
  /** Removes the scripts. */
  unscript(): void;
  /** Also closes open connections. */
  close(): Promise<void>;
}

/**
 * A real MCP server from the SDK on loopback; requires `token` if one is given.
 */
export async function startMcpServer({
  era = "modern",
  token,
  register,
}: {
  era?: McpEra;
  token?: string;
  /** Registers the tools. Called per request, or per session. */
  register: (server: McpServer) => void;
}): Promise<McpStub> {
  const respond = createResponder(era, register);
  const requests: McpRequest[] = [];
  const scripts = new Map<string, McpScript>();

  const handle = async (
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const body = await readText(incoming);
    const request = toWebRequest(incoming, body);
    const { method, headers } = incoming;
    const call = /"method":"([^"]+)"/.exec(body)?.[1];
    requests.push({ method: method ?? "", call, headers });
    const script = scripts.get(call ?? "") ?? scripts.get("*");
    if (script === "hang") return;
    if (script === "break-off") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"jsonrpc":"2.0",', () => response.destroy());
    } else if (script !== undefined) {
      const { status = 200, type = "text/plain", body: text } = script;
      const fields = { "content-type": type, ...script.headers };
      response.writeHead(status, fields).end(text);
    } else if (
      token !== undefined &&
      headers.authorization !== `Bearer ${token}`
    ) {
      const challenge = { "www-authenticate": 'Bearer error="invalid_token"' };
      response.writeHead(401, challenge).end(`Wrong: ${headers.authorization}`);
    } else await send(await respond(request), response);
  };

  const server = await listen((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(599);
      response.end(String(error));
    });
  });
  return {
    url: `${server.url}/mcp`,
    requests,
    script: (script, call = "*") => void scripts.set(call, script),
    unscript: () => scripts.clear(),
    close: server.close,
  };
}

type Responder = (request: Request) => Promise<Response>;

function createResponder(
  era: McpEra,
  register: (server: McpServer) => void,
): Responder {
  const create = (): McpServer => {
    const server = new McpServer({ name: "stub", version: "1.0.0" });
    register(server);
    return server;
  };
  const connect = async (
    options: ConstructorParameters<
      typeof WebStandardStreamableHTTPServerTransport
    >[0],
  ) => {
    const transport = new WebStandardStreamableHTTPServerTransport(options);
    await create().connect(transport);
    return transport;
  };
  if (era === "modern") return createMcpHandler(create).fetch;
  if (era === "sessions") return createSessions(connect);
  if (era === "resumable")
    return createSessions((options) =>
      connect({
        ...options,
        eventStore: createEventStore(),
        retryInterval: 10,
      }),
    );
  return async (request) => {
    const enableJsonResponse = era === "json";
    return (await connect({ enableJsonResponse })).handleRequest(request);
  };
}

function createSessions(
  connect: (options: {
    sessionIdGenerator: () => string;
    onsessioninitialized: (id: string) => void;
    onsessionclosed: (id: string) => void;
  }) => Promise<WebStandardStreamableHTTPServerTransport>,
): Responder {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
    const transport =
      known ??
      (await connect({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (id) => void sessions.set(id, transport),
        onsessionclosed: (id) => void sessions.delete(id),
      }));
    return transport.handleRequest(request);
  };
}

function createEventStore(): EventStore {
  const events: { streamId: string; message: JSONRPCMessage }[] = [];
  return {
    storeEvent: async (streamId, message) =>
      String(events.push({ streamId, message })),
    async replayEventsAfter(lastEventId, { send: replay }) {
      const last = Number(lastEventId);
      const streamId = events[last - 1]?.streamId ?? "";
      for (const [at, event] of events.entries())
        if (at >= last && event.streamId === streamId)
          await replay(String(at + 1), event.message);
      return streamId;
    },
  };
}

function toWebRequest(
  { method = "GET", url = "/", headers }: IncomingMessage,
  body: string,
): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  return new Request(new URL(url, "http://127.0.0.1"), {
    method,
    headers: fields,
    ...(body !== "" && { body }),
  });
}

async function send(from: Response, response: ServerResponse): Promise<void> {
  response.writeHead(from.status, Object.fromEntries(from.headers));
  for await (const chunk of from.body ?? []) response.write(chunk);
  response.end();
}
