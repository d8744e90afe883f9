import { afterEach, describe, expect, it, vi } from "vitest";
import { DeniedError } from "../../../src/tools/mcp/mcp-failure.ts";
import { ToolError } from "../../../src/types/errors.ts";
import { event, inJson, inStream } from "../../stubs/raw-mcp-server.ts";
import {
  answer,
  call,
  callsOf,
  closeServers,
  reply,
  start,
  startLegacy,
  startModern,
  textResult,
  type Respond,
} from "./raw-servers.ts";

const STRANGE = "shop does not respond like an MCP server";

afterEach(async () => {
  vi.restoreAllMocks();
  await closeServers();
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

  it("that answers the handshake without capabilities is rejected", async () => {
    const initialized = { capabilities: undefined };
    const server = await startLegacy(() => undefined, { initialized });
    await expect(call(server)).rejects.toThrow(STRANGE);
    expect(callsOf(server)).not.toContain("notifications/initialized");
  });

  it("gets its pings answered, and its other requests refused", async () => {
    const server = await startLegacy(({ message: { id } }) => ({
      ...inStream(
        event({ jsonrpc: "2.0", id: "ask-0", method: "ping" }),
        event({ jsonrpc: "2.0", id: "ask-1", method: "roots/list" }),
        event(reply(id, textResult("here"))),
        "",
      ),
      isOpen: true,
    }));
    expect(await call(server)).toBe("here");
    const answers = () =>
      server.requests
        .map(({ message }) => message)
        .filter(({ method, id }) => method === undefined && id !== undefined);
    await vi.waitFor(() => expect(answers()).toHaveLength(2));
    expect(answers()).toEqual(
      expect.arrayContaining([
        { jsonrpc: "2.0", id: "ask-0", result: {} },
        {
          jsonrpc: "2.0",
          id: "ask-1",
          error: { code: -32601, message: "Method not found" },
        },
      ]),
    );
  });

  it("that closes a stream early is asked to resume after its last event", async () => {
    let ofCall: unknown;
    const server = await startLegacy(({ method, message, headers }) => {
      ofCall ??= message["id"];
      if (method === "POST")
        return inStream("id: 7", "retry: 1", "data: ", "", "");
      return headers["last-event-id"] === "7"
        ? inStream("id: 8", "data: ", "", "")
        : inStream(event(reply(ofCall, textResult("the rest"))), "");
    });
    expect(await call(server)).toBe("the rest");
    const rest = server.requests.filter(({ method }) => method === "GET");
    expect(rest.map(({ headers }) => headers)).toMatchObject([
      { "last-event-id": "7", "mcp-session-id": "session-1" },
      { "last-event-id": "8", "mcp-session-id": "session-1" },
    ]);
  });
});

describe("a modern server", () => {
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

  it("that keeps a call waiting is left when the call is aborted", async () => {
    const controller = new AbortController();
    const server = await startModern(() => ({ ...inStream(""), isOpen: true }));
    const calling = call(server, { until: controller.signal });
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    const reason = new Error("Not wanted any more");
    controller.abort(reason);
    await expect(calling).rejects.toBe(reason);
    await vi.waitFor(() =>
      expect(server.requests.at(-1)?.hasLeft()).toBe(true),
    );
  });

  it("that wants to ask the user is not called again", async () => {
    const server = await startModern(({ message: { id } }) =>
      answer(id, {
        resultType: "input_required",
        inputRequests: { name: { method: "elicitation/create" } },
      }),
    );
    await expect(call(server)).rejects.toEqual(
      new ToolError(
        "shop wants to ask the user something, which Parley does not support.",
      ),
    );
    expect(server.requests).toHaveLength(2);
  });

  it("may report an error with HTTP 400", async () => {
    const error = { code: -32602, message: "No such tool" };
    const server = await startModern(({ message: { id } }) => ({
      ...inJson({ jsonrpc: "2.0", id, error }),
      status: 400,
    }));
    await expect(call(server)).rejects.toMatchObject({
      message: "shop refused the request: No such tool",
      // For the log, without the server's words.
      cause: { message: "shop refused the request (-32602)." },
    });
  });
});

describe("a server of unknown protocol version", () => {
  const refusal = (id: unknown, code: number) =>
    inJson({ jsonrpc: "2.0", id, error: { code, message: "No" } });

  it.each<[string, (id: unknown) => ReturnType<Respond>]>([
    ["HTTP 404", () => ({ status: 404 })],
    ["an unknown method error", (id) => refusal(id, -32601)],
    ["an unsupported version error", (id) => refusal(id, -32022)],
    [
      "only unknown versions",
      (id) => answer(id, { supportedVersions: ["2031-01-01"] }),
    ],
    ["an unrelated result", (id) => answer(id, {})],
  ])(
    "gets the legacy handshake if discovery returns %s",
    async (_, discovered) => {
      const server = await startLegacy(
        ({ message: { id } }) => answer(id, textResult("here")),
        { discovered },
      );
      expect(await call(server)).toBe("here");
    },
  );

  it("is named if no version is shared", async () => {
    const server = await startLegacy(() => inJson({}), {
      initialized: { protocolVersion: "1999-01-01" },
    });
    await expect(call(server)).rejects.toThrow(
      "speaks no version of MCP that Parley knows.",
    );
  });

  it.each<[string, ReturnType<Respond>, string]>([
    ["that breaks off", inStream("data: {"), "The answer of shop broke off."],
    [
      "that is too long",
      inJson("x".repeat(2_000_000)),
      "The answer of shop is too long.",
    ],
    [
      "whose type is no plain one",
      { headers: { "content-type": "text" } },
      `${STRANGE}: Unexpected content type: none`,
    ],
    [
      "that asks for another scope",
      {
        status: 403,
        headers: { "www-authenticate": 'Bearer error="insufficient_scope"' },
      },
      "shop denies Parley access (HTTP 403).",
    ],
  ])(
    "is named by what is wrong with an answer %s",
    async (_, response, message) => {
      const server = await start(() => response);
      await expect(call(server)).rejects.toMatchObject({
        message,
        cause: { message },
      });
    },
  );

  it.each([401, 403, 500])(
    "gets no further request after HTTP %i",
    async (status) => {
      const server = await start(() => ({ status }));
      const failure: unknown = await call(server).catch((error) => error);
      expect(String(failure)).toContain(`(HTTP ${status})`);
      // Another sign-in may help.
      expect(failure instanceof DeniedError).toBe(status === 401);
      expect(callsOf(server)).toEqual(["server/discover"]);
    },
  );
});
