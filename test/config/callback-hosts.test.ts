import { describe, expect, it } from "vitest";
import { callbackHosts } from "../../src/config/callback-hosts.ts";

const parse = (value: string) => callbackHosts().safeParse(value);

describe("the hosts for callbacks", () => {
  it("are those that are listed, as URL writes them", () => {
    expect(
      parse(
        "hooks.Example.com, *.bücher.example,crm.internal:8443,localhost:9000,10.0.0.5,a.example:443",
      ).data,
    ).toEqual({
      isPublic: false,
      hosts: [
        { name: "hooks.example.com", port: "" },
        { name: "*.xn--bcher-kva.example", port: "" },
        { name: "crm.internal", port: "8443" },
        { name: "localhost", port: "9000" },
        { name: "10.0.0.5", port: "" },
        { name: "a.example", port: "" },
      ],
    });
  });

  it("are all of the public internet where the list says so, too", () => {
    expect(parse("public").data).toEqual({ isPublic: true, hosts: [] });
    expect(parse("crm.internal, public").data).toMatchObject({
      isPublic: true,
      hosts: [{ name: "crm.internal" }],
    });
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
    "a,b/c",
  ])("are not %s", (value) => {
    expect(parse(value).error?.issues[0]?.message).toContain(
      "must be a list of hosts",
    );
  });
});
