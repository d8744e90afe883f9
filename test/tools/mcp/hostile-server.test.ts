import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRemoteTools } from "../../../src/tools/mcp/remote-tools.ts";
import { event, inJson, inStream } from "../../stubs/raw-mcp-server.ts";
import {
  answer,
  call,
  closeServers,
  reply,
  start,
  startLegacy,
  startModern,
  textResult,
  TOOL,
} from "./raw-servers.ts";

const MB = 1024 * 1024;
const ERAS = ["legacy", "modern"] as const;
const STARTS = { legacy: startLegacy, modern: startModern };
const { signal } = new AbortController();
const TOO_LONG = "The answer of shop is too long.";

/** Bytes of all bodies that Parley has read. */
let bytesRead = 0;

beforeEach(() => {
  bytesRead = 0;
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const response = await fetch(input, init);
    const counted = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          bytesRead += piece.byteLength;
          controller.enqueue(piece);
        },
      }),
    );
    return new Response(counted ?? null, response);
  });
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeServers();
});

/** The tools that Parley takes, and the lines that it logs about them. */
async function list({ url }: { url: string }, tools?: readonly string[]) {
  const find = createRemoteTools({
    servers: [{ name: "shop", url, ...(tools && { tools }) }],
    allowedDangerous: [],
  });
  const found = await find({ signal });
  const lines = [console.error, console.warn].flatMap((method) =>
    vi.mocked(method).mock.calls.map(([line]) => String(line)),
  );
  return { names: found.map(({ name }) => name), lines };
}

/** A page of a megabyte, as full of tools as it can be. */
function fullPage(id: unknown, page: number) {
  const tools: unknown[] = [];
  for (let length = 0; length < 0.99 * MB; length += 40)
    tools.push({ name: `t${page}_${tools.length}`, inputSchema: {} });
  return reply(id, { tools, nextCursor: String(page + 1) });
}

describe.each(ERAS)("a hostile %s server", (era) => {
  const startEra = STARTS[era];
  const send = {
    JSON: inJson,
    events: (sent: unknown) => inStream(event(sent), ""),
  };

  it.each(["JSON", "events"] as const)(
    "with endless pages of tools in %s has 100 of them used, and costs one line",
    async (format) => {
      let pages = 0;
      const server = await startEra(({ message: { id } }) =>
        send[format](fullPage(id, ++pages)),
      );
      const { names, lines } = await list(server);
      expect(names).toHaveLength(100);
      expect(lines).toHaveLength(1);
      expect(pages).toBe(1);
      expect(bytesRead).toBeLessThan(1.1 * MB);
    },
  );

  it("with endless pages of tools that nobody wants is read up to 4 MB", async () => {
    let pages = 0;
    const server = await startEra(({ message: { id } }) =>
      inJson(fullPage(id, ++pages)),
    );
    const { names, lines } = await list(server, ["find_order"]);
    expect(names).toEqual([]);
    expect(lines).toEqual([expect.stringContaining(TOO_LONG)]);
    expect(pages).toBeLessThanOrEqual(5);
    expect(bytesRead).toBeLessThan(4.3 * MB);
  });

  it("with 30,000 unusable tools costs one line", async () => {
    const tools = Array.from({ length: 30_000 }, (_, at) => ({
      name: `${"a".repeat(100)}${at}`,
    }));
    const server = await startEra(({ message: { id } }) =>
      answer(id, { tools }),
    );
    const { names, lines } = await list(server);
    expect(names).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.length).toBeLessThan(2_000);
  });

  it("whose schemas are too wide loses only those tools", async () => {
    const wide = {
      name: "wide",
      inputSchema: { enum: Array(300_000).fill(1) },
    };
    const server = await startEra(({ message: { id } }) =>
      answer(id, { tools: [wide, TOOL] }),
    );
    const { names, lines } = await list(server);
    expect(names).toEqual(["shop__look"]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("the schema of its input is too large");
  });

  it("whose JSON is too deep to be written is refused", async () => {
    const deep = `${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`;
    const server = await startEra(({ message: { id } }) => {
      const page = answer(id, { content: [], structuredContent: "DEEP" });
      return { ...page, body: page?.body?.replace('"DEEP"', deep) ?? "" };
    });
    await expect(call(server)).rejects.toThrow("not respond like");
  });

  it("is cut off within an answer that does not end", async () => {
    const body = "[".repeat(6 * MB);
    for (const type of ["application/json", "text/event-stream"]) {
      bytesRead = 0;
      const server = await startEra(() => ({
        headers: { "content-type": type },
        body,
        isOpen: true,
      }));
      await expect(call(server)).rejects.toThrow(TOO_LONG);
      expect(bytesRead).toBeLessThan(1.2 * MB);
    }
  });

  it("has the first 100 parts of a result read, and the others not even checked", async () => {
    const content = [
      ...Array.from({ length: 100 }, () => ({ type: "text", text: "x" })),
      ...Array.from({ length: 100_000 }, () => ({})),
    ];
    const server = await startEra(({ message: { id } }) =>
      answer(id, { content }),
    );
    expect(await call(server)).toBe("x\n".repeat(100).trim());
  });

  it("cannot cause many requests by asking for answers, or by streams to resume", async () => {
    const pings = Array.from({ length: 5_000 }, (_, id) =>
      event({ jsonrpc: "2.0", id, method: "ping" }),
    );
    const pinging = await startEra(({ message: { method } }) =>
      method === undefined ? { status: 202 } : inStream(...pings, ""),
    );
    await expect(call(pinging)).rejects.toThrow(/broke off|not respond like/);
    expect(pinging.requests.length).toBeLessThanOrEqual(60);
    const resuming = await startEra(() =>
      inStream("id: 7", "retry: 0", "data: ", "", ""),
    );
    await expect(call(resuming)).rejects.toThrow("not respond like");
    expect(resuming.requests.length).toBeLessThanOrEqual(60);
  });

  it.each(["JSON", "events"] as const)(
    "that sends more than 100 messages in %s is refused",
    async (format) => {
      const message = { jsonrpc: "2.0", id: 99, result: {} };
      const server = await startEra(() =>
        format === "JSON"
          ? inJson(Array(20_000).fill(message))
          : inStream(...Array<string>(20_000).fill(event(message)), ""),
      );
      await expect(call(server)).rejects.toThrow("not respond like");
    },
  );

  it("may send any number of notifications, which are ignored", async () => {
    const server = await startEra(({ message: { id } }) =>
      inStream(
        ...Array.from({ length: 10_000 }, () =>
          event({ jsonrpc: "2.0", method: "notifications/message" }),
        ),
        event(reply(id, textResult("here"))),
        "",
      ),
    );
    expect(await call(server)).toBe("here");
  });
});

describe("the handshake of a hostile server", () => {
  it("has an HTTP error without an end cut", async () => {
    const server = await start(() => ({
      status: 500,
      body: "x".repeat(6 * MB),
      isOpen: true,
    }));
    await expect(call(server)).rejects.toThrow("shop failed (HTTP 500).");
    expect(bytesRead).toBeLessThan(0.3 * MB);
  });
});
