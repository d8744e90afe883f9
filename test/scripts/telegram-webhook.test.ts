import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runTelegramWebhook } from "../../scripts/telegram/run-telegram-webhook.ts";
import { COMMANDS } from "../../src/conversation/commands/command-list.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../stubs/telegram-server.ts";

const SECRET = "s3cret_for-tests";

describe("npm run telegram:webhook", () => {
  let server: TelegramServer;
  let directory: string;
  beforeEach(async () => {
    server = await startTelegramServer();
    directory = await mkdtemp(join(tmpdir(), "parley-"));
  });
  afterEach(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });

  it("sets the webhook and the commands, and prints Telegram's state", async () => {
    const { code, output } = await run(["https://parley.example.workers.dev/"]);
    expect(code).toBe(0);
    expect(server.webhook()).toEqual({
      url: "https://parley.example.workers.dev/telegram/webhook",
      secretToken: SECRET,
      allowedUpdates: ["message", "edited_message", "callback_query"],
      maxConnections: 40,
    });
    expect(output).toContain("The bot is @parley_test_bot (Parley).");
    expect(output).toContain(
      "https://parley.example.workers.dev/telegram/webhook",
    );
    expect(output).toContain("No messages are waiting.");
  });

  it("registers every command by language and chat type, and prints their names", async () => {
    const { output } = await run(["https://parley.test"]);
    const names = COMMANDS.map(({ name }) => name);
    const inGroups = COMMANDS.filter(({ isForOne }) => !isForOne).map(
      ({ name }) => name,
    );
    expect(namesOf("all_private_chats")).toEqual(names);
    expect(namesOf("all_private_chats/zh")).toEqual(names);
    expect(namesOf("all_group_chats")).toEqual(inGroups);
    expect(namesOf("all_group_chats/zh")).toEqual(inGroups);
    expect(server.commands.get("all_group_chats")?.[0]).toEqual({
      command: "stop",
      description: "Stops the answer I am writing",
    });
    expect(server.commands.get("all_private_chats/zh")?.[0]).toEqual({
      command: "stop",
      description: "停止正在写的回答",
    });
    for (const name of names) expect(output).toContain(`/${name}`);
  });

  it("accepts an address with a path, or with the whole path", async () => {
    await run(["https://example.com:8443/bots/parley/"]);
    expect(server.webhook()?.url).toBe(
      "https://example.com:8443/bots/parley/telegram/webhook",
    );
    await run(["https://example.com/telegram/webhook"]);
    expect(server.webhook()?.url).toBe("https://example.com/telegram/webhook");
  });

  it("explains why the last message did not arrive", async () => {
    server.failNext({
      method: "getWebhookInfo",
      status: 200,
      body: {
        ok: true,
        result: {
          url: "https://parley.test/telegram/webhook",
          pending_update_count: 3,
          last_error_date: 1_795_260_000,
          last_error_message:
            "Wrong response from the webhook: 401 Unauthorized",
        },
      },
    });
    const { code, output } = await run(["https://parley.test"]);
    expect(code).toBe(0);
    expect(output).toContain("Waiting messages: 3.");
    expect(output).toContain("2026-11-21T");
    expect(output).toContain(
      "→ If it fails again: The deployment's TELEGRAM_WEBHOOK_SECRET differs",
    );
  });

  it("removes the webhook", async () => {
    await run(["https://parley.test"]);
    const { code, output } = await run(["--delete"]);
    expect(code).toBe(0);
    expect(server.webhook()).toBeUndefined();
    expect(output).toContain("@parley_test_bot no longer has a webhook.");
  });

  it("rejects the page's address on AWS, which accepts no updates", async () => {
    const page = "https://abc.lambda-url.eu-west-1.on.aws/";
    const asked: string[] = [];
    const answerWith = (text: string) => async (url: unknown) => {
      asked.push(String(url));
      return new Response(text);
    };
    const { code, output } = await run([page], settings(), {
      fetch: answerWith('{"detail": "… the stack output TelegramUrl …"}'),
    });
    expect(code).toBe(1);
    expect(output).toContain("npm run telegram:webhook -- <TelegramUrl>");
    expect(server.webhook()).toBeUndefined();
    const right = "https://tel.lambda-url.eu-west-1.on.aws/";
    const fetch = answerWith('{"title": "The key is missing"}');
    expect((await run([right], settings(), { fetch })).code).toBe(0);
    expect(server.webhook()?.url).toBe(`${right}telegram/webhook`);
    expect(asked).toEqual([
      `${page}telegram/webhook`,
      `${right}telegram/webhook`,
    ]);
    const fails = () => Promise.reject(new Error("offline"));
    expect((await run([right], settings(), { fetch: fails })).code).toBe(0);
  });

  it.each([
    [[], "The public address of your deployment is missing."],
    [["parley.test"], '"parley.test" is not a URL'],
    [["http://parley.test"], "from the internet, by https"],
    [["https://localhost:8787"], "npm run telegram:poll"],
    [["http://127.0.0.1:8787"], "npm run telegram:poll"],
    [["https://parley.test:8787"], "on port 443, 80, 88 or 8443"],
    [["https://a.test", "https://b.test"], "Give one address only."],
    [["--delete", "https://a.test"], "--delete takes no address."],
    [["--remove"], "There is no option --remove."],
  ])(
    "refuses the arguments %j and shows how it is used",
    async (given, problem) => {
      const { code, output } = await run(given);
      expect(code).toBe(1);
      expect(output).toContain(problem);
      expect(output).toContain("npm run telegram:webhook -- --delete");
      expect(server.calls).toEqual([]);
    },
  );

  it("reads settings from .dev.vars if the environment lacks them", async () => {
    await writeFile(
      join(directory, ".dev.vars"),
      `# local\nTELEGRAM_BOT_TOKEN="${server.token}"\nTELEGRAM_WEBHOOK_SECRET=from-the-file\nTELEGRAM_API_ROOT=${server.url}\n`,
    );
    const { code } = await run(["https://parley.test"], {
      TELEGRAM_WEBHOOK_SECRET: "from-the-environment",
    });
    expect(code).toBe(0);
    expect(server.webhook()?.secretToken).toBe("from-the-environment");
  });

  it("names all missing settings", async () => {
    const { code, output } = await run(["https://parley.test"], {});
    expect(code).toBe(1);
    expect(output).toContain(
      "TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET are not set.",
    );
  });

  it("names all invalid settings, but not their values", async () => {
    const { code, output } = await run(["https://parley.test"], {
      TELEGRAM_BOT_TOKEN: "my token",
      TELEGRAM_WEBHOOK_SECRET: "my secret",
      TELEGRAM_API_ROOT: "my root",
    });
    expect(code).toBe(1);
    for (const name of [
      "BOT_TOKEN has the wrong form",
      "WEBHOOK_SECRET has the wrong form",
      "API_ROOT is not",
    ])
      expect(output).toContain(`TELEGRAM_${name}`);
    expect(output).not.toMatch(/my (?:token|secret|root)/);
  });

  it("tells what to do about a wrong token", async () => {
    const { code, output } = await run(["https://parley.test"], {
      ...settings(),
      TELEGRAM_BOT_TOKEN: "1:wrong",
    });
    expect(code).toBe(1);
    expect(output).toContain(
      "Telegram answered 401: Unauthorized\n→ Telegram does not know this bot.",
    );
  });

  it("gives advice if Telegram rejects the address", async () => {
    const description =
      "Bad Request: bad webhook: IP address 10.0.0.1 is reserved";
    server.failNext({
      method: "setWebhook",
      status: 400,
      body: { ok: false, error_code: 400, description },
    });
    const { code, output } = await run(["https://parley.test"]);
    expect(code).toBe(1);
    expect(output).toContain(
      `${description}\n→ Telegram must be able to reach the address`,
    );
  });

  it("gives advice if Telegram is unreachable", async () => {
    const { code, output } = await run(["https://parley.test"], {
      ...settings(),
      TELEGRAM_API_ROOT: "http://127.0.0.1:1",
    });
    expect(code).toBe(1);
    expect(output).toContain(
      "Telegram could not be reached at http://127.0.0.1:1.",
    );
  });

  it("runs as a program", async () => {
    const script = join(
      import.meta.dirname,
      "../../scripts/telegram-webhook.ts",
    );
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, "https://parley.test"],
      {
        cwd: directory,
        env: settings(),
      },
    );
    expect(stdout).toContain("The bot is @parley_test_bot (Parley).");
    expectNoSecrets(stdout);
    await expect(
      promisify(execFile)(process.execPath, [script], { cwd: directory }),
    ).rejects.toMatchObject({ code: 1 });
  });

  async function run(
    given: readonly string[],
    environment: Record<string, string> = settings(),
    options: Pick<Parameters<typeof runTelegramWebhook>[0], "fetch"> = {},
  ) {
    const lines: string[] = [];
    const code = await runTelegramWebhook({
      arguments: given,
      environment,
      directory,
      print: (line) => void lines.push(line),
      signal: new AbortController().signal,
      ...options,
    });
    const output = lines.join("\n");
    expectNoSecrets(output);
    return { code, output };
  }

  function settings(): Record<string, string> {
    return {
      TELEGRAM_BOT_TOKEN: server.token,
      TELEGRAM_WEBHOOK_SECRET: SECRET,
      TELEGRAM_API_ROOT: server.url,
    };
  }

  function namesOf(menu: string): readonly string[] | undefined {
    return server.commands.get(menu)?.map(({ command }) => command);
  }

  function expectNoSecrets(output: string): void {
    expect(output).not.toContain(server.token);
    expect(output).not.toContain(SECRET);
  }
});
