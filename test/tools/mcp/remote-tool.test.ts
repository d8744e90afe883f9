import type { CallToolResult } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runTool } from "../../../src/agent/run-actions.ts";
import type { McpServer } from "../../../src/tools/mcp/mcp-server.ts";
import {
  nameRemoteTool,
  writeResult,
} from "../../../src/tools/mcp/remote-tool.ts";
import { createRemoteTools } from "../../../src/tools/mcp/remote-tools.ts";
import { ToolError } from "../../../src/types/errors.ts";
import { describeToolContract } from "../../contracts/tool-contract.ts";
import { createToolContext } from "../../fakes/create-tool-context.ts";
import { serveListing, type ListedTool } from "../../stubs/mcp-listing.ts";
import {
  startMcpServer,
  type McpEra,
  type McpScript,
  type McpStub,
} from "../../stubs/mcp-server.ts";
import { registerShop } from "../../stubs/mcp-shop.ts";
import { observe } from "../observe.ts";

const TOKEN = "token-of-the-shop";
const ERAS: readonly McpEra[] = [
  "modern",
  "stateless",
  "json",
  "sessions",
  "resumable",
];
const { signal } = new AbortController();

async function findTool(server: McpServer, name = "shop__find_order") {
  const find = createRemoteTools({ servers: [server], allowedDangerous: [] });
  const tools = await find({ signal });
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no ${name}.`);
  return tool;
}

describeToolContract(
  "a tool of an MCP server",
  async () => {
    const stub = await startMcpServer({ register: registerShop });
    const tool = await findTool({ name: "shop", url: stub.url });
    return { tool, close: () => stub.close() };
  },
  { samples: [{ number: "A-17" }, { number: "A-17", parts: true }] },
);

describe.each(ERAS)("a tool of a server in %s mode", (era) => {
  let stub: McpStub;
  let server: McpServer;
  beforeEach(async () => {
    stub = await startMcpServer({ era, token: TOKEN, register: registerShop });
    server = { name: "shop", url: stub.url, token: TOKEN };
  });
  afterEach(() => stub.close());

  it("returns the server's text", async () => {
    const tool = await findTool(server);
    expect(await observe(tool, { number: "A-17" })).toBe(
      "Order A-17: a red kite, sent on Monday.",
    );
  });

  it("is called with the token and without rediscovering the protocol", async () => {
    const tool = await findTool(server, "shop__list_colours");
    const before = stub.requests.length;
    expect(await observe(tool, {})).toBe("red, blue");
    const requests = stub.requests.slice(before);
    expect(
      requests
        .filter(({ method }) => method === "POST")
        .map(({ call }) => call),
    ).toEqual(
      era === "modern"
        ? ["tools/call"]
        : ["initialize", "notifications/initialized", "tools/call"],
    );
    for (const { headers } of requests)
      expect(headers).toMatchObject({ authorization: `Bearer ${TOKEN}` });
    expect(stub.requests.map(({ method }) => method)).not.toContain("GET");
  });

  it("reports the server's error to the model", async () => {
    const tool = await findTool(server);
    await expect(observe(tool, { number: "B-1" })).rejects.toEqual(
      new ToolError("There is no order B-1."),
    );
  });

  it.each<[string, McpScript, string]>([
    [
      "a wrong token",
      { status: 401, body: "No" },
      "shop denies Parley access (HTTP 401).",
    ],
    [
      "a forbidden tool",
      { status: 403, body: "No" },
      "shop denies Parley access (HTTP 403).",
    ],
    [
      "a wrong URL",
      { status: 404, body: "No" },
      "There is no MCP server at the address of shop (HTTP 404).",
    ],
    [
      "a rate limit",
      { status: 429, body: "No" },
      "shop accepts no more requests for now (HTTP 429).",
    ],
    [
      "a server error",
      { status: 500, body: `at x:1 ${TOKEN}` },
      "shop failed (HTTP 500).",
    ],
    [
      "a redirect to another origin",
      {
        status: 307,
        headers: { location: "https://stranger.example/" },
        body: "",
      },
      "shop has moved to another address (HTTP 307).",
    ],
    [
      "an HTML page",
      { type: "text/html", body: "<html>" },
      "shop does not respond like an MCP server: Unexpected content type: text/html",
    ],
    [
      "truncated JSON",
      { type: "application/json", body: '{"jsonrpc":' },
      "shop does not respond like an MCP server.",
    ],
    [
      "JSON that is no message",
      { type: "application/json", body: "[1]" },
      "shop does not respond like an MCP server.",
    ],
    ["a broken connection", "break-off", "The answer of shop broke off."],
    [
      "a response of 2 MB",
      { type: "application/json", body: JSON.stringify("x".repeat(2_000_000)) },
      "The answer of shop is too long.",
    ],
    [
      "a stream of 2 MB",
      { type: "text/event-stream", body: `: ${"x".repeat(2_000_000)}\n\n` },
      "The answer of shop is too long.",
    ],
  ])("fails with a readable error on %s", async (_, script, problem) => {
    const tool = await findTool(server);
    stub.script(script);
    await expect(observe(tool, { number: "A-17" })).rejects.toEqual(
      new ToolError(problem),
    );
  });

  it("reports that the server is unreachable", async () => {
    const tool = await findTool(server);
    await stub.close();
    await expect(observe(tool, { number: "A-17" })).rejects.toEqual(
      new ToolError("shop cannot be reached."),
    );
    stub = await startMcpServer({ register: registerShop });
  });

  it("throws the signal's reason when it is aborted", async () => {
    const tool = await findTool(server);
    stub.script("hang");
    const controller = new AbortController();
    const running = observe(
      tool,
      { number: "A-17" },
      { signal: controller.signal },
    );
    const reason = new Error("Not wanted any more");
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
  });

  it("rejects unknown fields without a call and tells the model its fields", async () => {
    const tool = await findTool(server);
    const { observation } = await runTool({
      action: {
        tool: tool.name,
        input: { number: "A-17", customer: "Ada" },
        thought: "",
        text: "",
      },
      tools: [tool],
      context: createToolContext(),
      signal,
      timeoutMs: 5_000,
    });
    expect(observation).toContain('Unrecognized key: "customer"');
    expect(observation).toContain("Its fields: number, parts.");
    expect(stub.requests.map(({ call }) => call)).not.toContain("tools/call");
  });

  it("ends at the tool timeout", async () => {
    const tool = await findTool(server);
    stub.script("hang");
    const { observation } = await runTool({
      action: {
        tool: tool.name,
        input: { number: "A-17" },
        thought: "",
        text: "",
      },
      tools: [tool],
      context: createToolContext(),
      signal,
      timeoutMs: 50,
    });
    expect(observation).toContain("shop__find_order gave no result within");
  });
});

describe("a call that may have run before a crash", () => {
  let stub: McpStub;
  afterEach(() => stub.close());

  async function repeat(annotations: ListedTool["annotations"]) {
    const tools = [{ name: "pay", annotations }];
    stub = await startMcpServer({ register: serveListing(() => tools) });
    const server = { name: "shop", url: stub.url };
    const tool = await findTool(server, "shop__pay");
    const outcome = await observe(tool, {}, { mayHaveRun: true }).catch(
      (error: unknown) => error,
    );
    const isCalled = stub.requests.some(({ call }) => call === "tools/call");
    return { outcome, isCalled };
  }

  it.each([undefined, {}, { readOnlyHint: false, idempotentHint: false }])(
    "is not repeated for a tool with the hints %j, and the model is told so",
    async (annotations) => {
      const { outcome, isCalled } = await repeat(annotations);
      expect(isCalled).toBe(false);
      expect(outcome).toBeInstanceOf(ToolError);
      expect(outcome).toMatchObject({
        message: expect.stringContaining(
          "It is unknown whether shop__pay has run",
        ),
      });
    },
  );

  it.each([{ readOnlyHint: true }, { idempotentHint: true }])(
    "is repeated for a tool with the hints %j",
    async (annotations) => {
      expect(await repeat(annotations)).toEqual({
        outcome: '{"name":"pay","input":{}}',
        isCalled: true,
      });
    },
  );
});

describe("a server's response", () => {
  let stub: McpStub | undefined;
  afterEach(() => stub?.close());

  async function find(
    send: (number: string) => {
      text: string;
      isError?: boolean;
      links?: readonly { name: string; title?: string; uri: string }[];
    },
    { search = "" } = {},
  ) {
    stub = await startMcpServer({
      register: ({ server }) => {
        server.registerCapabilities({ tools: {} });
        server.setRequestHandler("tools/list", () => ({
          tools: [{ name: "find_order", inputSchema: { type: "object" } }],
        }));
        server.setRequestHandler("tools/call", () => {
          const { text, isError = false, links = [] } = send("A-17");
          const type = "resource_link" as const;
          return {
            content: [
              { type: "text", text },
              ...links.map((link) => ({ type, ...link })),
            ],
            isError,
          };
        });
      },
    });
    return findTool({
      name: "shop",
      url: stub.url + search,
      token: TOKEN,
      client_secret: "secret-of-parley",
    });
  }

  const run = async (tool: Awaited<ReturnType<typeof find>>) =>
    runTool({
      action: { tool: tool.name, input: "", thought: "", text: "" },
      tools: [tool],
      context: createToolContext(),
      signal,
      timeoutMs: 5_000,
    });

  it("is redacted if it quotes the server's token or URL", async () => {
    const tool = await find(() => ({
      text: `${TOKEN} at ${stub?.url}, ${TOKEN}.`,
    }));
    expect(await run(tool)).toEqual({
      observation: "[hidden] at [hidden], [hidden].",
    });
    const failing = await find(() => ({
      text: `Wrong: Bearer ${TOKEN} secret-of-parley`,
      isError: true,
    }));
    expect(await run(failing)).toEqual({
      observation: "Wrong: Bearer [hidden] [hidden]",
    });
  });

  it("is redacted if it quotes a key from the URL's query", async () => {
    const key = "a1/b2+c3".repeat(3);
    const written = encodeURIComponent(key);
    const tool = await find(
      () => ({ text: `${key}, ${written}, 2025-06-18` }),
      {
        search: `?version=2025-06-18&key=${written}`,
      },
    );
    expect(await run(tool)).toEqual({
      observation: "[hidden], [hidden], 2025-06-18",
    });
  });

  it("has the pages that it links as sources, but none with a secret", async () => {
    const tool = await find(() => ({
      text: "See:",
      links: [
        { name: "guide", title: "The guide", uri: "https://shop.example/a" },
        { name: "list", uri: "http://shop.example/b" },
        { name: "file", uri: "file:///etc/kites" },
        { name: "mine", uri: `https://shop.example/?token=${TOKEN}` },
      ],
    }));
    expect(await run(tool)).toEqual({
      observation:
        "See:\nThe guide: https://shop.example/a\nlist: http://shop.example/b\nfile: file:///etc/kites\nmine: https://shop.example/?token=[hidden]",
      sources: [
        { title: "The guide", url: "https://shop.example/a" },
        { title: "list", url: "http://shop.example/b" },
      ],
    });
  });

  it("is cut like other observations, even if it is an error", async () => {
    const long = await run(await find(() => ({ text: "x".repeat(100_000) })));
    expect(long.observation).toMatch(
      /^x{4000}… \(cut: 96000 more characters\)$/,
    );
    const error = await run(
      await find(() => ({ text: "x".repeat(100_000), isError: true })),
    );
    expect(error.observation).toMatch(/^x{4000}… \(cut/);
  });

  it("is described if it is empty", async () => {
    expect(await run(await find(() => ({ text: " " })))).toEqual({
      observation: "shop__find_order succeeded and returned nothing.",
    });
    expect(await run(await find(() => ({ text: "", isError: true })))).toEqual({
      observation: "shop__find_order failed and does not say why.",
    });
  });

  it("is redacted and reported if it is a protocol error", async () => {
    const tool = await find(() => {
      throw new Error(`No database for ${TOKEN}`);
    });
    expect((await run(tool)).observation).toMatch(
      /^shop refused the request: .*No database for \[hidden\]$/,
    );
  });

  it("is cut to one short line if it is a long protocol error", async () => {
    const tool = await find(() => {
      throw new Error("No database\n".repeat(50_000));
    });
    const { observation } = await run(tool);
    expect(observation).toMatch(/^shop refused the request: .+…$/);
    expect(observation.length).toBeLessThan(400);
  });
});

describe("nameRemoteTool", () => {
  it.each([
    ["find_order", "shop__find_order"],
    ["findOrder", "shop__find_order"],
    ["orders.find-one", "shop__orders_find_one"],
    ["getURL2", "shop__get_url2"],
    ["  Find  order! ", "shop__find_order"],
    ["__a__b__", "shop__a_b"],
    ["查询 order", "shop__order"],
  ])("turns %j into %j", (tool, name) => {
    expect(nameRemoteTool("shop", tool)).toBe(name);
  });

  it.each(["", "查询", "__", "a".repeat(59), "a".repeat(1_000_000)])(
    "returns no name if the result would be empty or too long",
    (tool) => {
      expect(nameRemoteTool("shop", tool)).toBeUndefined();
    },
  );

  it("returns only names that providers accept", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (tool) => {
        const name = nameRemoteTool("shop", tool);
        if (name !== undefined) expect(name).toMatch(/^shop__[a-z0-9_]{1,58}$/);
      }),
    );
  });
});

const image = { type: "image", data: "aGk=", mimeType: "image/png" } as const;

/** Writes a result as a server sends it. */
function write(result: unknown): string {
  return writeResult(result as CallToolResult);
}

describe("writeResult", () => {
  it("joins text items", () => {
    expect(
      write({
        content: [
          { type: "text", text: "one" },
          { type: "text", text: "" },
          { type: "text", text: "two\ud800" },
        ],
        structuredContent: { n: 1 },
      }),
    ).toBe("one\ntwo\ufffd");
  });

  it("falls back to structured content if there is no text", () => {
    expect(
      write({ content: [image], structuredContent: { n: [1, null] } }),
    ).toBe('[image left out]\n{"n":[1,null]}');
  });

  it("names the media that it leaves out", () => {
    expect(
      write({
        content: [
          image,
          { type: "audio", data: "aGk=", mimeType: "audio/wav" },
          {
            type: "resource",
            resource: { uri: "file:///a.bin", blob: "aGk=" },
          },
        ],
      }),
    ).toBe(
      "[image left out]\n[audio left out]\n[resource left out: file:///a.bin]",
    );
  });

  it("includes text resources and lists links by title and URL", () => {
    expect(
      write({
        content: [
          { type: "resource", resource: { uri: "file:///a.md", text: "# A" } },
          { type: "resource_link", name: "b", uri: "https://shop.example/b" },
          {
            type: "resource_link",
            name: "c",
            title: "The kite",
            uri: "https://shop.example/c",
          },
        ],
      }),
    ).toBe("# A\nb: https://shop.example/b\nThe kite: https://shop.example/c");
  });

  it("removes invisible characters", () => {
    const hidden = "\u{E0048}\u{E0069}\u200B\u202E\u0007";
    expect(
      write({
        content: [{ type: "text", text: `sent ${hidden}on\n\tMonday` }],
      }),
    ).toBe("sent on\n\tMonday");
    expect(
      write({ content: [], structuredContent: { note: hidden } }),
    ).not.toMatch(/[\u{E0000}-\u{E007F}\u200B\u202E]/u);
  });

  it("returns an empty text for an empty result", () => {
    expect(write({ content: [] })).toBe("");
  });
});
