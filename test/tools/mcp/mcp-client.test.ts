import { afterEach, describe, expect, it, vi } from "vitest";
import { ToolError } from "../../../src/types/errors.ts";
import { event, inJson, inStream } from "../../stubs/raw-mcp-server.ts";
import {
  answer,
  call,
  clientOf,
  closeServers,
  reply,
  start,
  startLegacy,
  startModern,
  textResult,
  TOOL,
  type Respond,
} from "./raw-servers.ts";

const { signal } = new AbortController();
const STRANGE = "shop does not respond like an MCP server";
const CUT = "The answer of shop broke off.";
const STARTS = { legacy: startLegacy, modern: startModern };
const ERAS = ["legacy", "modern"] as const;

afterEach(async () => {
  vi.restoreAllMocks();
  await closeServers();
});

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
        event(reply(99, textResult("another's"))),
        "data: no JSON at all\n",
        "event: other",
        event(reply(id, textResult("not a message"))),
        event(reply(id, textResult("here"))),
        "",
      ),
      isOpen: true,
    }));
    expect(await call(server)).toBe("here");
  });

  it.each([
    ["JSON", inJson],
    ["one event", (batch: unknown) => inStream(event(batch), "")],
  ])(
    "finds the response in a batch in %s, even if its id is a string",
    async (_, send) => {
      const server = await startEra(({ message: { id } }) =>
        send([
          reply(99, textResult("another's")),
          reply(String(id), textResult("here")),
        ]),
      );
      expect(await call(server)).toBe("here");
    },
  );

  it.each<[string, (id: unknown) => ReturnType<Respond>, string]>([
    [
      "a result that is no object",
      (id) => inJson({ jsonrpc: "2.0", id, result: "here" }),
      `${STRANGE}.`,
    ],
    ["content that is no list", (id) => answer(id, { content: "" }), STRANGE],
    ["an unknown kind", (id) => answer(id, { content: [{}] }), STRANGE],
    [
      "neither result nor error",
      (id) => inJson({ jsonrpc: "2.0", id }),
      `${STRANGE}.`,
    ],
    ["JSON that is no message", () => inJson(17), `${STRANGE}.`],
    [
      "a stream with neither result nor error",
      (id) => inStream(event({ jsonrpc: "2.0", id }), ""),
      CUT,
    ],
    [
      "a stream that ends without the response",
      () => inStream(": bye", "", ""),
      CUT,
    ],
    ["a truncated event", (id) => inStream(`data: {"id":${String(id)},`), CUT],
  ])("fails at once on %s", async (_, respond, problem) => {
    const server = await startEra(({ message: { id } }) => respond(id));
    const failing = call(server);
    await expect(failing).rejects.toBeInstanceOf(ToolError);
    await expect(failing).rejects.toMatchObject({
      message: expect.stringContaining(problem),
    });
  });

  it("names what is malformed in a result", async () => {
    const content = [{ type: "text", text: 5 }];
    const server = await startEra(({ message: { id } }) =>
      answer(id, { content }),
    );
    await expect(call(server)).rejects.toThrow(
      /Invalid result for tools\/call: .*expected string, received number/,
    );
  });
});

describe("a redirect by a server", () => {
  it("is followed within its origin, with the token and the body", async () => {
    const server = await startModern(({ path, message: { id }, headers }) =>
      path === "/mcp"
        ? { status: 307, headers: { location: "/there" } }
        : answer(id, textResult(String(headers.authorization))),
    );
    expect(await call(server, { token: "kite" })).toBe("Bearer kite");
  });

  it("is not followed in a loop or to another origin", async () => {
    const moved = new ToolError(
      "shop has moved to another address (HTTP 307).",
    );
    const circle = await start(({ path }) => ({
      status: 307,
      headers: { location: path },
    }));
    await expect(call(circle)).rejects.toEqual(moved);
    const stranger = await start(() => undefined);
    const server = await start(() => ({
      status: 307,
      headers: { location: stranger.url },
    }));
    await expect(call(server)).rejects.toEqual(moved);
    expect(stranger.requests).toEqual([]);
  });
});

describe("a list of tools", () => {
  it("ends at an empty cursor or a repeated page", async () => {
    for (const nextCursor of ["", null, "more"]) {
      const server = await startModern(({ message: { id } }) =>
        answer(id, { tools: [TOOL], nextCursor }),
      );
      expect(await clientOf(server).listTools({ signal })).toEqual([TOOL]);
    }
  });

  it("counts null as missing, and corrects the type and names of a schema", async () => {
    const silent = { name: "look", description: null, annotations: null };
    const inputSchema = { type: "string", required: [1] };
    const server = await startModern(({ message: { id } }) =>
      answer(id, { tools: [{ ...silent, inputSchema }] }),
    );
    expect(await clientOf(server).listTools({ signal })).toEqual([TOOL]);
  });

  it("leaves out tools without a name, and keeps the others", async () => {
    const server = await startModern(({ message: { id } }) =>
      answer(id, { tools: [{ inputSchema: {} }, "look", TOOL] }),
    );
    expect(await clientOf(server).listTools({ signal })).toEqual([TOOL]);
  });
});
