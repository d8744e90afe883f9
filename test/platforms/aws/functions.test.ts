import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildFunctions } from "../../../scripts/build-functions.ts";
import {
  startEventSource,
  type EventSource,
} from "../../../scripts/dev-aws/event-source.ts";
import {
  createFunctionUrl,
  provideLambdaRuntime,
} from "../../../scripts/dev-aws/function-url.ts";
import { DEVELOPMENT_TOKEN } from "../../fixtures/development-token.ts";
import { DEPLOYMENT_SECRET } from "../../fixtures/secrets.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
} from "../../stubs/openai-server.ts";
import { createLocalFunctions } from "./local-functions.ts";

const KEY = "key-of-the-shop-window-in-these-tests";
const TELEGRAM_SECRET = "secret-of-the-lamp-post-in-these-tests";

/** Above the body limit of every other route. */
const LARGE_UPDATE = JSON.stringify({
  update_id: 2,
  text: "a".repeat(393_699),
});

function addressOf(server: Server): string {
  const address = server.address();
  return `http://localhost:${typeof address === "object" ? address?.port : ""}`;
}

interface Bundles {
  readonly http: Readonly<
    Record<
      "handler" | "telegramHandler",
      Parameters<typeof createFunctionUrl>[0]
    >
  >;
  readonly worker: {
    handler: (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;
  };
}

describeWithDynamoDb("The bundled functions", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-functions-"));
  const before = { ...process.env };
  let model: OpenAIServer;
  let server: Server;
  let telegram: Server;
  let source: EventSource;
  let url = "";

  beforeAll(async () => {
    model = await startOpenAIServer();
    const { client, queueUrl, environment } = await createLocalFunctions();
    await buildFunctions({ folder });
    Object.assign(process.env, environment, {
      OPENAI_API_KEY: "sk-test",
      OPENAI_BASE_URL: model.url,
      OPENAI_MODEL: "stub",
      WEBHOOK_API_KEYS: `shop:${KEY}`,
      WEB_CHAT: "public",
      PARLEY_SECRET: DEPLOYMENT_SECRET,
      TELEGRAM_BOT_TOKEN: "123:test",
      TELEGRAM_WEBHOOK_SECRET: TELEGRAM_SECRET,
      DEVELOPMENT_TOKEN,
    });
    provideLambdaRuntime();
    const load = <Name extends keyof Bundles>(
      name: Name,
    ): Promise<Bundles[Name]> =>
      import(pathToFileURL(join(folder, name, "index.mjs")).href);
    const { handler } = await load("worker");
    source = startEventSource({ client, queueUrl, handler });
    const functions = await load("http");
    server = createFunctionUrl(functions.handler).listen(0);
    telegram = createFunctionUrl(functions.telegramHandler).listen(0);
    await Promise.all([once(server, "listening"), once(telegram, "listening")]);
    url = addressOf(server);
  }, 180_000);
  afterAll(async () => {
    for (const each of [server, telegram]) {
      each.close();
      each.closeAllConnections();
    }
    await source.stop();
    await model.close();
    rmSync(folder, { recursive: true });
    for (const name of Object.keys(process.env))
      if (before[name] === undefined) delete process.env[name];
    Object.assign(process.env, before);
  });

  const post = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${KEY}`,
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    });

  it.each(["http", "worker"])("%s is a module that Node can read", (name) => {
    const file = join(folder, name, "index.mjs");
    // This process reads it by way of Vite, which renames what is twice.
    const { stderr } = spawnSync(process.execPath, ["--check", file]);
    expect(stderr.toString().slice(-300)).toBe("");
  });

  it("serve the page and its script, cacheable for ever", async () => {
    const page = await fetch(url);
    expect(page.headers.get("content-security-policy")).toContain("'self'");
    const html = await page.text();
    const [script = ""] = /\/assets\/page-\w+\.js/.exec(html) ?? [];
    const response = await fetch(`${url}${script}`);
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect((await response.text()).length).toBeGreaterThan(10_000);
    const posted = await fetch(`${url}${script}`, { method: "POST" });
    expect(posted.status).toBe(404);
  });

  it("serve the reference and its script, compressed", async () => {
    const html = await (await fetch(`${url}/docs`)).text();
    const [script = ""] = /\/assets\/[\w-]+\.js/.exec(html) ?? [];
    const response = await fetch(`${url}${script}`);
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(await response.text()).toContain("createApiReference");
    const unknown = await fetch(`${url}/assets/unknown.js`);
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get("content-type")).toContain("problem+json");
  });

  it("recognise a visitor by the session cookie", async () => {
    const first = await fetch(`${url}/web/session`, {
      method: "POST",
      headers: { origin: url, "content-type": "application/json" },
      body: "{}",
    });
    const [cookie = ""] = first.headers.getSetCookie();
    expect(cookie).toContain("HttpOnly");
    const second = await fetch(`${url}/web/conversation`, {
      headers: { cookie: cookie.split(";")[0] ?? "" },
    });
    expect(second.headers.getSetCookie()).toEqual([]);
    expect(second.status).toBe(200);
  });

  it("reject the development token even if it is among their variables", async () => {
    const response = await post(
      { conversation: "1", text: "Hi" },
      { authorization: `Bearer ${DEVELOPMENT_TOKEN}` },
    );
    expect(response.status).toBe(401);
  });

  it("accept Telegram's updates only at Telegram's own URL, which serves nothing else", async () => {
    const statusAt = async (
      base: string,
      path: string,
      secret?: string,
      body = '{"update_id": 1}',
    ) => {
      const response = await fetch(`${base}${path}`, {
        method: secret === undefined ? "GET" : "POST",
        headers: {
          "x-telegram-bot-api-secret-token": secret ?? "",
          "content-type": "application/json",
        },
        ...(secret !== undefined && { body }),
      });
      return { status: response.status, text: await response.text() };
    };
    const own = addressOf(telegram);
    const path = "/telegram/webhook";
    expect((await statusAt(own, path, TELEGRAM_SECRET)).status).toBe(200);
    expect((await statusAt(own, path, "wrong")).status).toBe(401);
    const large = await statusAt(own, path, TELEGRAM_SECRET, LARGE_UPDATE);
    expect(large.status).toBe(200);
    expect((await statusAt(own, "/healthz")).status).toBe(200);
    for (const other of ["/", "/web/conversation", "/v1/messages/1", "/docs"])
      expect((await statusAt(own, other)).status, other).toBe(404);
    const refusal = await statusAt(url, path, TELEGRAM_SECRET);
    expect(refusal.status).toBe(404);
    expect(refusal.text).toContain("TelegramUrl");
  });

  it("stream an answer while the model writes it", async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    model.reply({
      chunks: [
        '{"action": "Final Answer", "action_input": "从前',
        held,
        ' 有一条龙。"}',
      ],
    });
    const response = await post(
      { conversation: "story", text: "Tell me a story" },
      { accept: "text/event-stream" },
    );
    expect(response.headers.get("content-type")).toContain("event-stream");
    const reader = response.body
      ?.pipeThrough(new TextDecoderStream())
      .getReader();
    let text = "";
    const readUntil = async (part: string): Promise<void> => {
      while (!text.includes(part)) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error(`It ended without ${part}: ${text}`);
        text += value;
      }
    };
    await readUntil("从前");
    expect(text).not.toContain("event: reply");
    release();
    await readUntil("event: reply");
    expect(text).toContain("有一条龙。");
  });

  it("reject a wrong API key before validating the body", async () => {
    const response = await post({}, { authorization: "Bearer wrong" });
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toContain("problem+json");
  });
});
