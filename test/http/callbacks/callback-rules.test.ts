import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkCallbackAddress,
  type CallbackRules,
} from "../../../src/http/callbacks/callback-policy.ts";
import { runs } from "../../property-runs.ts";

const NONE: CallbackRules = { caller: "shop", hosts: [], isDevelopment: false };
const DEVELOPMENT: CallbackRules = { ...NONE, isDevelopment: true };
const LISTED: CallbackRules = {
  ...NONE,
  hosts: [
    { name: "hooks.example.com", port: "" },
    { name: "*.shop.example", port: "" },
    { name: "crm.internal", port: "8443" },
    { name: "localhost", port: "9000" },
  ],
};

describe("checkCallbackAddress", () => {
  it("returns the URL as it is sent", () => {
    expect(
      checkCallbackAddress("https://Hooks.Example.com/a?b#c", LISTED),
    ).toEqual({
      kind: "allowed",
      url: new URL("https://hooks.example.com/a?b"),
    });
  });

  it.each([
    "https://hooks.example.com/parley",
    "https://hooks.example.com:443/",
    "https://a.shop.example/",
    "https://a.b.shop.example/",
    "https://crm.internal:8443/x",
    "https://localhost:9000/",
  ])("accepts the listed host of %s", (address) => {
    expect(checkCallbackAddress(address, LISTED).kind).toBe("allowed");
    expect(checkCallbackAddress(address, NONE).kind).toBe("refused");
  });

  it.each([
    "https://example.com/",
    "https://shop.example/",
    "https://evilshop.example/",
    "https://shop.example.evil.example/",
    "https://hooks.example.com.evil.example/",
    "https://sub.hooks.example.com/",
    "https://hooks.example.com:8443/",
    "https://crm.internal/",
    "https://crm.internal:8444/",
    "https://localhost/",
    "http://localhost:9000/",
    "http://hooks.example.com/",
  ])("rejects %s, which is not listed", (address) => {
    expect(checkCallbackAddress(address, LISTED).kind).toBe("refused");
  });

  it.each([
    "http://localhost:8080/hook",
    "http://localhost/",
    "http://127.0.0.1:8080/",
    "http://[::1]:8080/",
    "https://localhost:8443/",
  ])("accepts %s only in development", (address) => {
    expect(checkCallbackAddress(address, DEVELOPMENT).kind).toBe("allowed");
    expect(checkCallbackAddress(address, NONE).kind).toBe("refused");
  });

  it.each([
    "http://example.com/",
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://127.0.0.2/",
    "http://localhost.example.com/",
    "http://user@localhost/",
    "ftp://localhost/",
    "file://localhost/etc/passwd",
  ])("rejects %s in development, too", (address) => {
    expect(checkCallbackAddress(address, DEVELOPMENT).kind).toBe("refused");
  });

  it.each([
    "",
    "hooks.example.com",
    `https://hooks.example.com/${"a".repeat(2_000)}`,
    "https://user:secret@hooks.example.com/",
    "https://hooks.example.com./",
    "javascript:alert(1)",
  ])("always rejects %s", (address) => {
    for (const rules of [LISTED, DEVELOPMENT])
      expect(checkCallbackAddress(address, rules).kind).toBe("refused");
  });

  it("accepts nothing but https without credentials at a listed host, for any text", () => {
    const host = fc.oneof(
      fc.constantFrom(...LISTED.hosts.map(({ name }) => name)),
      fc.webAuthority({ withUserInfo: true, withPort: true }),
    );
    const address = fc
      .tuple(fc.constantFrom("https://", "http://", "ftp://", "//"), host)
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(address, fc.string()), (text) => {
        const check = checkCallbackAddress(text, LISTED);
        if (check.kind === "refused") return;
        const { protocol, username, password, hash, hostname } = check.url;
        expect([protocol, username, password, hash]).toEqual([
          "https:",
          "",
          "",
          "",
        ]);
        expect(hostname).toMatch(
          /^(hooks\.example\.com|.+\.shop\.example|crm\.internal|localhost)$/,
        );
      }),
      { numRuns: runs(100) },
    );
  });
});
