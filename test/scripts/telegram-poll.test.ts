import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runTelegramPoll } from "../../scripts/telegram/run-telegram-poll.ts";
import { createTelegramUpdate } from "../fixtures/telegram-updates.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../stubs/telegram-server.ts";
import { startLocalParley, type LocalParley } from "./local-parley.ts";

const SECRET = "s3cret_for-tests";

describe("npm run telegram:poll", () => {
  let telegram: TelegramServer;
  let parley: LocalParley;
  beforeEach(async () => {
    telegram = await startTelegramServer();
    parley = await startLocalParley({ secret: SECRET });
  });
  afterEach(() => Promise.all([telegram.close(), parley.close()]));

  it("forwards updates in order, and confirms each to Telegram afterwards", async () => {
    telegram.queueUpdate(createTelegramUpdate({ id: 5 }));
    telegram.queueUpdate(createTelegramUpdate({ id: 6 }));
    const { code, output } = await runUntil(() => askedFor(7));
    expect(code).toBe(0);
    expect(parley.accepted).toEqual([5, 6]);
    expect(output).toContain(
      "Forwarded update 5.\nForwarded update 6.\nStopped.",
    );
    expect(telegram.calls[1]?.parameters).toEqual({
      offset: 0,
      limit: 10,
      timeout: 50,
      allowed_updates: ["message", "edited_message", "callback_query"],
    });
  });

  it.each([
    { method: "sendChatAction", chat_id: 42, action: "typing" },
    {
      method: "sendChatAction",
      chat_id: 42,
      action: "typing",
      message_thread_id: 7,
    },
    { method: "answerCallbackQuery", callback_query_id: "press-1" },
  ])("makes the call that the answer asks for: %j", async (answer) => {
    parley.answerWith(answer);
    telegram.queueUpdate(createTelegramUpdate({ id: 5 }));
    await runUntil(() => askedFor(6));
    const { method, ...parameters } = answer;
    expect(telegram.calls).toContainEqual({ method, parameters });
  });

  it("makes no call that Parley did not request", async () => {
    parley.answerWith({ method: "deleteWebhook" });
    telegram.queueUpdate(createTelegramUpdate({ id: 5 }));
    await runUntil(() => askedFor(6));
    expect(new Set(telegram.calls.map(({ method }) => method))).toEqual(
      new Set(["getMe", "getUpdates"]),
    );
  });

  it("waits for later updates", async () => {
    const ended = runUntil(() => askedFor(6));
    await telegram.waitForCall("getUpdates");
    telegram.queueUpdate(createTelegramUpdate({ id: 5 }));
    await ended;
    expect(parley.accepted).toEqual([5]);
  });

  it("retries an update until it is accepted, before fetching others", async () => {
    for (const status of [500, 503, 500]) parley.failNext({ status });
    telegram.queueUpdate(createTelegramUpdate({ id: 5 }));
    telegram.queueUpdate(createTelegramUpdate({ id: 6 }));
    const { delays, output } = await runUntil(() => askedFor(7));
    expect(parley.accepted).toEqual([5, 6]);
    expect(delays).toEqual([500, 1000, 2000]);
    expect(output).toContain("Parley answered 503");
  });

  it("waits as long as requested, otherwise at most ten seconds", async () => {
    for (let attempt = 0; attempt < 7; attempt++)
      parley.failNext({ status: 500 });
    parley.failNext({ status: 429, retryAfter: "3" });
    telegram.queueUpdate(createTelegramUpdate({ id: 5 }));
    const { delays, output } = await runUntil(() => askedFor(6));
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 3000]);
    expect(output.match(/Parley answered 500/g)).toHaveLength(1);
  });

  it("waits for a Parley that has not started yet", async () => {
    const { url } = parley;
    await parley.close();
    telegram.queueUpdate(createTelegramUpdate({ id: 5 }));
    const { output } = await runUntil(() => askedFor(6), {
      address: url,
      onDelay: async () => {
        parley = await startLocalParley({
          secret: SECRET,
          port: Number(new URL(url).port),
        });
      },
    });
    expect(parley.accepted).toEqual([5]);
    expect(output).toContain(
      `Nothing answers at ${url}. Is \`npm run dev\` running? On another port: npm run telegram:poll -- http`,
    );
  });

  it("stops with advice if Parley's secret differs", async () => {
    telegram.queueUpdate(createTelegramUpdate({ id: 5 }));
    const { code, output } = await run({ TELEGRAM_WEBHOOK_SECRET: "another" });
    expect(code).toBe(1);
    expect(output).toContain("→ The secrets differ.");
    expect(
      telegram.calls.filter(({ method }) => method === "getUpdates"),
    ).toHaveLength(1);
  });

  it("stops with advice if there is no Telegram channel", async () => {
    parley.failNext({ status: 404 });
    telegram.queueUpdate(createTelegramUpdate({ id: 5 }));
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain("→ There is no Telegram channel at this address.");
  });

  it("retries if Telegram does not answer", async () => {
    telegram.failNext({ method: "getUpdates", drop: true });
    telegram.failNext({
      method: "getUpdates",
      status: 502,
      body: "<h1>Bad Gateway</h1>",
    });
    telegram.failNext({
      method: "getUpdates",
      status: 429,
      body: {
        ok: false,
        error_code: 429,
        description: "Too Many Requests",
        parameters: { retry_after: 4 },
      },
    });
    telegram.queueUpdate(createTelegramUpdate({ id: 5 }));
    const { delays } = await runUntil(() => askedFor(6));
    expect(delays).toEqual([500, 1000, 4000]);
    expect(parley.accepted).toEqual([5]);
  });

  it("explains how to remove a conflicting webhook", async () => {
    const webhook = new URLSearchParams({
      url: "https://parley.test/telegram/webhook",
    });
    await fetch(`${telegram.url}/bot${telegram.token}/setWebhook`, {
      method: "POST",
      body: webhook,
    });
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain("npm run telegram:webhook -- --delete");
  });

  it("reports that another program is polling", async () => {
    const description = "Conflict: terminated by other getUpdates request";
    telegram.failNext({
      method: "getUpdates",
      status: 409,
      body: { ok: false, error_code: 409, description },
    });
    expect((await run()).output).toContain(
      "→ Another program is polling for this bot.",
    );
  });

  it("tells what to do about a wrong token", async () => {
    const { code, output } = await run({ TELEGRAM_BOT_TOKEN: "1:wrong" });
    expect(code).toBe(1);
    expect(output).toContain("→ Telegram does not know this bot.");
  });

  it.each([
    ["localhost:8787"],
    ["ftp://localhost"],
    ["http://localhost http://localhost"],
  ])("refuses the address %j", async (address) => {
    const { code, output } = await run({}, address);
    expect(code).toBe(1);
    expect(output).toContain("npm run telegram:poll -- http://localhost:8797");
    expect(telegram.calls).toEqual([]);
  });

  it("names missing settings", async () => {
    const { code, output } = await run({ TELEGRAM_BOT_TOKEN: "" });
    expect(code).toBe(1);
    expect(output).toContain("TELEGRAM_BOT_TOKEN is missing; ");
  });

  it("runs as a program, until Ctrl-C", async () => {
    telegram.queueUpdate(createTelegramUpdate({ id: 5 }));
    const script = join(import.meta.dirname, "../../scripts/telegram-poll.ts");
    const child = spawn(process.execPath, [script, parley.url], {
      cwd: tmpdir(),
      env: settings(),
    });
    let output = "";
    child.stdout
      .setEncoding("utf8")
      .on("data", (text: string) => void (output += text));
    const exit = once(child, "exit");
    await askedFor(6);
    child.kill("SIGINT");
    expect(await exit).toEqual([0, null]);
    expect(parley.accepted).toEqual([5]);
    expect(output).toContain("Forwarded update 5.\nStopped.\n");
  });

  /** Resolves once all updates before this one are confirmed to Telegram. */
  function askedFor(offset: number): Promise<unknown> {
    return telegram.waitForCall(
      "getUpdates",
      (parameters) => parameters["offset"] === offset,
    );
  }

  /** Runs until `happened` resolves, then stops as Ctrl-C does. */
  async function runUntil(
    happened: () => Promise<unknown>,
    {
      address = parley.url,
      onDelay = async () => {},
    }: { address?: string; onDelay?: () => Promise<void> } = {},
  ) {
    const stop = new AbortController();
    const delays: number[] = [];
    const running = poll({
      address,
      signal: stop.signal,
      wait: async (delayMs) => {
        delays.push(delayMs);
        await onDelay();
      },
    });
    await happened();
    stop.abort();
    return { ...(await running), delays };
  }

  /** Runs until it ends without being stopped. */
  function run(environment: Record<string, string> = {}, address = parley.url) {
    const { signal } = new AbortController();
    const wait = () =>
      Promise.reject(new Error("There is nothing to wait for."));
    return poll({ address, environment, signal, wait });
  }

  async function poll({
    address,
    environment = {},
    ...options
  }: {
    address: string;
    environment?: Record<string, string>;
    wait: (delayMs: number) => Promise<void>;
    signal: AbortSignal;
  }) {
    const lines: string[] = [];
    const code = await runTelegramPoll({
      arguments: address.split(" "),
      environment: { ...settings(), ...environment },
      directory: tmpdir(),
      print: (line) => void lines.push(line),
      ...options,
    });
    const output = lines.join("\n");
    expect(output).not.toContain(telegram.token);
    expect(output).not.toContain(SECRET);
    return { code, output };
  }

  function settings(): Record<string, string> {
    return {
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_WEBHOOK_SECRET: SECRET,
      TELEGRAM_API_ROOT: telegram.url,
    };
  }
});
