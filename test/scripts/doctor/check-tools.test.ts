import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEPLOYMENT_SECRET } from "../../fixtures/secrets.ts";
import { startMcpServer, type McpStub } from "../../stubs/mcp-server.ts";
import { registerShop } from "../../stubs/mcp-shop.ts";
import {
  PARLEY_LIBRARY_KEY,
  problem,
  type ParleyReply,
} from "../../stubs/parley-server.ts";
import {
  startSearchServer,
  type SearchServer,
} from "../../stubs/search-server.ts";
import {
  SEARCH_INDEX,
  SEARCH_KEY,
  SEARCH_SERVICES,
} from "../../stubs/search-services.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
beforeEach(async () => void (world = await createDoctorWorld()));
afterEach(() => world.close());

async function run(
  settings: Readonly<Record<string, string>>,
  given: readonly string[] = [],
) {
  const { code, output } = await world.run(["--only", "tools", ...given], {
    settings,
  });
  return { code, output: unwrap(output) };
}

describe("the search", () => {
  let tavily: SearchServer;
  let cluster: SearchServer;
  let wikipedia: SearchServer;
  beforeEach(async () => {
    [tavily, cluster, wikipedia] = await Promise.all([
      startSearchServer(SEARCH_SERVICES.tavily),
      startSearchServer(SEARCH_SERVICES.elasticsearch),
      startSearchServer(SEARCH_SERVICES.wikipedia),
    ]);
  });
  afterEach(async () => {
    await Promise.all([tavily.close(), cluster.close(), wikipedia.close()]);
  });

  const settings = () => ({
    TOOLS: "search",
    SEARCH_PROVIDERS: "tavily,elasticsearch,wikipedia",
    TAVILY_API_KEY: SEARCH_KEY,
    TAVILY_BASE_URL: tavily.url,
    ELASTICSEARCH_BASE_URL: cluster.url,
    ELASTICSEARCH_INDEX: SEARCH_INDEX,
    ELASTICSEARCH_API_KEY: SEARCH_KEY,
    WIKIPEDIA_BASE_URL: wikipedia.url,
  });

  it("asks each provider once and reports its results", async () => {
    const { code, output } = await run(settings());
    expect(code).toBe(0);
    for (const name of ["tavily", "elasticsearch", "wikipedia"])
      expect(output).toMatch(
        new RegExp(
          `✓ Search with ${name}: \\d+ results? for “Ada Lovelace”, first “Ada Lovelace.*”\\. \\(`,
        ),
      );
    expect(tavily.requests).toHaveLength(1);
    expect(wikipedia.requests).toHaveLength(1);
  });

  it("uses the operator's query", async () => {
    const { code, output } = await run(settings(), ["--query", "xyzzyx"]);
    expect(code).toBe(0);
    expect(output).toContain("! Search with tavily: nothing for “xyzzyx”.");
    expect(output).toContain("check ELASTICSEARCH_INDEX and");
  });

  it("reports a wrong key without showing it", async () => {
    const { code, output } = await run({
      ...settings(),
      TAVILY_API_KEY: "the-wrong-key-of-tavily",
    });
    expect(code).toBe(1);
    expect(output).toContain("✗ Search with tavily: HTTP 401, ");
    expect(output).toContain("→ Check TAVILY_API_KEY and TAVILY_BASE_URL");
    expect(output).not.toContain("the-wrong-key-of-tavily");
    expect(output).toContain("✓ Search with wikipedia");
  });

  it("reports a provider that fails or is unreachable", async () => {
    wikipedia.replyNext({ status: 500, body: "Oh no" });
    const { code, output } = await run({
      ...settings(),
      TAVILY_BASE_URL: "http://127.0.0.1:1",
    });
    expect(code).toBe(1);
    expect(output).toContain("✗ Search with tavily: it could not be reached.");
    expect(output).toContain("and TAVILY_BASE_URL if you have set it.");
    expect(output).toContain("✗ Search with wikipedia: HTTP 500.");
  });

  it("reports a rejected query", async () => {
    tavily.replyNext({ status: 400, body: {} });
    const { output } = await run(settings());
    expect(output).toContain("→ Try other words with --query.");
  });

  it("is reported as off", async () => {
    const { code, output } = await run({ TOOLS: "calculator" });
    expect(code).toBe(0);
    expect(output).toContain("– Search: off; add it to TOOLS to enable it.");
  });
});

describe("the MCP servers", () => {
  const TOKEN = "token-of-the-shop";
  let shop: McpStub;
  beforeEach(async () => {
    shop = await startMcpServer({ token: TOKEN, register: registerShop });
  });
  afterEach(() => shop.close());

  const settings = (entry: object = {}) => ({
    TOOLS: "calculator",
    MCP_SERVERS: JSON.stringify({
      shop: { url: shop.url, token: TOKEN, ...entry },
    }),
  });

  it("list their tools, and those that are left out", async () => {
    const { code, output } = await run(settings());
    expect(code).toBe(0);
    expect(output).toContain(
      "✓ MCP server shop: shop__find_order, shop__list_colours. (",
    );
    expect(output).toContain(
      "! MCP server shop: cancel_order is left out.\n    → Because its server marks it as destructive; to allow it, add shop__cancel_order to TOOLS_ALLOW_DANGEROUS",
    );
  });

  it.each([
    ["signed-in", "✓ MCP server shop: signed in. ("],
    ["signed-out", "! MCP server shop: nobody is signed in."],
    ["refused", "! MCP server shop: it accepts the sign-in no longer."],
  ])("tell that an operator is %s there", async (state, found) => {
    world.parley.script("GET /admin/setup/sign-ins", {
      status: 200,
      body: { sign_ins: [{ name: "shop", by: "operator", state }] },
    });
    const { code, output } = await run({
      ...settings({ token: undefined, auth: "deployment" }),
      PARLEY_SECRET: DEPLOYMENT_SECRET,
      ADMIN_API_KEY: DEPLOYMENT_SECRET,
    });
    expect(code).toBe(0);
    expect(output).toContain(found);
  });

  it("are reported if they lack a configured tool", async () => {
    const { code, output } = await run(settings({ tools: ["sell"] }));
    expect(code).toBe(0);
    expect(output).toContain("! MCP server shop: no usable tools.");
    expect(output).toContain("→ Because the server has no such tool.");
  });

  it("are reported if they deny access, are unreachable or speak another protocol", async () => {
    expect(
      (await run(settings({ token: "the-wrong-token" }))).output,
    ).toContain(
      '✗ MCP server shop: shop denies Parley access (HTTP 401).\n    → Check the "url" and the "token" of shop in MCP_SERVERS.',
    );
    shop.script({ body: "Hello" });
    expect((await run(settings())).output).toContain(
      "shop does not respond like an MCP server: Unexpected content type",
    );
    const { code, output } = await run(settings({ url: "http://127.0.0.1:1" }));
    expect(code).toBe(1);
    expect(output).toContain("shop cannot be reached.");
  });
});

describe("the library", () => {
  const settings = { TOOLS: "library", LIBRARY_KEY: PARLEY_LIBRARY_KEY };

  it("reports its documents", async () => {
    const { code, output } = await run(settings);
    expect(code).toBe(0);
    expect(output).toContain("✓ Library: 2 documents. (");
  });

  it("warns if it is empty", async () => {
    const body = { documents: [] };
    world.parley.script("GET /library/documents", { status: 200, body });
    const { code, output } = await run(settings);
    expect(code).toBe(0);
    expect(output).toContain("! Library: it has no documents.");
  });

  it("reports a different key", async () => {
    const { code, output } = await run({ ...settings, LIBRARY_KEY: "another" });
    expect(code).toBe(1);
    expect(output).toContain("✗ Library: HTTP 401; Scripted.");
    expect(output).toContain("→ Set LIBRARY_KEY there to the same as here");
  });

  it.each<[ParleyReply, string]>([
    [problem(500, "internal-error"), "✗ Library: HTTP 500; Scripted."],
    [{ status: 200, body: "<h1>Hello</h1>" }, "✗ Library: HTTP 200"],
  ])("fails (%#)", async (reply, found) => {
    world.parley.script("GET /library/documents", reply);
    const { code, output } = await run(settings);
    expect(code).toBe(1);
    expect(output).toContain(found);
  });

  it("is skipped if the deployment's key is unknown here", async () => {
    const { output } = await run({ TOOLS: "library" }, [
      "--url",
      "https://127.0.0.2.invalid",
    ]);
    expect(output).toContain("– Library: skipped, since LIBRARY_KEY");
  });
});
