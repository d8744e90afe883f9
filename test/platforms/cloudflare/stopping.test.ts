import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

const ORIGIN = "https://parley.example";
const SHOP = {
  authorization: "Bearer key-of-the-shop-window-in-these-tests",
  "content-type": "application/json",
};
/** A question whose search vitest.config.ts never answers. */
const ENDLESS = "Who was Noah Answer?";

const fetchWorker = (path: string, init?: RequestInit): Promise<Response> =>
  exports.default.fetch(new Request(`${ORIGIN}${path}`, init));

describe("DELETE /v1/messages/{id}", () => {
  const ask = (text: string, id: string, prefer: string) =>
    fetchWorker("/v1/messages", {
      method: "POST",
      headers: { ...SHOP, prefer },
      body: JSON.stringify({ conversation: "1", text, id }),
    });
  const stop = (id: string, headers: Record<string, string> = SHOP) =>
    fetchWorker(`/v1/messages/${id}`, { method: "DELETE", headers });

  it("stops the message and returns its partial answer", async () => {
    await ask(ENDLESS, "a", "respond-async");
    const response = await stop("a");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      id: "a",
      conversation: "1",
      status: "delivered",
      reply: { text: "Stopped before I had written anything." },
      is_stopped: true,
    });
  });

  it("stops a queued message without stopping the one before it", async () => {
    await ask(ENDLESS, "a", "respond-async");
    const waiting = ask("1+1", "b", "wait=60");
    await expect.poll(async () => (await stop("b")).status).toBe(200);
    expect(await (await waiting).json()).toMatchObject({
      id: "b",
      status: "delivered",
      reply: { text: "Stopped before I had written anything." },
      usage: { model_calls: 0 },
    });
    const other = await fetchWorker("/v1/messages/a", { headers: SHOP });
    expect(await other.json()).toMatchObject({
      status: expect.stringMatching(/^(?:accepted|thinking)$/),
    });
    await stop("a");
  });

  it("ends the wait of the request that sent the message", async () => {
    const waiting = ask(ENDLESS, "a", "wait=60");
    await expect.poll(async () => (await stop("a")).status).toBe(200);
    expect(await (await waiting).json()).toMatchObject({ is_stopped: true });
  });

  it("answers 409 for an answered message", async () => {
    await ask("1+1", "a", "wait=60");
    const response = await stop("a");
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      type: "https://parley.chat/problems/already-answered",
    });
  });

  it("answers 404 for an unknown message and another caller's", async () => {
    await ask(ENDLESS, "a", "respond-async");
    const desk = {
      authorization: "Bearer key-of-the-help-desk-in-these-tests",
    };
    expect((await stop("a", desk)).status).toBe(404);
    expect((await stop("b")).status).toBe(404);
    expect((await stop("a", {})).status).toBe(401);
    expect((await stop("a")).status).toBe(200);
  });
});

describe("DELETE /web/messages/{id}", () => {
  const id = crypto.randomUUID();
  const stop = (cookie: string) =>
    fetchWorker(`/web/messages/${id}`, {
      method: "DELETE",
      headers: { cookie, origin: ORIGIN },
    });
  const visit = async () => {
    const response = await fetchWorker("/web/session", {
      method: "POST",
      headers: {
        origin: ORIGIN,
        "content-type": "application/json",
      },
      body: "{}",
    });
    return response.headers.get("set-cookie")?.split(";")[0] ?? "";
  };
  const say = (cookie: string, text: string) =>
    fetchWorker("/web/messages", {
      method: "POST",
      headers: {
        cookie,
        origin: ORIGIN,
        "content-type": "application/json",
      },
      body: JSON.stringify({ id, text }),
    });

  it("stops the message, whose event stream ends with the partial answer", async () => {
    const cookie = await visit();
    const events = await say(cookie, ENDLESS);
    expect((await stop(cookie)).status).toBe(204);
    const text = await events.text();
    expect(text).toContain("event: reply");
    expect(text).toContain("Stopped before I had written anything.");
  });

  it("answers 404 to another visitor, and 409 for an answered message", async () => {
    const cookie = await visit();
    await (await say(cookie, "1+1")).text();
    expect((await stop(await visit())).status).toBe(404);
    expect((await stop(cookie)).status).toBe(409);
  });

  it("rejects a cross-site request", async () => {
    const response = await fetchWorker(`/web/messages/${id}`, {
      method: "DELETE",
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(response.status).toBe(403);
  });
});
