import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkPublicAddress } from "../../src/runtime/public-address.ts";
import { runs } from "../property-runs.ts";

const kindOf = (address: string) => checkPublicAddress(address).kind;

/** Notations of the same IPv4 address. */
const NOTATIONS: readonly ((bytes: readonly number[]) => string)[] = [
  (bytes) => bytes.join("."),
  (bytes) => `${bytes.join(".")}.`,
  (bytes) => String(toNumber(bytes)),
  (bytes) => `0x${toNumber(bytes).toString(16)}`,
  (bytes) => `0${toNumber(bytes).toString(8)}`,
  (bytes) => bytes.map((byte) => `0x${byte.toString(16)}`).join("."),
  (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join("."),
  (bytes) => bytes.map((byte) => `000${byte.toString(8)}`).join("."),
  ([a, ...rest]) => `${a}.${toNumber(rest)}`,
  ([a, b, ...rest]) => `${a}.${b}.${toNumber(rest)}`,
  (bytes) => bytes.map((byte) => encodeAll(String(byte))).join("%2E"),
  (bytes) => toFullWidth(bytes.join(".")),
  (bytes) => bytes.join("。"),
  (bytes) => `[::ffff:${bytes.join(".")}]`,
  (bytes) => `[::ffff:${toGroups(bytes)}]`,
  (bytes) => `[0:0:0:0:0:0:${toGroups(bytes)}]`,
  (bytes) => `[64:ff9b::${toGroups(bytes)}]`,
  (bytes) => `[2002:${toGroups(bytes)}::1]`,
];

function toNumber(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

function toGroups([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string {
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function encodeAll(text: string): string {
  return Array.from(
    text,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  ).join("");
}

function toFullWidth(text: string): string {
  return Array.from(text, (character) =>
    String.fromCharCode(character.charCodeAt(0) + 0xfee0),
  ).join("");
}

const byte = fc.nat(255);
const bytes = fc.tuple(byte, byte, byte, byte);
const privateBytes = fc.oneof(
  ...[
    [0],
    [10],
    [100, 64],
    [127],
    [169, 254],
    [172, 16],
    [192, 0, 0],
    [192, 168],
    [198, 18],
    [224],
    [240],
    [255, 255, 255, 255],
    [169, 254, 169, 254],
  ].map((start) =>
    bytes.map((rest) => [...start, ...rest.slice(start.length)]),
  ),
);
const notation = fc.constantFrom(...NOTATIONS);
const ending = fc.constantFrom(
  "",
  "/",
  "/latest/meta-data",
  "?x=1",
  "#x",
  "\\x",
);

describe("checkPublicAddress", () => {
  it.each([
    "https://example.com",
    "https://example.com/a?b=c#d",
    "HTTPS://WWW.Example.COM:443/",
    "https://docs.example.co.uk/x",
    "https://zh.wikipedia.org/wiki/上海",
    "https://bücher.example/",
    "https://1.example.com/",
    "https://127.0.0.1.example.com/",
    "https://local.example.com/",
    "https://localhost.example.com/",
    "https://home.example/",
    "https://example.com/@127.0.0.1/",
  ])("accepts %s", (address) => {
    expect(kindOf(address)).toBe("public");
  });

  it("returns the URL as the URL standard parses it", () => {
    expect(checkPublicAddress(" https://Example.com:443/x/../a b ")).toEqual({
      kind: "public",
      url: new URL("https://example.com/a%20b"),
    });
  });

  it.each([
    ["", "is not a valid URL"],
    ["example.com", "is not a valid URL"],
    ["//example.com", "is not a valid URL"],
    ["https://", "is not a valid URL"],
    ["https://a b.example/", "is not a valid URL"],
    ["https://999.1.1.1/", "is not a valid URL"],
    ["https://[::1/", "is not a valid URL"],
    [`https://example.com/${"a".repeat(2_000)}`, "is not a valid URL"],
    ["http://example.com/", "does not begin with https://"],
    ["ftp://example.com/", "does not begin with https://"],
    ["file:///etc/passwd", "does not begin with https://"],
    ["javascript:alert(1)", "does not begin with https://"],
    ["data:text/html,x", "does not begin with https://"],
    ["https://ada@example.com/", "contains a user name or password"],
    ["https://:secret@example.com/", "contains a user name or password"],
    ["https://example.com@evil.example/", "contains a user name or password"],
    ["https://example.com:8443/", "names a port"],
    ["https://example.com:80/", "names a port"],
  ])("rejects %s, since it %s", (address, reason) => {
    expect(checkPublicAddress(address)).toEqual({ kind: "refused", reason });
  });

  it.each([
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://ｌｏｃａｌｈｏｓｔ/",
    "https://%6cocalhost/",
    "https://local\thost/",
    "https:\\\\localhost\\x",
    "https:localhost/x",
    "https://a.localhost/",
    "https://printer.local/",
    "https://printer.local./",
    "https://api.svc.cluster.local/",
    "https://vault.internal/",
    "https://metadata.google.internal/",
    "https://metadata.amazonaws.com/",
    "https://METADATA.azure.com/",
    "https://router.home.arpa/",
    "https://nas.lan/",
    "https://wiki.corp/",
    "https://abc.onion/",
    "https://localhost.localdomain/",
    "https://api.default.svc/",
    "https://shop.test/",
    "https://nobody.invalid/",
    "https://name.alt/",
    "https://example.com./",
    "https://example..com/",
    "https://.example.com/",
    "https://intranet/",
    "https://com/",
  ])("rejects %s, which is no public host", (address) => {
    expect(checkPublicAddress(address)).toEqual({
      kind: "refused",
      reason: "names no host of the public internet",
    });
  });

  it("rejects every IP address of a private network, in every notation", () => {
    fc.assert(
      fc.property(privateBytes, notation, ending, (address, write, end) => {
        expect(kindOf(`https://${write(address)}${end}`)).toBe("refused");
      }),
      { numRuns: runs(200) },
    );
  });

  it("rejects every other IP address", () => {
    fc.assert(
      fc.property(bytes, notation, (address, write) => {
        expect(kindOf(`https://${write(address)}/`)).toBe("refused");
      }),
      { numRuns: runs(100) },
    );
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(kindOf(`https://[${address}]/`)).toBe("refused");
      }),
    );
  });

  it("rejects all names below a private one, in any case", () => {
    const end = fc.constantFrom(
      "localhost",
      "local",
      "internal",
      "lan",
      "home.arpa",
      "onion",
    );
    fc.assert(
      fc.property(fc.domain(), end, fc.boolean(), (name, last, isUpper) => {
        const host = `${name}.${isUpper ? last.toUpperCase() : last}`;
        expect(kindOf(`https://${host}/`)).toBe("refused");
      }),
    );
  });

  it("accepts only https without user, port and IP address, for any text", () => {
    const text = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string().map((part) => `https://${part}`),
      fc
        .tuple(fc.string(), notation, bytes)
        .map(([user, write, address]) => `https://${user}@${write(address)}/`),
      fc.domain().map((name) => `https://${name}/`),
    );
    fc.assert(
      fc.property(text, (address) => {
        const check = checkPublicAddress(address);
        if (check.kind === "refused") return;
        const { protocol, username, password, port, hostname } = check.url;
        expect([protocol, username, password, port]).toEqual([
          "https:",
          "",
          "",
          "",
        ]);
        expect(hostname).toMatch(/\./);
        expect(hostname).not.toMatch(/^[\d.]+$|[[\]:]/);
        expect(checkPublicAddress(check.url.href)).toEqual(check);
      }),
      { numRuns: runs(150) },
    );
  });
});
