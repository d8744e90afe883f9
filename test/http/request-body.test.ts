import { describe, expect, it } from "vitest";
import { findMediaFault, readBody } from "../../src/http/request-body.ts";

describe("readBody", () => {
  it("reads a body up to the limit", async () => {
    expect(await read("12345678")).toEqual({ kind: "read", value: "12345678" });
  });

  it("reads a request without a body as empty text", async () => {
    const request = new Request("http://parley.test");
    expect(await readBody(request, { maxBytes: 8 })).toEqual({
      kind: "read",
      value: "",
    });
  });

  it("counts bytes, not characters", async () => {
    expect(await read("汉字汉")).toMatchObject({ problem: { status: 413 } });
  });

  it("joins characters that are split between chunks", async () => {
    const bytes = new TextEncoder().encode("汉字");
    expect(await read(streamOf(bytes.slice(0, 2), bytes.slice(2)))).toEqual({
      kind: "read",
      value: "汉字",
    });
  });

  it("rejects by content length without reading", async () => {
    const body = new ReadableStream(
      { pull: () => expect.unreachable() },
      { highWaterMark: 0 },
    );
    expect(await read(body, { "content-length": "9" })).toMatchObject({
      problem: {
        status: 413,
        slug: "body-too-large",
        detail:
          "The body may be at most 8 bytes long. Split it into smaller requests.",
      },
    });
  });

  it("stops reading at the limit if the length is missing or wrong", async () => {
    let chunks = 0;
    let isCancelled = false;
    const endless = new ReadableStream(
      {
        pull(controller) {
          chunks += 1;
          controller.enqueue(new Uint8Array(3));
        },
        cancel: () => void (isCancelled = true),
      },
      { highWaterMark: 0 },
    );
    expect(await read(endless, { "content-length": "3" })).toMatchObject({
      problem: { status: 413 },
    });
    expect(chunks).toBe(3);
    expect(isCancelled).toBe(true);
  });

  it("rejects invalid UTF-8, even at the very end", async () => {
    const problem = { status: 400, slug: "not-utf8" };
    expect(await read(new Uint8Array([0xff]))).toMatchObject({ problem });
    expect(await read(new Uint8Array([0x61, 0xe6, 0xb1]))).toMatchObject({
      problem,
    });
  });

  it("rejects a slow body after the timeout", async () => {
    let isCancelled = false;
    const slow = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array([0x61])),
      cancel: () => void (isCancelled = true),
    });
    const init = { method: "POST", body: slow, duplex: "half" };
    const request = new Request("http://parley.test", init);
    const limits = { maxBytes: 8, timeoutMs: 1 };
    expect(await readBody(request, limits)).toMatchObject({
      problem: { status: 408, slug: "slow-body" },
    });
    expect(isCancelled).toBe(true);
  });

  it("rejects a body that breaks off", async () => {
    const broken = new ReadableStream({
      pull: (controller) =>
        controller.error(new Error("The connection was reset.")),
    });
    expect(await read(broken)).toMatchObject({
      problem: { status: 400, slug: "incomplete-body" },
    });
  });
});

function read(body: BodyInit, headers: Record<string, string> = {}) {
  // Node requires `duplex` for a stream, which the types lack.
  const init = { method: "POST", body, headers, duplex: "half" };
  const request = new Request("http://parley.test", init);
  return readBody(request, { maxBytes: 8 });
}

function streamOf(...chunks: Uint8Array[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      chunks.forEach((chunk) => controller.enqueue(chunk));
      controller.close();
    },
  });
}

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
  ])("accepts %s", (type) => {
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
  ])("rejects %s", (type, slug) => {
    expect(slugOf(type === undefined ? {} : { "content-type": type })).toBe(
      slug,
    );
  });

  it.each([
    ["identity", undefined],
    ["gzip", "unsupported-encoding"],
    ["BR", "unsupported-encoding"],
    ["gzip, identity", "unsupported-encoding"],
  ])("checks the content encoding %s: %s", (encoding, slug) => {
    expect(
      slugOf({
        "content-type": "application/json",
        "content-encoding": encoding,
      }),
    ).toBe(slug);
  });
});
