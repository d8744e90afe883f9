import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { ToolError } from "../../../src/errors.ts";
import type { JsonObject } from "../../../src/json.ts";
import { createMcpClient } from "../../../src/tools/mcp/mcp-client.ts";
import { writeResult } from "../../../src/tools/mcp/remote-tool.ts";
import type { RemoteTool } from "../../../src/tools/mcp/server-results.ts";
import { startMcpServer } from "../../stubs/mcp-server.ts";
import {
  event,
  inJson,
  inStream,
  startRawMcpServer,
  type RawMcpServer,
} from "../../stubs/raw-mcp-server.ts";

const { signal } = new AbortController();
const TOOL = { name: "look", inputSchema: { type: "object" } };
const STRANGE = "shop does not respond like an MCP server.";
const CUT = "The answer of shop broke off.";

type Respond = Parameters<typeof startRawMcpServer>[0];
type Response = ReturnType<Respond>;

let servers: { close(): Promise<void> }[] = [];
beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

async function start(respond: Respond): Promise<RawMcpServer> {
  const server = await startRawMcpServer(respond);
  servers.push(server);
  return server;
}

const textResult = (text: string) => ({ content: [{ type: "text", text }] });

/** Answers a request in JSON. */
const answer = (id: unknown, result: unknown): Response =>
  inJson({ jsonrpc: "2.0", id, result });

const INITIALIZED = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "raw", version: "1" },
};

/** A server with a handshake and sessions. `respond` handles what follows. */
function startLegacy(
  respond: Respond,
  { initialized = INITIALIZED }: { initialized?: unknown } = {},
): Promise<RawMcpServer> {
  let sessions = 0;
  return start((request) => {
    const { method, message } = request;
    if (message["method"] === "server/discover")
      return { status: 400, body: "Bad Request: no session" };
    if (message["method"] === "initialize")
      return {
        ...inJson({ jsonrpc: "2.0", id: message["id"], result: initialized }),
        headers: {
          "content-type": "application/json",
          "mcp-session-id": `session-${++sessions}`,
        },
      };
    const isCall = message["method"] === "tools/call";
    if (isCall || method === "GET") return respond(request);
    return { status: 202 };
  });
}

/** A server without sessions. `respond` handles what follows the discovery. */
function startModern(respond: Respond): Promise<RawMcpServer> {
  return start((request) => {
    const { id, method } = request.message;
    if (method !== "server/discover") return respond(request);
    const capabilities = { tools: {} };
    const supportedVersions = ["2026-07-28"];
    return answer(id, {
      resultType: "complete",
      supportedVersions,
      capabilities,
    });
  });
}

const STARTS = { legacy: startLegacy, modern: startModern };
const ERAS = ["legacy", "modern"] as const;

function clientOf({ url }: { url: string }, more: { token?: string } = {}) {
  return createMcpClient({ name: "shop", url, ...more });
}

async function call(
  server: { url: string },
  {
    tool = TOOL,
    input = {},
    until = signal,
    ...more
  }: {
    tool?: RemoteTool;
    input?: JsonObject;
    until?: AbortSignal;
    token?: string;
  } = {},
): Promise<string> {
  const client = clientOf(server, more);
  const options = { arguments: input, signal: until };
  return writeResult(await client.callTool(tool, options));
}

const callsOf = ({ requests }: RawMcpServer) =>
  requests.map(({ method, message }) => message["method"] ?? method);

describe.each(ERAS)("a call to a %s server", (era) => {
  const startEra = STARTS[era];

  it("finds the response among other events of a stream, even if that stays open", async () => {
    const server = await startEra(({ message: { id } }) => ({
      ...inStream(
        ": a comment",
        "",
        "id: 0",
        "data: ",
        "",
        event({ jsonrpc: "2.0", method: "notifications/message", params: {} }),
        event({ jsonrpc: "2.0", id: 99, result: textResult("another's") }),
        "data: no JSON at all\n",
        "event: other",
        event({ jsonrpc: "2.0", id, result: textResult("not a message") }),
        event({ jsonrpc: "2.0", id, result: textResult("here") }),
        "",
      ),
      isOpen: true,
    }));
    expect(await call(server)).toBe("here");
  });

  it("finds the response in a batch, even if its id is a string", async () => {
    const server = await startEra(({ message: { id } }) =>
      inJson([
        { jsonrpc: "2.0", id: 99, result: textResult("another's") },
        { jsonrpc: "2.0", id: String(id), result: textResult("here") },
      ]),
    );
    expect(await call(server)).toBe("here");
  });

  it("reports an error, even without a request id", async () => {
    const error = { code: -32700, message: "Parse error" };
    const server = await startEra(() => inJson({ id: null, error }));
    await expect(call(server)).rejects.toEqual(
      new ToolError("shop refused the request: Parse error"),
    );
  });

  it("tolerates slightly malformed results", async () => {
    const server = await startEra(({ message: { id } }) =>
      answer(id, {
        content: [
          { type: "text", text: "one", annotations: null },
          { type: "hologram", data: "…" },
          { type: "resource_link", uri: "https://shop.example/", name: null },
        ],
        isError: null,
      }),
    );
    expect(await call(server)).toBe(
      "one\n[hologram left out]\n: https://shop.example/",
    );
  });

  it.each<[string, (id: unknown) => Response, string]>([
    [
      "a response to another request",
      () => answer(99, textResult("another's")),
      STRANGE,
    ],
    ["a result that is no object", (id) => answer(id, "here"), STRANGE],
    [
      "content that is no list",
      (id) => answer(id, { content: "here" }),
      STRANGE,
    ],
    ["neither result nor error", (id) => inJson({ id }), STRANGE],
    ["JSON that is no message", () => inJson(17), STRANGE],
    ["an empty response", () => ({ status: 202 }), STRANGE],
    [
      "a stream with neither result nor error",
      (id) => inStream(event({ id }), ""),
      STRANGE,
    ],
    [
      "a stream that ends without the response",
      () => inStream(": bye", "", ""),
      CUT,
    ],
    ["a truncated event", (id) => inStream(`data: {"id":${String(id)},`), CUT],
  ])("fails with a readable error on %s", async (_, respond, problem) => {
    const server = await startEra(({ message: { id } }) => respond(id));
    await expect(call(server)).rejects.toEqual(new ToolError(problem));
  });
});

describe("a redirect by a server", () => {
  it("is followed within its origin, with the token and the body", async () => {
    const server = await start(({ path, message: { id, method }, headers }) => {
      if (path === "/mcp")
        return { status: 307, headers: { location: "/there" } };
      return method === "server/discover"
        ? answer(id, { supportedVersions: ["2026-07-28"], capabilities: {} })
        : answer(id, textResult(String(headers.authorization)));
    });
    expect(await call(server, { token: "kite" })).toBe("Bearer kite");
  });

  it("is not followed in a loop or to another origin", async () => {
    const circle = await start(({ path }) => ({
      status: 308,
      headers: { location: path },
    }));
    await expect(call(circle)).rejects.toEqual(new ToolError(STRANGE));
    const stranger = await start(() => undefined);
    const server = await start(() => ({
      status: 307,
      headers: { location: stranger.url },
    }));
    await expect(call(server)).rejects.toEqual(
      new ToolError("shop has moved to another address (HTTP 307)."),
    );
    expect(stranger.requests).toEqual([]);
  });
});

describe("a legacy server", () => {
  it("receives its session id and protocol version, then a DELETE of the session", async () => {
    const server = await startLegacy(({ message }) =>
      answer(message["id"], textResult("here")),
    );
    expect(await call(server)).toBe("here");
    await vi.waitFor(() => expect(server.requests).toHaveLength(5));
    expect(callsOf(server)).toEqual([
      "server/discover",
      "initialize",
      "notifications/initialized",
      "tools/call",
      "DELETE",
    ]);
    for (const { headers } of server.requests.slice(2))
      expect(headers).toMatchObject({
        "mcp-session-id": "session-1",
        "mcp-protocol-version": "2025-06-18",
      });
  });

  it("that has lost its session gets a new one, but only once", async () => {
    const isGone = (session: unknown) => session === "session-1";
    const server = await startLegacy(({ message, headers }) =>
      isGone(headers["mcp-session-id"])
        ? { status: 404, body: "Session not found" }
        : answer(message["id"], textResult("here")),
    );
    expect(await call(server)).toBe("here");
    const forgetful = await startLegacy(() => ({ status: 404 }));
    await expect(call(forgetful)).rejects.toEqual(
      new ToolError(
        "There is no MCP server at the address of shop (HTTP 404).",
      ),
    );
    const calls = callsOf(forgetful).filter((name) => name === "tools/call");
    expect(calls).toHaveLength(2);
  });

  it.each([
    ["an unknown version", { ...INITIALIZED, protocolVersion: "1999-12-31" }],
    ["no capabilities", { ...INITIALIZED, capabilities: undefined }],
    ["garbage", "hello"],
  ])(
    "that answers the handshake with %s is rejected",
    async (_, initialized) => {
      const server = await startLegacy(() => undefined, { initialized });
      await expect(call(server)).rejects.toEqual(new ToolError(STRANGE));
      await vi.waitFor(() => expect(callsOf(server)).toContain("DELETE"));
      expect(callsOf(server)).not.toContain("notifications/initialized");
    },
  );

  it("gets responses to at most ten of its own requests", async () => {
    const asked = Array.from({ length: 30 }, (_, at) =>
      event({ id: `ask-${at}`, method: at === 0 ? "ping" : "roots/list" }),
    );
    const server = await startLegacy(({ message: { id } }) =>
      inStream(...asked, event({ id, result: textResult("here") }), ""),
    );
    expect(await call(server)).toBe("here");
    const answers = () =>
      server.requests
        .map(({ message }) => message)
        .filter(({ method, id }) => method === undefined && id !== undefined);
    await vi.waitFor(() => expect(answers()).toHaveLength(10));
    expect(answers()).toEqual(
      expect.arrayContaining([
        { jsonrpc: "2.0", id: "ask-0", result: {} },
        {
          jsonrpc: "2.0",
          id: "ask-9",
          error: { code: -32601, message: "Method not found" },
        },
      ]),
    );
  });

  it("has two seconds to accept a response to its own request", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const server = await start(({ message: { id, method } }) => {
      if (id === "ask") return undefined;
      const asked = event({ id: "ask", method: "ping" });
      const result = method === "initialize" ? INITIALIZED : textResult("here");
      const isCall = method === "initialize" || method === "tools/call";
      return isCall
        ? inStream(asked, event({ id, result }), "")
        : { status: method === "server/discover" ? 400 : 202 };
    });
    expect(await call(server)).toBe("here");
    const answers = () =>
      server.requests.filter(({ message }) => message["id"] === "ask");
    await vi.waitFor(() => expect(answers()).toHaveLength(2), { interval: 5 });
    expect(answers().some(({ hasLeft }) => hasLeft())).toBe(false);
    vi.advanceTimersByTime(2_000);
    vi.useRealTimers();
    await vi.waitFor(() =>
      expect(answers().every(({ hasLeft }) => hasLeft())).toBe(true),
    );
  });

  it("that closes a stream early is asked to resume after its last event", async () => {
    let ofCall: unknown;
    const server = await startLegacy(({ method, message, headers }) => {
      ofCall ??= message["id"];
      if (method === "POST")
        return inStream("id: 7", "retry: 1", "data: ", "", "");
      return headers["last-event-id"] === "7"
        ? inStream("id: 8", event({ method: "notifications/message" }), "")
        : inStream(event({ id: ofCall, result: textResult("the rest") }), "");
    });
    expect(await call(server)).toBe("the rest");
    const rest = server.requests.filter(({ method }) => method === "GET");
    expect(rest.map(({ headers }) => headers)).toMatchObject([
      { "last-event-id": "7", "mcp-session-id": "session-1" },
      { "last-event-id": "8", "mcp-session-id": "session-1" },
    ]);
  });

  it("that keeps closing its stream, or cannot resume it, is given up on", async () => {
    const start7 = inStream("id: 7", "retry: 1", "data: ", "", "");
    const endless = await startLegacy(() => start7);
    await expect(call(endless)).rejects.toEqual(new ToolError(CUT));
    const gets = endless.requests.filter(({ method }) => method === "GET");
    expect(gets).toHaveLength(31);
    const broken = await startLegacy(({ method }) =>
      method === "POST" ? start7 : { status: 405 },
    );
    await expect(call(broken)).rejects.toEqual(new ToolError(CUT));
  });

  it("that uses the official SDK resumes a stream", async () => {
    const server = await startMcpServer({
      era: "resumable",
      register: (mcp) =>
        mcp.registerTool("look", {}, async (context) => {
          context.http?.closeSSE?.();
          return { content: [{ type: "text", text: "the rest" }] };
        }),
    });
    servers.push(server);
    expect(await call(server)).toBe("the rest");
    expect(server.requests.map(({ method }) => method)).toContain("GET");
  });

  it("is notified of a cancelled call", async () => {
    const controller = new AbortController();
    const reason = new Error("Not wanted any more");
    const server = await startLegacy(() => {
      controller.abort(reason);
      return undefined;
    });
    await expect(call(server, { until: controller.signal })).rejects.toBe(
      reason,
    );
    await vi.waitFor(() => expect(callsOf(server)).toContain("DELETE"));
    const { message: asked } = server.requests.at(-3) ?? {};
    expect(server.requests.at(-2)?.message).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: asked?.["id"] },
    });
  });
});

describe("a modern server", () => {
  const FIELDS = {
    type: "object",
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      place: {
        type: "object",
        properties: { floor: { type: "integer", "x-mcp-header": "Floor" } },
      },
      isOpen: { type: "boolean", "x-mcp-header": "Is-Open" },
    },
  };

  it("gets the method, tool name and marked fields as headers, encoded if needed", async () => {
    const server = await startModern(({ message: { id } }) =>
      answer(id, textResult("here")),
    );
    const tool = { name: "查询", inputSchema: FIELDS };
    const input = { region: " a", place: { floor: 2 }, isOpen: false };
    await call(server, { tool, input });
    await call(server, { tool, input: { region: null, place: "attic" } });
    const [, one, , other] = server.requests.map(({ headers }) => headers);
    expect(one).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "=?base64?5p+l6K+i?=",
      "mcp-param-region": "=?base64?IGE=?=",
      "mcp-param-floor": "2",
      "mcp-param-is-open": "false",
    });
    expect(Object.keys(other ?? {})).not.toContain("mcp-param-region");
    expect(Object.keys(other ?? {})).not.toContain("mcp-param-floor");
  });

  it("that uses the official SDK accepts the headers and rejects missing ones", async () => {
    const inputSchema = z.object({
      region: z.string().meta({ "x-mcp-header": "Region" }),
    });
    const server = await startMcpServer({
      register: (mcp) =>
        mcp.registerTool("look", { inputSchema }, ({ region }) => ({
          content: [{ type: "text", text: region }],
        })),
    });
    servers.push(server);
    const [tool] = await clientOf(server).listTools({ signal });
    const input = { region: "éast" };
    expect(await call(server, { ...(tool && { tool }), input })).toBe("éast");
    const { headers } = server.requests.at(-1) ?? {};
    expect(headers).toMatchObject({
      "mcp-param-region": "=?base64?w6lhc3Q=?=",
    });
    const unmarked = call(server, { input });
    await expect(unmarked).rejects.toThrow("shop refused the request");
  });

  it.each([
    [
      "is no valid header name",
      { a: { type: "string", "x-mcp-header": "a b" } },
    ],
    ["is empty", { a: { type: "string", "x-mcp-header": "" } }],
    ["marks an object", { a: { type: "object", "x-mcp-header": "A" } }],
    [
      "occurs twice",
      {
        a: { type: "string", "x-mcp-header": "A" },
        b: { type: "string", "x-mcp-header": "a" },
      },
    ],
    [
      "is inside a list",
      { a: { type: "array", items: { type: "string", "x-mcp-header": "A" } } },
    ],
  ])("has a tool left out whose x-mcp-header %s", async (_, properties) => {
    const tools = [
      { name: "look", inputSchema: FIELDS },
      { name: "wrong", inputSchema: { type: "object", properties } },
    ];
    const server = await startModern(({ message: { id } }) =>
      answer(id, { tools }),
    );
    const listed = await clientOf(server).listTools({ signal });
    expect(listed.map(({ name }) => name)).toEqual(["look"]);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(
      JSON.stringify({
        event: "MCP tool left out",
        server: "shop",
        tool: "wrong",
        reason: "its schema has a wrong x-mcp-header",
      }),
    );
  });

  it("that defers a call is called again with its requestState", async () => {
    const later = { resultType: "input_required", requestState: "state-1" };
    const server = await startModern(({ message: { id, params } }) =>
      JSON.stringify(params).includes("state-1")
        ? answer(id, textResult("here"))
        : answer(id, later),
    );
    expect(await call(server)).toBe("here");
    const [, first, second] = server.requests.map(({ message }) => message);
    expect(second?.["id"]).not.toBe(first?.["id"]);
  });

  it.each<[string, JsonObject]>([
    [
      "user input",
      { inputRequests: { name: { method: "elicitation/create" } } },
    ],
    [
      "user input, with a state",
      {
        inputRequests: { name: { method: "elicitation/create" } },
        requestState: "state-1",
      },
    ],
    ["unspecified input", {}],
  ])("that requests %s is not called again", async (_, wanted) => {
    const server = await startModern(({ message: { id } }) =>
      answer(id, { resultType: "input_required", ...wanted }),
    );
    await expect(call(server)).rejects.toEqual(new ToolError(STRANGE));
    expect(server.requests).toHaveLength(2);
  });

  it("that returns an unknown result type fails the call", async () => {
    const server = await startModern(({ message: { id } }) =>
      answer(id, { resultType: "task", content: [] }),
    );
    await expect(call(server)).rejects.toEqual(new ToolError(STRANGE));
  });

  it.each([400, 404])("may report an error with HTTP %i", async (status) => {
    const error = { code: -32602, message: "No such tool" };
    const server = await startModern(({ message: { id } }) => ({
      ...inJson({ jsonrpc: "2.0", id, error }),
      status,
    }));
    await expect(call(server)).rejects.toEqual(
      new ToolError("shop refused the request: No such tool"),
    );
  });
});

describe("a server of unknown protocol version", () => {
  const UNSUPPORTED = { code: -32022, message: "Unsupported version" };

  it.each<[string, (id: unknown) => Response]>([
    ["HTTP 404", () => ({ status: 404 })],
    [
      "an unknown method error",
      (id) => inJson({ id, error: { code: -32601 } }),
    ],
    [
      "an unsupported version error",
      (id) => inJson({ id, error: UNSUPPORTED }),
    ],
    [
      "only unknown versions",
      (id) => answer(id, { supportedVersions: ["2031-01-01"] }),
    ],
    ["an unrelated result", (id) => answer(id, {})],
  ])(
    "gets the legacy handshake if discovery returns %s",
    async (_, discovered) => {
      const server = await start(({ message: { id, method } }) => {
        if (method === "server/discover") return discovered(id);
        if (method === "initialize") return answer(id, INITIALIZED);
        if (method === "tools/list") return answer(id, { tools: [TOOL] });
        return { status: 202 };
      });
      expect(await clientOf(server).listTools({ signal })).toEqual([TOOL]);
    },
  );

  it.each([401, 403, 429, 500])(
    "gets no further request after HTTP %i",
    async (status) => {
      const server = await start(() => ({ status }));
      await expect(call(server)).rejects.toMatchObject({
        message: expect.stringContaining(`(HTTP ${status})`),
      });
      expect(callsOf(server)).toEqual(["server/discover"]);
    },
  );
});

describe("a list of tools", () => {
  it("ends at an empty cursor or a repeated page", async () => {
    const tools = [TOOL];
    const emptied = await startModern(({ message: { id } }) =>
      answer(id, { tools, nextCursor: "" }),
    );
    expect(await clientOf(emptied).listTools({ signal })).toEqual(tools);
    const repeated = await startModern(({ message: { id } }) =>
      answer(id, { tools, nextCursor: "more" }),
    );
    expect(await clientOf(repeated).listTools({ signal })).toEqual(tools);
  });

  it("accepts null for optional fields, but no tool without a name or a schema", async () => {
    const silent = { ...TOOL, description: null, annotations: null };
    const server = await startModern(({ message: { id } }) =>
      answer(id, { tools: [silent] }),
    );
    expect(await clientOf(server).listTools({ signal })).toEqual([silent]);
    for (const tool of [{ name: "look" }, { inputSchema: {} }, "look"]) {
      const wrong = await startModern(({ message: { id } }) =>
        answer(id, { tools: [tool] }),
      );
      await expect(clientOf(wrong).listTools({ signal })).rejects.toEqual(
        new ToolError(STRANGE),
      );
    }
  });
});
