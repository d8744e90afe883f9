import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicIpAddress } from "../../../../src/channels/webhook/callbacks/is-public-ip-address.ts";

describe("isPublicIpAddress", () => {
  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2001:4860:4860::8888",
    "2a00:1450:4001::1",
  ])("accepts %s", (address) => {
    expect(isPublicIpAddress(address)).toBe(true);
  });

  it.each([
    ["this network", ["0.0.0.0", "0.1.2.3", "0.255.255.255"]],
    ["RFC 1918, 10/8", ["10.0.0.0", "10.1.2.3", "10.255.255.255"]],
    ["carrier-grade NAT", ["100.64.0.0", "100.100.100.200", "100.127.255.255"]],
    ["loopback", ["127.0.0.0", "127.0.0.1", "127.255.255.255"]],
    [
      "link-local, with the clouds' metadata",
      ["169.254.0.0", "169.254.169.254", "169.254.170.2", "169.254.255.255"],
    ],
    ["RFC 1918, 172.16/12", ["172.16.0.0", "172.31.255.255"]],
    ["protocol assignments", ["192.0.0.0", "192.0.0.192", "192.0.0.255"]],
    ["examples", ["192.0.2.1", "198.51.100.1", "203.0.113.1"]],
    ["6to4 relays", ["192.88.99.1"]],
    ["RFC 1918, 192.168/16", ["192.168.0.0", "192.168.255.255"]],
    ["benchmarks", ["198.18.0.0", "198.19.255.255"]],
    ["multicast", ["224.0.0.1", "239.255.255.255"]],
    ["reserved", ["240.0.0.1", "255.255.255.254"]],
    ["broadcast", ["255.255.255.255"]],
    ["unspecified and loopback of IPv6", ["::", "::1"]],
    ["IPv4-compatible", ["::7f00:1", "::a00:1", "::127.0.0.1"]],
    ["IPv4-mapped", ["::ffff:127.0.0.1", "::ffff:a9fe:a9fe", "::ffff:8.8.8.8"]],
    ["IPv4-translated", ["::ffff:0:127.0.0.1"]],
    [
      "NAT64",
      [
        "64:ff9b::7f00:1",
        "64:ff9b::8.8.8.8",
        "64:ff9b:1::1",
        "64:ff9b:1:ffff::10.0.0.1",
      ],
    ],
    ["discard", ["100::1"]],
    ["Teredo", ["2001::1", "2001:0:7f00:1::"]],
    ["benchmarks of IPv6", ["2001:2::1"]],
    ["ORCHID", ["2001:10::1", "2001:20::1"]],
    ["examples of IPv6", ["2001:db8::1", "3fff::1", "3fff:fff::1"]],
    ["6to4", ["2002:7f00:1::1", "2002:a00:1::", "2002:808:808::1"]],
    ["segment routing", ["5f00::1"]],
    ["unassigned", ["4000::1", "8000::1", "1::1"]],
    [
      "unique local",
      ["fc00::1", "fd00:ec2::254", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ],
    ["link-local of IPv6", ["fe80::1", "febf::1", "fe80::1%eth0"]],
    ["site-local", ["fec0::1"]],
    ["multicast of IPv6", ["ff02::1", "ff0e::1"]],
    [
      "no address",
      [
        "",
        "example.com",
        "1.2.3",
        "1.2.3.4.5",
        "8",
        "0x8.8.8.8",
        "010.8.8.8",
        ":::",
        "[::1]",
      ],
    ],
  ])("rejects %s", (_, addresses) => {
    expect(addresses.filter(isPublicIpAddress)).toEqual([]);
  });

  it("rejects every IPv6 address that embeds an IPv4 address", () => {
    const group = fc.nat(0xffff).map((number) => number.toString(16));
    fc.assert(
      fc.property(group, group, (high, low) => {
        for (const address of [
          `::${high}:${low}`,
          `::ffff:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::1`,
        ])
          expect(isPublicIpAddress(address)).toBe(false);
      }),
    );
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof isPublicIpAddress(text)).toBe("boolean");
      }),
    );
  });
});
