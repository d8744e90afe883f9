import {
  afterEach,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import { sharedKey } from "../../../src/limits/budget.ts";
import { createAnsweringApp } from "../../fakes/answering-app.ts";
import { createMemoryCounters } from "../../fakes/memory-counters.ts";
import { DEVELOPMENT_TOKEN } from "../../fixtures/development-token.ts";
import { startOpenAIServer } from "../../stubs/openai-server.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../../stubs/telegram-server.ts";

const ORIGIN = "https://parley.example";
const KEY = "k3Jx0vQm9Zr7Tn2Wc5Lb8Hd1Yf4Gs6Pa";
const SECRET = "w8Qz2mVb6Kc0Rn4Xp1Tj7Ld5Hs3Fg9Yu";

describe("/setup", () => {
  let telegram: TelegramServer;
  beforeEach(async () => {
    telegram = await startTelegramServer();
  });
  afterEach(() => telegram.close());

  const withTelegram = () => ({
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_WEBHOOK_SECRET: SECRET,
    TELEGRAM_API_ROOT: telegram.url,
  });

  it("is a static page that loads nothing from elsewhere", async () => {
    const { call } = setUp({ ADMIN_API_KEY: KEY, ...withTelegram() });
    const response = await call("GET", "/setup", { key: null });
    const policy = response.headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'/);
    expect(policy).not.toContain("unsafe");
    const html = await response.text();
    expect(html).toContain("/assets/setup-");
    expect(html).not.toContain(telegram.token);
  });

  it.each([
    ["GET", "/admin/setup"],
    ["POST", "/admin/setup/model"],
    ["GET", "/admin/setup/telegram"],
    ["POST", "/admin/setup/telegram"],
    ["POST", "/admin/setup/message"],
  ])("rejects requests without the key: %s %s", async (method, path) => {
    const { call } = setUp({ ADMIN_API_KEY: KEY, ...withTelegram() });
    for (const key of [null, `${KEY}x`])
      expect((await call(method, path, { key })).status).toBe(401);
    expect(telegram.webhook()).toBeUndefined();
  });

  it("responds with 404 on a deployment without a key", async () => {
    const { call } = setUp(withTelegram());
    for (const key of [null, "", KEY, DEVELOPMENT_TOKEN]) {
      const response = await call("GET", "/admin/setup", { key });
      expect(response.status).toBe(404);
    }
  });

  it("accepts the developer's token under npm run dev", async () => {
    const { call } = setUp({}, DEVELOPMENT_TOKEN);
    const response = await call("GET", "/admin/setup", {
      key: DEVELOPMENT_TOKEN,
    });
    expect(await response.json()).toMatchObject({
      is_development: true,
      model: { is_demo: true },
      page: "local",
    });
  });

  it("reports the configuration without secrets", async () => {
    const { call } = setUp({
      ADMIN_API_KEY: KEY,
      OPENAI_API_KEY: "sk-of-the-owner",
      WEBHOOK_API_KEYS: `shop:${SECRET}2`,
      OPENAI_MODLE: "x",
      ...withTelegram(),
    });
    const text = await (await call("GET", "/admin/setup")).text();
    expect(JSON.parse(text)).toMatchObject({
      platform: "cloudflare",
      model: { names: ["gpt-5.5"], host: "api.openai.com" },
      callers: ["shop"],
      misspelled: [{ variable: "OPENAI_MODLE", likely: "OPENAI_MODEL" }],
    });
    for (const secret of [KEY, "sk-of-the-owner", SECRET, telegram.token])
      expect(text).not.toContain(secret);
  });

  it("says who is told of events, and how the team takes part", async () => {
    const secret = "whsec_l0kS2WRkTj6Zqd0p1wVvTn8m3yPo5xQb";
    const { call, documents } = setUp({
      ADMIN_API_KEY: KEY,
      EVENTS_URL: "https://desk.example/hooks/private-path",
      EVENTS_SIGNING_SECRET: secret,
      EVENTS_TYPES: "message.received",
      TOOL_APPROVERS: "slack:U07",
      HANDOVER_MODE: "wait",
      HANDOVER_HOURS: "Mon-Sun 00:00-24:00",
      ...withTelegram(),
    });
    const failedAt = Date.now();
    await documents.undelivered.add({
      conversation: "telegram:42",
      id: "evt_1",
      to: "receiver",
      status: "failed",
      attempts: 7,
      failedAt,
      answer: { kind: "answered", statusCode: 503 },
    });
    const text = await (await call("GET", "/admin/setup")).text();
    expect(JSON.parse(text)).toMatchObject({
      events: {
        host: "desk.example",
        types: ["message.received"],
        last_failure: {
          at: new Date(failedAt).toISOString(),
          reason: "HTTP 503",
        },
      },
      team: {
        approvers: ["slack:U07"],
        waits: true,
        wait_minutes: 30,
        silence_minutes: 60,
        has_hours: true,
      },
    });
    for (const hidden of [secret, "private-path"])
      expect(text).not.toContain(hidden);
  });

  it("sets the webhook with the secret, the kinds of updates and the commands", async () => {
    const { call } = setUp({ ADMIN_API_KEY: KEY, ...withTelegram() });
    const before = await call("GET", "/admin/setup/telegram");
    expect(before.headers.get("cache-control")).toBe("no-store");
    expect(await before.json()).toMatchObject({ kind: "known", url: "" });
    const response = await call("POST", "/admin/setup/telegram");
    const url = `${ORIGIN}/telegram/webhook`;
    expect(await response.json()).toMatchObject({
      kind: "known",
      username: "parley_test_bot",
      url,
    });
    expect(telegram.webhook()).toMatchObject({
      url,
      secretToken: SECRET,
      allowedUpdates: ["message", "edited_message", "callback_query"],
    });
    expect(telegram.commands.size).toBe(4);
  });

  it("sends updates to no address that a request names", async () => {
    const { call } = setUp({ ADMIN_API_KEY: KEY, ...withTelegram() });
    const url = "https://10.0.0.7/collect";
    const named = `/admin/setup/telegram?url=${url}`;
    await call("POST", named, { body: { url, address: url, origin: url } });
    expect(telegram.webhook()?.url).toBe(`${ORIGIN}/telegram/webhook`);
  });

  it("sends updates to the function that was deployed for them", async () => {
    const settings = { ADMIN_API_KEY: KEY, ...withTelegram() };
    const telegramUrl = "https://of-telegram.lambda-url.example/";
    const { call } = setUp(settings, undefined, undefined, { telegramUrl });
    await call("POST", "/admin/setup/telegram");
    expect(telegram.webhook()?.url).toBe(`${telegramUrl}telegram/webhook`);
  });

  it.each(["http://parley.example", "https://localhost:8787"])(
    "rejects a deployment at %s without calling Telegram",
    async (origin) => {
      const { call } = setUp({ ADMIN_API_KEY: KEY, ...withTelegram() });
      const response = await call("POST", "/admin/setup/telegram", { origin });
      expect(await response.json()).toMatchObject({ kind: "failed" });
      expect(telegram.webhook()).toBeUndefined();
    },
  );

  it("explains why the last delivery failed", async () => {
    const { call } = setUp({ ADMIN_API_KEY: KEY, ...withTelegram() });
    telegram.failNext({
      method: "getWebhookInfo",
      status: 200,
      body: {
        ok: true,
        result: {
          url: `${ORIGIN}/telegram/webhook`,
          pending_update_count: 3,
          last_error_date: 1_795_260_000,
          last_error_message:
            "Wrong response from the webhook: 401 Unauthorized",
        },
      },
    });
    expect(
      await (await call("GET", "/admin/setup/telegram")).json(),
    ).toMatchObject({
      waiting: 3,
      lastError: {
        advice: expect.stringContaining("TELEGRAM_WEBHOOK_SECRET differs"),
      },
    });
  });

  it("shows no token that is in the webhook's address, and which kinds of updates it lacks", async () => {
    const { call } = setUp({ ADMIN_API_KEY: KEY, ...withTelegram() });
    const url = `https://old.example/bot/${telegram.token}`;
    telegram.failNext({
      method: "getWebhookInfo",
      status: 200,
      body: {
        ok: true,
        result: {
          url,
          pending_update_count: 0,
          allowed_updates: ["message", "poll"],
          last_error_date: 1_795_260_000,
          last_error_message: `Failed: ${url}`,
        },
      },
    });
    const response = await call("GET", "/admin/setup/telegram");
    expect(await response.json()).toMatchObject({
      url: "https://old.example/bot/<token>",
      missingKinds: ["edited_message", "callback_query"],
      lastError: { message: "Failed: https://old.example/bot/<token>" },
    });
  });

  it("explains an invalid bot token without showing it", async () => {
    const { call } = setUp({ ADMIN_API_KEY: KEY, ...withTelegram() });
    telegram.failNext({
      method: "getMe",
      status: 401,
      body: { ok: false, error_code: 401, description: "Unauthorized" },
    });
    const text = await (await call("GET", "/admin/setup/telegram")).text();
    expect(text).toContain("Copy TELEGRAM_BOT_TOKEN");
    expect(text).not.toContain(telegram.token);
  });

  it("answers a test message by a turn, and then deletes it", async () => {
    const { call, delivered, forgotten } = setUp({ ADMIN_API_KEY: KEY });
    const response = await call("POST", "/admin/setup/message", {
      body: { text: "1+1" },
    });
    expect(await response.json()).toEqual({ text: "Two.", tools: [] });
    expect(delivered.map(({ text }) => text)).toEqual(["1+1"]);
    expect(forgotten).toEqual(delivered.map((each) => each.conversation));
  });

  it("explains why a test message was not answered", async () => {
    const { call, forgotten } = setUp({ ADMIN_API_KEY: KEY }, undefined, {
      status: "failed",
      failure: "model-unauthorized",
      reply: "The key is wrong.",
    });
    const response = await call("POST", "/admin/setup/message", {
      body: { text: "1+1" },
    });
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      type: expect.stringContaining("model-unauthorized"),
    });
    expect(forgotten).toHaveLength(1);
  });

  it("tests the demo model", async () => {
    const { call } = setUp({ ADMIN_API_KEY: KEY });
    expect(
      await (await call("POST", "/admin/setup/model", { body: {} })).json(),
    ).toMatchObject({ kind: "answered" });
  });

  it("charges tests of the model to the day's budget, and makes none past it", async () => {
    const budgetCounters = createMemoryCounters();
    const server = await startOpenAIServer();
    onTestFinished(() => server.close());
    server.reply("OK");
    const settings = {
      ADMIN_API_KEY: KEY,
      OPENAI_API_KEY: "sk-of-the-owner",
      OPENAI_BASE_URL: server.url,
      GLOBAL_DAILY_TOKENS: "20000",
    };
    const { call } = setUp(settings, undefined, undefined, { budgetCounters });
    const day = Math.floor(Date.now() / 86_400_000);
    const everybody = sharedKey("tokens", day, "everybody");
    const test = async () =>
      (await call("POST", "/admin/setup/model", { body: {} })).json();
    expect(await test()).toMatchObject({ kind: "answered" });
    const { spent = 0, calls } = await budgetCounters.read(everybody);
    expect(spent).toBeGreaterThan(0);
    expect(calls).toBe(0);
    const add = { booked: 19_900, spent: 19_900 };
    const expiresAt = (day + 2) * 86_400_000;
    await budgetCounters.add([{ key: everybody, add, expiresAt }]);
    expect(await test()).toEqual({
      kind: "failed",
      cause: "budget",
      detail: expect.stringContaining("Today's shared budget is too low"),
    });
  });
});

function setUp(...given: Parameters<typeof createAnsweringApp>) {
  const { app, ...seen } = createAnsweringApp(...given);
  const call = async (
    method: string,
    path: string,
    {
      key = KEY,
      body,
      origin = ORIGIN,
    }: { key?: string | null; body?: object; origin?: string } = {},
  ) =>
    app.fetch(
      new Request(`${origin}${path}`, {
        method,
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
      { clientAddress: "203.0.113.7" },
    );
  return { call, ...seen };
}
