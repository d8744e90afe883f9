import { describe, expect, it } from "vitest";
import { callPlatform } from "../../../src/channels/kit/call-platform.ts";

const URL_WITH_TOKEN = "https://platform.example/token-of-the-bot/send";

function call(
  answer: () => Response | Promise<Response>,
  signal = new AbortController().signal,
) {
  return callPlatform(URL_WITH_TOKEN, {
    body: { text: "private words" },
    fetch: async () => answer(),
    signal,
  });
}

describe("callPlatform", () => {
  it("returns the parsed answer, even of a rejected call", async () => {
    expect(
      await call(() => Response.json({ ok: false }, { status: 403 })),
    ).toMatchObject({
      status: 403,
      body: { ok: false },
    });
    expect(await call(() => new Response("no JSON"))).toMatchObject({
      body: undefined,
    });
  });

  it("follows no redirect, which could take the token to another host", async () => {
    const asked: (RequestInit | undefined)[] = [];
    const signal = new AbortController().signal;
    const fetch: typeof globalThis.fetch = async (_, init) => {
      asked.push(init);
      return new Response("", { status: 302 });
    };
    const given = { body: { a: 1 }, fetch, signal };
    expect(await callPlatform(URL_WITH_TOKEN, given)).toMatchObject({
      status: 302,
    });
    expect(asked).toMatchObject([
      {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/json; charset=utf-8" },
        body: '{"a":1}',
      },
    ]);
  });

  it("reports how long the platform asks to wait", async () => {
    const limited = () =>
      new Response("", { status: 429, headers: { "retry-after": "7" } });
    await expect(call(limited)).rejects.toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 7_000,
    });
  });

  it.each([500, 502, 503])("reports %i as unreachable", async (status) => {
    await expect(
      call(() => new Response("", { status })),
    ).rejects.toMatchObject({
      kind: "unreachable",
    });
  });

  it("reports no answer as unreachable, without the URL or the text", async () => {
    const error = await call(() => {
      throw new TypeError(`fetch failed: ${URL_WITH_TOKEN}`);
    }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "DeliveryError", kind: "unreachable" });
    expect(String(error)).not.toMatch(/token-of-the-bot|private words/);
  });
});
