import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSetting } from "../../../src/settings/setting.ts";
import { MCP_SETTINGS } from "../../../src/tools/mcp/mcp-server.ts";

const SECRET = "s3cret-of-the-shop";

function parse(value: unknown) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const { success, data, error } = readSetting(MCP_SETTINGS.MCP_SERVERS, text);
  return success
    ? { servers: data }
    : { problems: error.issues.map(({ message }) => message) };
}

describe("MCP_SERVERS", () => {
  it("lists servers by URL, optionally with a token and a selection of tools", () => {
    expect(
      parse({
        shop: {
          url: " https://shop.example/mcp?key=1 ",
          token: SECRET,
          tools: ["find_order"],
        },
        crm_2: { url: "https://crm.example/mcp/" },
      }),
    ).toEqual({
      servers: [
        {
          name: "shop",
          url: "https://shop.example/mcp?key=1",
          token: SECRET,
          tools: ["find_order"],
        },
        { name: "crm_2", url: "https://crm.example/mcp/" },
      ],
    });
  });

  it("tells who signs in, and as which client", () => {
    const shop = {
      url: "https://shop.example/mcp",
      auth: "person",
      client_id: "parley",
      client_secret: SECRET,
      scope: "orders offline_access",
    };
    expect(parse({ shop })).toEqual({ servers: [{ name: "shop", ...shop }] });
  });

  it.each([
    "http://localhost:3000/mcp",
    "http://127.0.0.1/mcp",
    "http://[::1]:3000/mcp",
  ])("accepts a loopback server without TLS: %s", (url) => {
    expect(parse({ shop: { url } })).toEqual({
      servers: [{ name: "shop", url }],
    });
  });

  it.each<[string, unknown, string]>([
    [
      "text that is no JSON",
      "https://shop.example/mcp",
      "must be a JSON object, e.g. {",
    ],
    ["a list", [{ url: "https://shop.example" }], "must be a JSON object"],
    [
      "a name with invalid characters",
      { "my-shop": { url: "https://shop.example" } },
      "has a server whose name is not of a-z, 0-9 and _",
    ],
    ["a missing URL", { shop: {} }, 'needs an https address as "url" of shop'],
    [
      "an invalid URL",
      { shop: { url: "shop.example" } },
      "needs an https address",
    ],
    [
      "a URL without TLS",
      { shop: { url: "http://shop.example/mcp" } },
      "needs an https address",
    ],
    [
      "a host that only resembles loopback",
      { shop: { url: "http://127.0.0.1.shop.example/mcp" } },
      "needs an https address",
    ],
    [
      "a URL with a password",
      { shop: { url: `https://me:${SECRET}@shop.example` } },
      "without user name and password",
    ],
    [
      "a token with the Bearer prefix",
      { shop: { url: "https://shop.example", token: `Bearer ${SECRET}` } },
      'has a "token" of shop with blanks',
    ],
    [
      "an empty selection of tools",
      { shop: { url: "https://shop.example", tools: [] } },
      'needs a list of names as "tools" of shop',
    ],
    [
      "an unknown key",
      { shop: { url: "https://shop.example", key: SECRET } },
      'may only hold "url", "token", "tools", "auth", "client_id", "client_secret" and "scope" for shop',
    ],
    ["a bare URL", { shop: "https://shop.example" }, "may only hold"],
    [
      "too many servers",
      Object.fromEntries(
        Array.from({ length: 21 }, (_, at) => [
          `s${at}`,
          { url: "https://shop.example" },
        ]),
      ),
      "has more than 20 servers",
    ],
    [
      "an unknown way to sign in",
      { shop: { url: "https://shop.example", auth: "oauth" } },
      'needs "deployment" (an operator signs in for everybody) or "person"',
    ],
    [
      "a scope without words",
      { shop: { url: "https://shop.example", auth: "person", scope: " " } },
      'needs words with spaces between them as "scope" of shop',
    ],
    [
      "a token and a sign-in",
      { shop: { url: "https://shop.example", auth: "person", token: SECRET } },
      'has a "token" and "auth" for shop',
    ],
    [
      "a client without a sign-in",
      { shop: { url: "https://shop.example", client_id: "parley" } },
      'which only a sign-in uses; add "auth"',
    ],
    [
      "a client's secret without the client",
      {
        shop: {
          url: "https://shop.example",
          auth: "deployment",
          client_secret: SECRET,
        },
      },
      'needs the "client_id"',
    ],
  ])("says what to fix about %s", (_, value, problem) => {
    const { problems } = parse(value);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(JSON.stringify(problems)).not.toContain(SECRET);
  });

  it("reports the problems of all servers at once", () => {
    expect(
      parse({ a: { url: "x" }, b: { url: "https://b.example" }, c: {} })
        .problems,
    ).toHaveLength(2);
  });

  it("never echoes a rejected value", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), (value) => {
        const wrong = { shop: { url: value, token: ` ${value}`, more: value } };
        const { problems = [] } = parse(wrong);
        expect(problems.join()).not.toContain(value);
      }),
    );
  });
});
