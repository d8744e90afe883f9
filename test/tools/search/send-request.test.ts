import { sendRequest } from "../../../src/tools/search/fetch-json.ts";
import { describe, expect, it } from "vitest";

const { signal } = new AbortController();

/** Where a request is sent to when its first answer is a redirect. */
async function follow({
  from,
  to,
  status = 302,
  body,
}: {
  from: string;
  to: string | undefined;
  status?: number;
  body?: unknown;
}): Promise<readonly string[]> {
  const asked: string[] = [];
  const fetch = async (url: RequestInfo | URL) => {
    asked.push(url instanceof Request ? url.url : url.toString());
    const headers = to === undefined ? {} : { location: to };
    return asked.length === 1
      ? new Response(null, { status, headers })
      : new Response("{}");
  };
  await sendRequest({ url: new URL(from), body }, { fetch, signal });
  return asked;
}

describe("a redirect", () => {
  it.each([
    ["http://a.example/x", "https://a.example/x"],
    ["http://a.example:8080/x", "https://a.example/x"],
    ["https://a.example/x", "/y"],
  ])("from %s to %s is followed", async (from, to) => {
    expect(await follow({ from, to })).toEqual([from, new URL(to, from).href]);
  });

  it.each([
    ["https://a.example/x", "http://a.example/x"],
    ["https://a.example/x", "https://a.example:8443/x"],
    ["https://a.example/x", "https://b.example/x"],
    ["https://a.example/x", "https://a.example.evil.example/x"],
    ["https://a.example/x", "//b.example/x"],
    ["http://a.example/x", "https://b.example/x"],
    ["https://a.example/x", "https://"],
    ["https://a.example/x", "data:text/plain,{}"],
  ])("from %s to %s is refused", async (from, to) => {
    await expect(follow({ from, to })).rejects.toThrow(
      "a redirect to another server",
    );
  });

  it.each([
    [301, 1],
    [302, 1],
    [303, 1],
    [307, 2],
    [308, 2],
  ])("of a POST with status %i leads to %i requests", async (status, count) => {
    const from = "https://a.example/x";
    const asked = await follow({ from, to: "/y", status, body: {} });
    expect(asked).toHaveLength(count);
  });

  it("that leads nowhere is an answer like others", async () => {
    const from = "https://a.example/x";
    expect(await follow({ from, to: undefined })).toEqual([from]);
    expect(await follow({ from, to: "/y", status: 304 })).toEqual([from]);
  });
});
