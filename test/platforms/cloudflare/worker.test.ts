import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type worker from "../../../src/platforms/cloudflare/worker.ts";

const SHOP = {
  authorization: "Bearer key-of-the-shop-window-in-these-tests",
  "content-type": "application/json",
};
const DESK = {
  ...SHOP,
  authorization: "Bearer key-of-the-help-desk-in-these-tests",
};
/** A second copy of the module: the running one has read its configuration. */
const FRESH_WORKER: string =
  "../../../src/platforms/cloudflare/worker.ts?fresh";
const ORIGIN = "https://parley.example";

const fetchWorker = (path: string, init?: RequestInit): Promise<Response> =>
  exports.default.fetch(new Request(`${ORIGIN}${path}`, init));
const post = (body: unknown, headers: Record<string, string> = SHOP) =>
  fetchWorker("/v1/messages", {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

describe("a caller without the right secret", () => {
  it.each([
    ["POST /v1/messages", {}],
    ["POST /v1/messages", { authorization: "Bearer wrong" }],
    [
      "POST /v1/messages",
      { authorization: "key-of-the-shop-window-in-these-tests" },
    ],
    ["POST /telegram/webhook", {}],
    ["POST /telegram/webhook", { "x-telegram-bot-api-secret-token": "wrong" }],
  ])("is rejected before the body is parsed: %s %j", async (route, headers) => {
    const [method = "", path = ""] = route.split(" ");
    const request = new Request(`${ORIGIN}${path}`, {
      method,
      headers,
      body: "{ this would be a 400",
    });
    const response = await exports.default.fetch(request);
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toBe(
      "application/problem+json",
    );
  });

  it.each([
    "GET /v1/messages/1",
    "GET /v1/conversations/1",
    "DELETE /v1/conversations/1",
    "GET /v1/anything",
  ])("is rejected on %s", async (route) => {
    const [method = "", path = ""] = route.split(" ");
    expect((await fetchWorker(path, { method })).status).toBe(401);
  });
});

describe("every response", () => {
  it.each([
    "/",
    "/healthz",
    "/docs",
    "/openapi.json",
    "/v1/conversations",
    "/v1/messages/1",
    "/openai/v1/models",
    "/admin/turns",
    "/telegram/webhook",
    "/web/conversation",
    "/nothing",
  ])("sends nosniff and Strict-Transport-Security: %s", async (path) => {
    const { headers, body } = await fetchWorker(path);
    await body?.cancel();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}$/);
  });

  it.each(["http://localhost:8787", "https://localhost:8787"])(
    "sends no Strict-Transport-Security on localhost: %s",
    async (origin) => {
      const request = new Request(`${origin}/healthz`);
      const { headers } = await exports.default.fetch(request);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("strict-transport-security")).toBeNull();
    },
  );
});

describe("an invalid request", () => {
  it.each([
    ["invalid JSON", "{", 400],
    ["an empty body", "", 400],
    ["a list", [], 422],
    ["no conversation", { text: "Hi" }, 422],
    ["no text", { conversation: "1" }, 422],
    ["an empty text", { conversation: "1", text: " \n" }, 422],
    ["a number as text", { conversation: "1", text: 7 }, 422],
    [
      "a text that is too long",
      { conversation: "1", text: "x".repeat(32_001) },
      422,
    ],
    ["half a surrogate pair", { conversation: "1", text: "\ud83d" }, 422],
    ["an empty id", { conversation: "1", text: "Hi", id: "" }, 422],
    [
      "a line break in an id",
      { conversation: "1", text: "Hi", id: "a\nb" },
      422,
    ],
    [
      "a conversation name that is too long",
      { conversation: "x".repeat(129), text: "Hi" },
      422,
    ],
    [
      "metadata whose values are not strings",
      { conversation: "1", text: "Hi", metadata: { a: { b: 1 } } },
      422,
    ],
    ["an unknown field", { conversation: "1", text: "Hi", txt: "Ho" }, 422],
    [
      "a body of over 256 KiB",
      { conversation: "1", text: "x".repeat(256 * 1024) },
      413,
    ],
    ["bytes that are not UTF-8", "\xff", 400],
  ])("with %s is rejected, and nothing is stored", async (_, body, status) => {
    const bytes = body === "\xff" ? new Uint8Array([0xff, 0xfe]) : undefined;
    const response =
      bytes === undefined
        ? await post(body)
        : await fetchWorker("/v1/messages", {
            method: "POST",
            headers: SHOP,
            body: bytes,
          });
    expect(response.status).toBe(status);
    const problem = await response.json<{
      type: string;
      title: string;
      detail: string;
    }>();
    expect(problem.type).toMatch(
      /^https:\/\/parley\.chat\/problems\/[a-z0-9-]+$/,
    );
    expect(problem.detail.length).toBeGreaterThan(10);
    expect(
      (await fetchWorker("/v1/conversations/1", { headers: SHOP })).status,
    ).toBe(404);
  });

  it("gets a readable problem for each wrong field", async () => {
    const body = { text: 7, id: "", colour: "red" };
    const problem = await (
      await post(body)
    ).json<{ errors: unknown[]; detail: string }>();
    expect(problem.errors).toEqual([
      { pointer: "/conversation", detail: "is missing" },
      { pointer: "/text", detail: "must be a string" },
      { pointer: "/id", detail: "must not be empty" },
      { pointer: "/colour", detail: "is not a known field" },
    ]);
    expect(problem.detail).toContain("/conversation is missing; /text must");
  });

  it("with another content type than JSON is rejected", async () => {
    const response = await post(
      { conversation: "1", text: "Hi" },
      {
        authorization: "Bearer key-of-the-shop-window-in-these-tests",
        "content-type": "text/plain",
      },
    );
    expect(response.status).toBe(415);
  });

  it("for an unknown route gets a link to the list of routes", async () => {
    const response = await fetchWorker("/v2/messages", { headers: SHOP });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      detail:
        "There is no route GET /v2/messages. The routes of the API are listed at /docs.",
    });
    expect((await fetchWorker("/docs")).status).toBe(200);
  });

  it("for an unknown route, message or conversation gets 404", async () => {
    for (const path of [
      "/nothing",
      "/v1/nothing",
      "/v1/messages/none",
      "/v1/conversations/none",
    ]) {
      const response = await fetchWorker(path, { headers: SHOP });
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe(
        "application/problem+json",
      );
    }
    expect(
      (
        await fetchWorker("/v1/conversations/none", {
          method: "DELETE",
          headers: SHOP,
        })
      ).status,
    ).toBe(404);
  });
});

describe("POST /v1/messages", () => {
  it("answers 200 with the reply by default", async () => {
    const response = await post({
      conversation: "1",
      text: "What is 12.5% of 80.16 * 3?",
      id: "a",
      metadata: { order: "17" },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      id: "a",
      conversation: "1",
      reply: { text: expect.stringContaining("30.06") as string },
      steps: [{ tool: "calculator", observation: "30.06" }],
      usage: { model_calls: 2 },
      metadata: { order: "17" },
    });
  });

  it("answers 202 if the caller prefers an asynchronous response", async () => {
    const response = await post(
      { conversation: "1", text: "1+1", id: "a/b" },
      { ...SHOP, prefer: "respond-async" },
    );
    expect(response.status).toBe(202);
    expect(response.headers.get("location")).toBe(
      `${ORIGIN}/v1/messages/a%2Fb`,
    );
    const status = () => fetchWorker("/v1/messages/a%2Fb", { headers: SHOP });
    await expect
      .poll(async () => (await status()).json())
      .toMatchObject({ id: "a/b", status: "delivered" });
  });

  it("separates conversations and messages by caller", async () => {
    await post({ conversation: "1", text: "I am Lai Lai", id: "a" });
    const other = await post(
      { conversation: "1", text: "Who am I?", id: "a" },
      DESK,
    );
    expect(await other.text()).not.toContain("Lai Lai");
    const mine = await fetchWorker("/v1/conversations/1", { headers: SHOP });
    expect(await mine.json()).toMatchObject({
      id: "1",
      messages: [{ text: "I am Lai Lai" }, { role: "assistant" }],
    });
    expect(
      (await fetchWorker("/v1/messages/none", { headers: DESK })).status,
    ).toBe(404);
  });

  it("streams the turn's events, and replays them later", async () => {
    const accept = { ...SHOP, accept: "text/event-stream" };
    const response = await post(
      { conversation: "1", text: "1+1", id: "a" },
      accept,
    );
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const events = await response.text();
    expect(events).toMatch(/event: step[\s\S]*event: delta[\s\S]*event: reply/);
    const again = await (
      await fetchWorker("/v1/messages/a", { headers: accept })
    ).text();
    expect(again).toMatch(/event: step[\s\S]*event: reply/);
  });
});

describe("the chat page", () => {
  const cookieOf = (response: Response) =>
    response.headers.get("set-cookie")?.split(";")[0] ?? "";
  const OWN = { origin: ORIGIN };
  const JSON_BODY = { ...OWN, "content-type": "application/json" };
  const visit = () =>
    fetchWorker("/web/session", {
      method: "POST",
      headers: JSON_BODY,
      body: "{}",
    });
  const say = (
    cookie: string,
    text: string,
    id: string = crypto.randomUUID(),
  ) =>
    fetchWorker("/web/messages", {
      method: "POST",
      headers: { cookie, ...JSON_BODY },
      body: JSON.stringify({ id, text }),
    });

  it("has a strict content security policy and no external resources", async () => {
    const response = await fetchWorker("/");
    expect(response.headers.get("content-security-policy")).toContain(
      "default-src 'none'",
    );
    const html = await response.text();
    expect(html).not.toMatch(/(?:src|href)="https?:/);
  });

  it("gives each visitor a session that scripts cannot read", async () => {
    const response = await visit();
    expect(response.headers.get("set-cookie")).toMatch(
      /^__Host-parley_session=[0-9a-f-]{36}\.[0-9a-f]{64};.*HttpOnly; SameSite=Strict.*; Secure$/,
    );
    expect(await response.json()).toEqual({
      model: { demo: true },
      messages: [],
      open: [],
    });
  });

  it("answers, remembers the conversation and deletes it", async () => {
    const cookie = cookieOf(await visit());
    expect(await (await say(cookie, "I am Lai Lai")).text()).toContain(
      "event: reply",
    );
    expect(await (await say(cookie, "Who am I?")).text()).toContain("Lai Lai");
    const shown = await (
      await fetchWorker("/web/conversation", { headers: { cookie } })
    ).json<{ messages: unknown[] }>();
    expect(shown.messages).toHaveLength(4);
    await fetchWorker("/web/conversation", {
      method: "DELETE",
      headers: { cookie, ...OWN },
    });
    expect(await (await say(cookie, "Who am I?")).text()).not.toContain(
      "Lai Lai",
    );
  });

  it("hides a conversation from other visitors", async () => {
    const mine = cookieOf(await visit());
    const id = crypto.randomUUID();
    await (await say(mine, "I am Lai Lai", id)).text();
    const other = cookieOf(await visit());
    expect(
      (await fetchWorker(`/web/messages/${id}`, { headers: { cookie: other } }))
        .status,
    ).toBe(404);
    expect(await (await say(other, "Who am I?")).text()).not.toContain(
      "Lai Lai",
    );
  });

  it("rejects a message from another site, without a session, or not in JSON", async () => {
    const cookie = cookieOf(await visit());
    const send = (headers: Record<string, string>) =>
      fetchWorker("/web/messages", { method: "POST", headers, body: "{}" });
    expect(
      (
        await send({
          cookie,
          "sec-fetch-site": "cross-site",
          "content-type": "application/json",
        })
      ).status,
    ).toBe(403);
    expect((await send(JSON_BODY)).status).toBe(401);
    expect(
      (await send({ cookie, ...OWN, "content-type": "text/plain" })).status,
    ).toBe(415);
  });
});

describe("a wrong configuration", () => {
  it("answers 503 and names every wrong variable without its value", async () => {
    const fresh: { default: typeof worker } = await import(FRESH_WORKER);
    const wrong = {
      ...env,
      WEB_CHAT: "everybody",
      AGENT_MAX_STEPS: "hunter2",
      TELEGRAM_BOT_TOKEN: "1:a",
      TELEGRAM_WEBHOOK_SECRET: "",
    };
    const response = await fresh.default.fetch(
      new Request<unknown, IncomingRequestCfProperties>(`${ORIGIN}/healthz`),
      wrong,
      createExecutionContext(),
    );
    expect(response.status).toBe(503);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("strict-transport-security")).toContain(
      "max-age=",
    );
    const text = await response.text();
    for (const name of [
      "WEB_CHAT",
      "AGENT_MAX_STEPS",
      "TELEGRAM_WEBHOOK_SECRET",
    ])
      expect(text).toContain(name);
    expect(text).not.toContain("hunter2");

    const headers = { accept: "text/html" };
    const page = await fresh.default.fetch(
      new Request<unknown, IncomingRequestCfProperties>(ORIGIN, { headers }),
      wrong,
      createExecutionContext(),
    );
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("WEB_CHAT must be one of local");
  });
});
