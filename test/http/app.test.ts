import { expect, it } from "vitest";
import { createAnsweringApp } from "../fakes/answering-app.ts";
import { DEVELOPMENT_TOKEN } from "../fixtures/development-token.ts";
import { DEPLOYMENT_SECRET } from "../fixtures/secrets.ts";

const HOME = "http://localhost";

const KEY = "key-of-the-shop-window-in-these-tests";

const SETTINGS = {
  WEBHOOK_API_KEYS: `shop:${KEY}`,
  WHATSAPP_ACCESS_TOKEN: "token-of-the-app-in-these-tests",
  WHATSAPP_PHONE_NUMBER_ID: "1234567890",
  WHATSAPP_APP_SECRET: "3f8a1c5e9d7b20464c0e2f6b8d1a3957",
  WHATSAPP_VERIFY_TOKEN: "words-that-nobody-would-ever-guess-here",
  MCP_SERVERS: '{"shop": {"url": "https://a.example/m", "auth": "deployment"}}',
  PARLEY_SECRET: DEPLOYMENT_SECRET,
};

it.each([
  ["POST", "/whatsapp/webhook", 401, null],
  ["GET", "/whatsapp/webhook", 401, null],
  ["HEAD", "/whatsapp/webhook", 401, null],
  ["PUT", "/whatsapp/webhook", 405, "GET, HEAD, POST"],
  ["DELETE", "/healthz", 405, "GET, HEAD"],
  ["GET", "/docs", 200, null],
  ["GET", "/oauth/client.json", 200, null],
  ["POST", "/telegram/webhook", 404, null],
])(
  "answers %s %s with %i, whichever table has its route",
  async (method, path, status, allow) => {
    const { app } = createAnsweringApp(SETTINGS);
    const response = await app.request(path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get("allow")).toBe(allow);
  },
);

it.each([
  ["/telegram/x", {}, "The Telegram channel is off: set TELEGRAM_BOT_TOKEN"],
  ["/v1/messages", {}, "The HTTP channel is off: set WEBHOOK_API_KEYS or"],
  ["/openai/v1/models", {}, "The HTTP channel is off"],
  ["/docs", {}, "The HTTP channel is off"],
  ["/openapi.json", {}, "The HTTP channel is off"],
  ["/library/documents", {}, "The library's API is off: set LIBRARY_KEY."],
  [
    "/library/documents",
    { ADMIN_API_KEY: KEY },
    "The library's API is off: set LIBRARY_KEY.",
  ],
  ["/admin/turns", {}, "The operator's routes are off: set ADMIN_API_KEY."],
  ["/console/api/audit", {}, "The console is off: set ADMIN_API_KEY or"],
  ["/oauth/callback", {}, "There is no route GET /oauth/callback."],
  [
    "/docs/more",
    { WEBHOOK_API_KEYS: `shop:${KEY}` },
    "There is no route GET /docs/more. The routes of the API are listed at /docs.",
  ],
  [
    "/v1/models",
    { WEBHOOK_API_KEYS: `shop:${KEY}` },
    "There is no route GET /v1/models. The base URL for OpenAI's clients ends in /openai/v1.",
  ],
  ["/admin/x", { ADMIN_API_KEY: KEY }, "There is no route GET /admin/x."],
  ["/console/x", { ADMIN_API_KEY: KEY }, "There is no route GET /console/x."],
])("says of %s with %j what is missing", async (path, settings, detail) => {
  const { app } = createAnsweringApp(settings);
  const headers = { authorization: `Bearer ${KEY}` };
  const response = await app.request(path, { headers });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    detail: expect.stringContaining(detail),
  });
});

it.each([
  ["/v1/messages", { conversation: "a", text: "Hi" }],
  [
    "/openai/v1/chat/completions",
    { stream: true, messages: [{ role: "user", content: "Hi" }] },
  ],
])("limits a caller's requests and streams at %s", async (path, body) => {
  const { app, delivered } = createAnsweringApp({
    WEBHOOK_API_KEYS: `shop:${KEY}`,
    WEBHOOK_STREAMS_PER_CALLER: "1",
    WEBHOOK_REQUESTS_PER_MINUTE: "2",
  });
  const send = () =>
    app.request(path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${KEY}`,
        accept: "text/event-stream",
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
  const types: (string | null | undefined)[] = [];
  for (const response of [await send(), await send(), await send()]) {
    const isRefused = response.status === 429;
    const problem: { type?: string } = isRefused ? await response.json() : {};
    types.push(problem.type ?? response.headers.get("content-type"));
  }
  expect(types).toEqual([
    "text/event-stream",
    "https://parley.chat/problems/too-many-streams",
    "https://parley.chat/problems/too-many-requests",
  ]);
  expect(delivered).toHaveLength(1);
});

it.each([
  ["the owner, at the link of `npm run dev`", DEVELOPMENT_TOKEN, true],
  ["no visitor", undefined, false],
])(
  "shows the model and the agent's style to %s",
  async (_, developmentToken, isShown) => {
    const { app } = createAnsweringApp(
      {
        OPENAI_API_KEY: "sk-of-these-tests",
        OPENAI_MODEL: "deepseek-chat",
        AGENT_STYLE: "tool-calling",
        ...(developmentToken === undefined && {
          WEB_CHAT: "public",
          PARLEY_SECRET: DEPLOYMENT_SECRET,
        }),
      },
      developmentToken,
    );
    const link = await app.request(`${HOME}/?token=${developmentToken}`);
    const [cookie = ""] = link.headers.get("set-cookie")?.split(";") ?? [];
    const response = await app.request(`${HOME}/web/session`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: HOME, cookie },
      body: "{}",
    });
    expect(await response.json()).toEqual({
      model: {
        demo: false,
        ...(isShown && { name: "deepseek-chat", style: "tool-calling" }),
      },
      messages: [],
      open: [],
    });
  },
);

it.each([
  ["on", ["Tides"]],
  ["off", []],
])(
  "keeps titles for the console's search only if it shows texts: CONSOLE_TEXTS=%s",
  async (texts, found) => {
    const { app, documents } = createAnsweringApp({
      WEB_CHAT: "public",
      PARLEY_SECRET: DEPLOYMENT_SECRET,
      ADMIN_API_KEY: "key-of-the-operator-in-these-tests",
      CONSOLE_TEXTS: texts,
    });
    const headers = { "content-type": "application/json", origin: HOME };
    const send = (method: string, path: string, body: unknown, cookie = "") =>
      app.request(`${HOME}/web/${path}`, {
        method,
        headers: { ...headers, cookie },
        body: JSON.stringify(body),
      });
    const session = await send("POST", "session", {});
    const [cookie] = session.headers.get("set-cookie")?.split(";") ?? [];
    const title = { title: "Tides" };
    const titled = await send("PUT", "conversations/1", title, cookie);
    expect(titled.status).toBe(204);
    const matches = await documents.titleIndex.search("tides", { limit: 5 });
    expect(matches.map((match) => match.title)).toEqual(found);
  },
);
