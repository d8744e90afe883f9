import { describe, expect, it } from "vitest";
import { findMediaFault } from "../../src/channels/find-media-fault.ts";

const slugOf = (headers: Record<string, string>) =>
  findMediaFault(new Headers(headers))?.slug;

describe("findMediaFault", () => {
  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/json ; charset=utf8",
    "application/json; profile=x",
    "application/merge-patch+json",
  ])("takes %s", (type) => {
    expect(slugOf({ "content-type": type })).toBeUndefined();
  });

  it.each([
    [undefined, "not-json"],
    ["text/plain", "not-json"],
    ["application/jsonp", "not-json"],
    ["text/json", "not-json"],
    ["application/json, text/plain", "not-json"],
    ["application/x-www-form-urlencoded", "not-json"],
    ["application/json; charset=utf-16", "unsupported-charset"],
    ["application/json; charset=gb2312", "unsupported-charset"],
    ["application/json; charset=", "unsupported-charset"],
  ])("refuses %s", (type, slug) => {
    expect(slugOf(type === undefined ? {} : { "content-type": type })).toBe(
      slug,
    );
  });

  it.each([
    ["identity", undefined],
    ["gzip", "unsupported-encoding"],
    ["BR", "unsupported-encoding"],
    ["gzip, identity", "unsupported-encoding"],
  ])("of the encodings, meets %s with %s", (encoding, slug) => {
    expect(
      slugOf({
        "content-type": "application/json",
        "content-encoding": encoding,
      }),
    ).toBe(slug);
  });
});
