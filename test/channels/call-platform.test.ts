import { callPlatform } from "../../src/channels/call-platform.ts";
import { describe, expect, it } from "vitest";

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
  it("gives the answer, parsed, whatever the platform thinks of the call", async () => {
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

  it("says how long the platform wants to be left alone", async () => {
    const limited = () =>
      new Response("", { status: 429, headers: { "retry-after": "7" } });
    await expect(call(limited)).rejects.toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 7_000,
    });
  });

  it.each([500, 502, 503])("takes %i as unreachable", async (status) => {
    await expect(
      call(() => new Response("", { status })),
    ).rejects.toMatchObject({
      kind: "unreachable",
    });
  });

  it("is unreachable where nobody answers, without the address or the text", async () => {
    const error = await call(() => {
      throw new TypeError(`fetch failed: ${URL_WITH_TOKEN}`);
    }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "DeliveryError", kind: "unreachable" });
    expect(String(error)).not.toMatch(/token-of-the-bot|private words/);
  });
});
