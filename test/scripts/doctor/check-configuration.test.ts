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
  it("is valid without any variable, and lists what is on", async () => {
    const { code, output } = await run();
    expect(code).toBe(0);
    expect(output).toContain(
      `Configuration
  ✓ Nothing is set: all variables have their defaults.
  ✓ Model: The demo model answers. It only does sums, looks things up and remembers names. For a real model: set \`OPENAI_API_KEY\` in \`.dev.vars\` and restart.`,
    );
    for (const line of [
      "✓ Chat page: Open on this machine, through the link that `npm run dev` prints.",
      "✓ HTTP API: For development.",
      `– Channels: None is set up. Off: ${CHANNEL_CATALOGUE.map(({ title }) => title).join(", ")}.`,
      "✓ Tools: search by wikipedia, calculator",
      "– Events: Off.",
      "All checks passed: 9 passed, 2 skipped.",
    ])
      expect(output).toContain(line);
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
      "✓ Model: deepseek-chat, deepseek-lite at api.deepseek.com, agent style tool-calling.",
      "✓ Tools: calculator, search by tavily, wikipedia, MCP: shop",
      "✓ HTTP API: For shop, development.",
      "✓ Chat page: Open for those who know the password.",
      "✓ Channels: On: Telegram. Off:",
      "✓ Limits: 20 messages per minute for each person. 50,000 tokens per day for each person. 2,000,000 tokens per day for everyone.",
    ])
      expect(output).toContain(line);
    expect(output).not.toMatch(/-key-of|-secret|token-of|password-of/);
  });

  it("warns of what leads nowhere", async () => {
    const settings = { HANDOVER_MODE: "wait" };
    const { code, output } = await run({ settings });
    expect(code).toBe(0);
    expect(output).toContain("! Nobody is told that a user waits.");
  });

  it("names each invalid variable and its source, but no value", async () => {
    const { code, output } = await run({
      settings: { OPENAI_MODEL: "a", TELEGRAM_BOT_TOKEN: "not a token" },
      environment: { AGENT_MAX_STEPS: "seven" },
    });
    expect(code).toBe(1);
    for (const line of [
      "✗ TELEGRAM_BOT_TOKEN has the wrong form. Get it from BotFather; it looks like 123456:ABC.\n    → Fix it in .dev.vars and restart `npm run dev`.",
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
    expect(output).toContain("– HTTP API: Off. For a caller named shop: run");
    expect(output).toContain("– Chat page: Closed.");
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
