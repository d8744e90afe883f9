import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSetting } from "../../../src/config/setting.ts";
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
  it("names servers by address, with a token and a choice of tools where they are wanted", () => {
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

  it.each([
    "http://localhost:3000/mcp",
    "http://127.0.0.1/mcp",
    "http://[::1]:3000/mcp",
  ])("may be on this machine without TLS: %s", (url) => {
    expect(parse({ shop: { url } })).toEqual({
      servers: [{ name: "shop", url }],
    });
  });

  it.each<[string, unknown, string]>([
    ["no JSON", "https://shop.example/mcp", "must be a JSON object, e.g. {"],
    [
      "a server twice",
      `{"shop": {"url": "https://a.example"}, "shop": {"url" : "https://b.example"}}`,
      "names a server twice",
    ],
    ["a list", [{ url: "https://shop.example" }], "must be a JSON object"],
    [
      "a name of other characters",
      { "my-shop": { url: "https://shop.example" } },
      "has a server whose name is not of a-z, 0-9 and _",
    ],
    ["no address", { shop: {} }, 'needs an https address as "url" of shop'],
    [
      "an address that is none",
      { shop: { url: "shop.example" } },
      "needs an https address",
    ],
    [
      "one without TLS",
      { shop: { url: "http://shop.example/mcp" } },
      "needs an https address",
    ],
    [
      "one that only looks like this machine",
      { shop: { url: "http://127.0.0.1.shop.example/mcp" } },
      "needs an https address",
    ],
    [
      "one with a password",
      { shop: { url: `https://me:${SECRET}@shop.example` } },
      "without user name and password",
    ],
    [
      "a token that is not pasted as it should be",
      { shop: { url: "https://shop.example", token: `Bearer ${SECRET}` } },
      'has a "token" of shop with blanks',
    ],
    [
      "an empty choice",
      { shop: { url: "https://shop.example", tools: [] } },
      'needs a list of names as "tools" of shop',
    ],
    [
      "something unknown",
      { shop: { url: "https://shop.example", key: SECRET } },
      'may only hold "url", "token" and "tools" for shop',
    ],
    ["a bare address", { shop: "https://shop.example" }, "may only hold"],
    [
      "too many",
      Object.fromEntries(
        Array.from({ length: 21 }, (_, at) => [
          `s${at}`,
          { url: "https://shop.example" },
        ]),
      ),
      "has more than 20 servers",
    ],
  ])("says what to fix about %s", (_, value, problem) => {
    const { problems } = parse(value);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(JSON.stringify(problems)).not.toContain(SECRET);
  });

  it("reports all servers at once", () => {
    expect(
      parse({ a: { url: "x" }, b: { url: "https://b.example" }, c: {} })
        .problems,
    ).toHaveLength(2);
  });

  it("never repeats a value that it refuses", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), (value) => {
        const wrong = { shop: { url: value, token: ` ${value}`, more: value } };
        const { problems = [] } = parse(wrong);
        expect(problems.join()).not.toContain(value);
      }),
    );
  });
});
