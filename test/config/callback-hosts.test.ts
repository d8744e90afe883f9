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
      { host: { name: "hooks.example.com", port: "" } },
      { host: { name: "*.xn--bcher-kva.example", port: "" } },
      { host: { name: "crm.internal", port: "8443" } },
      { host: { name: "localhost", port: "9000" } },
      { host: { name: "10.0.0.5", port: "" } },
      { host: { name: "a.example", port: "" } },
    ]);
  });

  it("limits a host to a caller by a prefix", () => {
    expect(
      parse(
        "shop:hooks.shop.example,help-desk:*.desk.example:8443,shop:localhost:9000,shop:public,shop:[::1]:9000",
      ).data,
    ).toEqual([
      { caller: "shop", host: { name: "hooks.shop.example", port: "" } },
      { caller: "help-desk", host: { name: "*.desk.example", port: "8443" } },
      { caller: "shop", host: { name: "localhost", port: "9000" } },
      { caller: "shop", host: "public" },
      { caller: "shop", host: { name: "[::1]", port: "9000" } },
    ]);
  });

  it("reads public", () => {
    expect(parse("crm.internal, public").data).toMatchObject([
      { host: { name: "crm.internal" } },
      { host: "public" },
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
