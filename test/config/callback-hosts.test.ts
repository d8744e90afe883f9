import { describe, expect, it } from "vitest";
import { callbackHosts } from "../../src/config/callback-hosts.ts";

const parse = (value: string) => callbackHosts().safeParse(value);

describe("callbackHosts", () => {
  it("reads a list of hosts, normalised by URL", () => {
    expect(
      parse(
        "hooks.Example.com, *.bücher.example,crm.internal:8443,localhost:9000,10.0.0.5,a.example:443",
      ).data,
    ).toEqual([
      { name: "hooks.example.com", port: "" },
      { name: "*.xn--bcher-kva.example", port: "" },
      { name: "crm.internal", port: "8443" },
      { name: "localhost", port: "9000" },
      { name: "10.0.0.5", port: "" },
      { name: "a.example", port: "" },
    ]);
  });

  it("limits a host to a caller by a prefix", () => {
    expect(
      parse(
        "shop:hooks.shop.example,help-desk:*.desk.example:8443,shop:localhost:9000,shop:[::1]:9000",
      ).data,
    ).toEqual([
      { caller: "shop", name: "hooks.shop.example", port: "" },
      { caller: "help-desk", name: "*.desk.example", port: "8443" },
      { caller: "shop", name: "localhost", port: "9000" },
      { caller: "shop", name: "[::1]", port: "9000" },
    ]);
  });

  it.each([
    "https://hooks.example.com",
    "hooks.example.com/parley",
    "user@hooks.example.com",
    "*",
    "*.",
    "*.*.example.com",
    "hooks.example.com:port",
    "hooks.example.com:99999",
    "a b",
    "my shop:hooks.example.com",
    "shop:",
    ":hooks.example.com",
    "shop:https://hooks.example.com",
    "shop:desk:hooks.example.com",
    "a,b/c",
  ])("rejects %s", (value) => {
    expect(parse(value).error?.issues[0]?.message).toContain(
      "must be a list of hosts",
    );
  });
});
