import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createClientKey, toNetwork } from "../../src/http/platform-context.ts";
import { createKeyedHash } from "../../src/http/secrets.ts";
import { DEPLOYMENT_SECRET } from "../fixtures/secrets.ts";

/** Key of requests from the address. */
async function keyOf(
  clientAddress: string | undefined,
  { secret = DEPLOYMENT_SECRET, headers = {} } = {},
): Promise<string> {
  const hash = createKeyedHash({ secret, purpose: ["client address"] });
  const clientKey = createClientKey(hash);
  const app = new Hono().get("/", async (context) =>
    context.text(await clientKey(context)),
  );
  const response = await app.request("/", { headers }, { clientAddress });
  return response.text();
}

describe("the key of a client", () => {
  it("is a hash that reveals no address without the secret", async () => {
    const key = await keyOf("203.0.113.7");
    expect(key).toMatch(/^address\/[0-9a-f]{32}$/);
    expect(await keyOf("203.0.113.7")).toBe(key);
    expect(await keyOf("203.0.113.8")).not.toBe(key);
    expect(await keyOf("203.0.113.7", { secret: "another" })).not.toBe(key);
  });

  it.each(["x-forwarded-for", "x-real-ip", "forwarded", "cf-connecting-ip"])(
    "cannot be chosen by the header %s",
    async (name) => {
      const headers = { [name]: "198.51.100.1" };
      expect(await keyOf("203.0.113.7", { headers })).toBe(
        await keyOf("203.0.113.7"),
      );
    },
  );

  it("is the same for all unknown addresses", async () => {
    const app = new Hono().get("/", async (context) => {
      const hash = createKeyedHash({ secret: "s", purpose: [] });
      return context.text(await createClientKey(hash)(context));
    });
    const without = await (await app.request("/")).text();
    expect(without).toMatch(/^address\//);
    expect(await keyOf(undefined)).toBe(await keyOf(undefined));
  });
});

describe("a network", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["no address", "no address"],
  ])("of %s is %s", (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });
});
