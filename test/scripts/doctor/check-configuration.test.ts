import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkConfiguration } from "../../../scripts/doctor/check-configuration.ts";
import { parseDoctorArguments } from "../../../scripts/doctor/doctor-arguments.ts";
import { readSettings } from "../../../scripts/doctor/settings.ts";
import { CHANNEL_CATALOGUE } from "../../../src/channels/channel-catalogue.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
beforeEach(async () => void (world = await createDoctorWorld()));
afterEach(() => world.close());

async function run(
  options: Parameters<DoctorWorld["run"]>[1] = {},
  given: readonly string[] = [],
) {
  const { code, output } = await world.run(
    ["--only", "configuration", ...given],
    options,
  );
  return { code, output: unwrap(output) };
}

describe("the configuration", () => {
  it.each([
    [{ BOT_NAME: "小店" }, "✓ Bot: 小店."],
    [
      {
        BOT_NAME: "Shop",
        BOT_GREETING: "Hi!",
        BOT_EXAMPLES: "Open?|Late?",
        BOT_LOGO_URL: "https://cdn.example/logo.png",
        BOT_ACCENT_COLOR: "#ffcc00",
      },
      /✓ Bot: Shop, with a greeting, 2 examples, a logo from cdn\.example and the accent color #ffcc00 \(to be readable, #[0-9a-f]{6} on light\)\./,
    ],
    [{ BOT_ACCENT_COLOR: "red" }, "✗ BOT_ACCENT_COLOR must be a CSS hex color"],
  ])("says who the bot is: %j", async (environment, line) => {
    const { output } = await run({ environment });
    expect(output).toMatch(line);
  });

  it("is valid without any variable, and lists what is on", async () => {
    const { code, output } = await run();
    expect(code).toBe(0);
    expect(output).toBe(
      `Configuration
  ✓ Nothing is set: all variables have their defaults.
  ✓ Model: the demo model, which needs no key.
  ✓ Tools: search (wikipedia), calculator.
  ✓ HTTP: for development.
  ✓ Callbacks: to this machine.
  – Events: off; set EVENTS_URL to enable it.
  ✓ Chat page: through the link that npm run dev prints.
  – Not set up: ${CHANNEL_CATALOGUE.map(({ title }) => title).join(", ")}; docs/channels has what each needs.
  ✓ Memory: up to 6000 tokens of the past in a prompt; older messages are left out.
  ✓ Limits: 20 messages per minute for each person.

All checks passed: 8 passed, 2 skipped.`,
    );
  });

  it("lists what is on with the deployment's variables", async () => {
    const { output } = await run({
      settings: {
        OPENAI_API_KEY: "sk-the-key-of-the-model",
        OPENAI_BASE_URL: "https://api.deepseek.com/v1",
        OPENAI_MODEL: "deepseek-chat",
        OPENAI_FALLBACK_MODELS: "deepseek-lite",
        AGENT_STYLE: "tool-calling",
        TOOLS: "calculator,search",
        SEARCH_PROVIDERS: "tavily,wikipedia",
        TAVILY_API_KEY: "the-key-of-tavily",
        MCP_SERVERS: '{"shop": {"url": "https://shop.example/mcp"}}',
        TELEGRAM_BOT_TOKEN: "123:token-of-the-bot",
        TELEGRAM_WEBHOOK_SECRET: "the-webhook-secret-of-these-tests",
        TELEGRAM_ALLOWED_USERS: "1,2",
        WEBHOOK_API_KEYS:
          "shop:key-of-the-shop-window-in-these-tests,shop:its-new-key-with-enough-characters",
        USER_DAILY_TOKENS: "50000",
        WEB_CHAT: "password",
        WEB_CHAT_PASSWORD: "the-password-of-the-page",
      },
    });
    for (const line of [
      "✓ Model: deepseek-chat, then deepseek-lite at api.deepseek.com, asked in the style tool-calling.",
      "✓ Tools: calculator, search (tavily, wikipedia), those of shop (MCP).",
      "✓ HTTP: for shop, development.",
      "✓ Chat page: with a password.",
      "✓ Telegram: for 2 users and 0 chats.",
      "older messages are summarised.",
      "✓ Limits: 20 messages per minute for each person, 50000 tokens per day for each person, 2000000 tokens per day for everyone.",
    ])
      expect(output).toContain(line);
    expect(output).not.toMatch(/-key-of|-secret|token-of|password-of/);
  });

  it("reports that there are no limits", async () => {
    const { output } = await run({
      settings: { USER_MESSAGES_PER_MINUTE: "0" },
    });
    expect(output).toContain("– Limits: off; set USER_MESSAGES_PER_MINUTE,");
  });

  it.each([
    ["asker", "✓ Approval of tools: by the person who is answered."],
    [
      "operators",
      "! TOOL_APPROVERS is operators, but there are none, so nothing can be approved.",
    ],
    [
      "telegram:42,slack:U07",
      "! TOOL_APPROVERS names slack:U07, but Slack is not set up.",
    ],
  ])("says who approves tools, and whether they can: %s", async (who, line) => {
    const settings = {
      TOOL_APPROVERS: who,
      MCP_SERVERS: '{"shop": {"url": "https://shop.example/mcp"}}',
      TELEGRAM_BOT_TOKEN: "123:token-of-the-bot",
      TELEGRAM_WEBHOOK_SECRET: "the-webhook-secret-of-these-tests",
    };
    // On this machine, the developer is of the team.
    const { output } = await run({ settings }, [
      "--url",
      "https://parley.example",
    ]);
    expect(output).toContain(line);
    expect(output).not.toContain("names telegram:42");
  });

  it.each([
    [{}, "but nobody is told that a user waits for a person."],
    [
      { HANDOVER_NOTIFY: "telegram:-100" },
      "but its notes have no link to the console.",
    ],
  ])("says what of a team's settings leads nowhere: %j", async (more, line) => {
    const settings = {
      HANDOVER_MODE: "wait",
      TELEGRAM_BOT_TOKEN: "123:token-of-the-bot",
      TELEGRAM_WEBHOOK_SECRET: "the-webhook-secret-of-these-tests",
      ...more,
    };
    const { output } = await run({ settings });
    expect(output).toContain(line);
    const linked = { ...settings, PUBLIC_URL: "https://parley.example" };
    const whole = { HANDOVER_NOTIFY: "telegram:-100", ...linked };
    expect((await run({ settings: whole })).output).toContain(
      "All checks passed",
    );
  });

  it.each(["wait", "continue"])(
    "warns if a user who asks for a person may wait for ever: %s",
    async (mode) => {
      const settings = { HANDOVER_MODE: mode, HANDOVER_WAIT_MINUTES: "0" };
      const { output } = await run({ settings });
      const warning = "! With HANDOVER_MODE=wait and HANDOVER_WAIT_MINUTES=0,";
      expect(output.includes(warning)).toBe(mode === "wait");
    },
  );

  it("names each invalid variable and its source, but no value", async () => {
    const { code, output } = await run({
      settings: { OPENAI_MODEL: "a", TELEGRAM_BOT_TOKEN: "not a token" },
      environment: { AGENT_MAX_STEPS: "seven" },
    });
    expect(code).toBe(1);
    for (const line of [
      "✗ TELEGRAM_BOT_TOKEN is not a bot token; BotFather gives one like 123456:ABC.\n    → Fix it in .dev.vars and restart `npm run dev`.",
      "✗ TELEGRAM_WEBHOOK_SECRET is missing; TELEGRAM_BOT_TOKEN requires it.",
      "✗ AGENT_MAX_STEPS must be a whole number from 1 to 50.\n    → Fix it in the environment",
    ])
      expect(output).toContain(line);
    expect(output).not.toContain("not a token");
    expect(output).not.toContain("seven");
  });

  it("is reported even if another stage was selected, if it is invalid", async () => {
    const settings = { AGENT_MAX_STEPS: "0" };
    const { code, output } = await world.run(["--only", "model"], { settings });
    expect(code).toBe(1);
    expect(output).toContain("✗ AGENT_MAX_STEPS must be");
    expect(output).toContain(
      "Model\n  – Skipped: the configuration is invalid.",
    );
  });

  it("reports what strangers on a public page can cost, and warns if that is unlimited", async () => {
    const settings = {
      OPENAI_API_KEY: "sk-1",
      WEB_CHAT: "public",
      WEB_CHALLENGE: "turnstile",
      WEB_CHALLENGE_SITE_KEY: "site",
      WEB_CHALLENGE_SECRET: "s3cret",
    };
    const { output } = await run({ settings });
    const lines = output.replaceAll(/\n +/g, " ");
    expect(lines).toContain(
      "Chat page: for everybody; new visitors are checked by turnstile.",
    );
    expect(lines).toContain(
      "✓ Strangers on the page cost at most 500,000 tokens and 2,500 tool calls a day; from one internet address at most 500,000 tokens and 2,500 tool calls an hour, in 3,600 messages, and 100 hours of open streams.",
    );
    const open = { WEB_DAILY_TOKENS: "0", GLOBAL_DAILY_TOKENS: "0" };
    const { output: warned } = await run({
      settings: { ...settings, ...open },
    });
    expect(warned).toContain("! Strangers on the page cost at most any number");
    expect(warned).toContain("Set WEB_DAILY_TOKENS or GLOBAL_DAILY_TOKENS");
  });

  it("warns of unknown variables", async () => {
    const { code, output } = await run({
      settings: { OPENAI_APIKEY: "sk-1", OPENAI_MODEL: "a" },
    });
    expect(code).toBe(0);
    expect(output).toContain("! Parley has no variable OPENAI_APIKEY.");
    expect(output).toContain(
      "→ OPENAI_APIKEY is probably meant to be OPENAI_API_KEY.",
    );
    const { output: other } = await run({ settings: { SHOP_KEY: "1" } });
    expect(other).toContain("→ Find the right name in docs/configuration.md.");
  });

  it("warns of variables that wrangler dev does not see", async () => {
    const environment = { OPENAI_API_KEY: "sk-1", HOME: "/root", TOOLS: "" };
    const { output } = await run({ environment });
    expect(output).toContain(
      "! Only the environment of this terminal has OPENAI_API_KEY.",
    );
  });

  it("reads [vars] of wrangler.toml, overridden by .dev.vars for a local target", async () => {
    await world.write(
      "wrangler.toml",
      'name = "a"\n[vars]\nOPENAI_API_KEY = "sk-1"\nOPENAI_MODEL = "from-toml"\nTIME_ZONE = "Asia/Shanghai"\nAGENT_MAX_STEPS = 3\n',
    );
    const settings = { OPENAI_MODEL: "from-file", TIME_ZONE: "" };
    const { output } = await run({ settings });
    expect(output).toContain(
      "✓ Set and valid: OPENAI_API_KEY (wrangler.toml); OPENAI_MODEL (.dev.vars).",
    );
    expect(output).toContain("Model: from-file at");
  });

  it("uses .dev.vars for a deployment only for variables set nowhere else", async () => {
    await world.write(
      "wrangler.toml",
      'name = "a"\n[vars]\nOPENAI_MODEL = "from-toml"\n',
    );
    const { output } = await run(
      { settings: { OPENAI_API_KEY: "sk-1", OPENAI_MODEL: "from-file" } },
      ["--url", "https://parley.example"],
    );
    expect(output).toContain("Model: from-toml at api.openai.com");
    expect(output).toContain("– HTTP: off; set WEBHOOK_API_KEYS");
    expect(output).toContain("– Chat page: off; set WEB_CHAT");
  });

  it("reports an unreadable wrangler.toml", async () => {
    await world.write("wrangler.toml", "name = ");
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain(".dev.vars or wrangler.toml cannot be read.");
  });

  it("advises fixing a deployment there, too", async () => {
    const order = parseDoctorArguments(["--url", "https://parley.example"]);
    if (order.kind !== "check") throw new Error("The arguments are right.");
    const settings = await readSettings({
      target: order.target,
      environment: { WEB_CHAT: "open" },
      directory: "/nonexistent",
    });
    const findings = await Array.fromAsync(
      checkConfiguration({ settings, order }),
    );
    expect(findings).toEqual([
      {
        kind: "failed",
        text: "WEB_CHAT must be one of local, password, public, off.",
        advice: [expect.stringContaining("npx wrangler secret put")],
      },
    ]);
  });
});
