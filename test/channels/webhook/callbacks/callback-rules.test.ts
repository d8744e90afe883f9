import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkCallbackAddress,
  type CallbackRules,
} from "../../../../src/channels/webhook/callbacks/callback-policy.ts";

const PUBLIC: CallbackRules = {
  isPublic: true,
  hosts: [],
  isDevelopment: false,
};
const LISTED: CallbackRules = {
  isPublic: false,
  hosts: [
    { name: "hooks.example.com", port: "" },
    { name: "*.shop.example", port: "" },
    { name: "crm.internal", port: "8443" },
    { name: "localhost", port: "9000" },
  ],
  isDevelopment: false,
};

function toNumber(bytes: readonly number[]): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

describe("checkCallbackAddress", () => {
  it("accepts any public host by default", () => {
    expect(checkCallbackAddress("https://Example.com/a?b#c", PUBLIC)).toEqual({
      kind: "allowed",
      url: new URL("https://example.com/a?b"),
      place: "public",
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
    expect(checkCallbackAddress(address, LISTED)).toMatchObject({
      kind: "allowed",
      place: "listed",
    });
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
  ])("rejects %s if only listed hosts are allowed", (address) => {
    expect(checkCallbackAddress(address, LISTED).kind).toBe("refused");
  });

  it("names the variable that lists the allowed hosts", () => {
    expect(checkCallbackAddress("https://example.com/", LISTED)).toEqual({
      kind: "refused",
      reason:
        "has a host that WEBHOOK_CALLBACK_HOSTS does not list for this caller",
    });
  });

  it("accepts public hosts in addition to listed ones if allowed, and tells them apart", () => {
    const rules = { ...LISTED, isPublic: true };
    expect(checkCallbackAddress("https://example.com/", rules)).toMatchObject({
      place: "public",
    });
    expect(
      checkCallbackAddress("https://crm.internal:8443/", rules),
    ).toMatchObject({ place: "listed" });
    expect(checkCallbackAddress("https://crm.internal/", rules).kind).toBe(
      "refused",
    );
  });

  it.each([
    "http://localhost:8080/hook",
    "http://localhost/",
    "http://127.0.0.1:8080/",
    "http://[::1]:8080/",
    "https://localhost:8443/",
  ])("accepts %s only in development", (address) => {
    const rules = { ...PUBLIC, isDevelopment: true };
    expect(checkCallbackAddress(address, rules)).toMatchObject({
      kind: "allowed",
      place: "this-machine",
    });
    expect(checkCallbackAddress(address, PUBLIC).kind).toBe("refused");
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
    const rules = { ...PUBLIC, isDevelopment: true };
    expect(checkCallbackAddress(address, rules).kind).toBe("refused");
  });

  it.each([
    "",
    "example.com",
    `https://example.com/${"a".repeat(2_000)}`,
    "https://user:secret@hooks.example.com/",
    "https://10.0.0.1/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0x7F000001/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://１２７。0。0。1/",
    "https://%31%32%37.0.0.1/",
    "https://127.0.0.1./",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://parley.localhost/",
    "https://metadata.google.internal/",
    "https://router.localdomain/",
    "https://api.default.svc/",
    "https://example.com:8443/",
    "javascript:alert(1)",
  ])("always rejects %s", (address) => {
    for (const rules of [PUBLIC, LISTED])
      expect(checkCallbackAddress(address, rules).kind).toBe("refused");
  });

  it("rejects private addresses in any notation", () => {
    const octet = fc.nat(255);
    const notation = fc.constantFrom(
      (bytes: readonly number[]) => bytes.join("."),
      (bytes: readonly number[]) => String(toNumber(bytes)),
      (bytes: readonly number[]) => `0x${toNumber(bytes).toString(16)}`,
      (bytes: readonly number[]) => `0${toNumber(bytes).toString(8)}`,
      (bytes: readonly number[]) =>
        bytes.map((byte) => `0x${byte.toString(16)}`).join("."),
      (bytes: readonly number[]) =>
        bytes.map((byte) => `0${byte.toString(8)}`).join("."),
      (bytes: readonly number[]) => `[::ffff:${bytes.join(".")}]`,
      (bytes: readonly number[]) => `[::${bytes.join(".")}]`,
    );
    fc.assert(
      fc.property(
        fc.tuple(fc.constantFrom(0, 10, 127, 169, 192), octet, octet, octet),
        notation,
        (bytes, write) => {
          const address = `https://${write(bytes)}/`;
          expect(checkCallbackAddress(address, PUBLIC).kind).toBe("refused");
        },
      ),
    );
  });

  it("accepts nothing but https without credentials, for any text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl(), fc.string(), fc.webAuthority()),
        fc.constantFrom(PUBLIC, LISTED),
        (text, rules) => {
          const check = checkCallbackAddress(text, rules);
          if (check.kind === "refused") return;
          const { protocol, username, password, hash } = check.url;
          expect([protocol, username, password, hash]).toEqual([
            "https:",
            "",
            "",
            "",
          ]);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
