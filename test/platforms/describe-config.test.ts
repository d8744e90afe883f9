import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { describeConfig } from "../../src/platforms/describe-config.ts";
import { EVERY_SETTING, THEIR_CHAT } from "../fixtures/every-setting.ts";

it("/setup shows what is set up, and no secret", () => {
  const config = parseConfig({ ...EVERY_SETTING, ...THEIR_CHAT });
  const report = describeConfig(config, "aws");
  expect(report).toMatchObject({
    platform: "aws",
    is_development: false,
    model: {
      is_demo: false,
      names: ["big", "small", "smaller"],
      host: "localhost:11434",
      style: "zero-shot-react",
    },
    tools: ["calculator"],
    search_providers: ["wikipedia"],
    mcp_servers: ["shop"],
    has_sign_ins: false,
    page: "password",
    callers: ["shop", "desk"],
    events: { host: "desk.example", types: ["message.replied"] },
    team: {
      approvers: ["telegram:42", "slack:U07"],
      notified: "telegram",
      waits: true,
      wait_minutes: 13,
      silence_minutes: 12,
      has_hours: true,
    },
    has_admin_key: true,
    limits: {
      messages_per_minute: 21,
      user_daily_tokens: 22_000,
      global_daily_tokens: 1_000_000,
    },
    memory: { store: "DynamoDB", max_tokens: 2_800, retention_days: 27 },
  });
  const on = report.channels.filter((channel) => channel.is_on);
  expect(on).toMatchObject([{ title: "Telegram", is_for_everybody: true }]);
  expect(JSON.stringify(report)).not.toContain("R3kXv8Qd1m");
});

it("/setup shows a deployment without settings", () => {
  const report = describeConfig(
    parseConfig({ TELEGRAM_ALLOWED_USERS: "42" }),
    "cloudflare",
  );
  expect(report).toMatchObject({
    model: { is_demo: true },
    page: "off",
    has_admin_key: false,
    team: { approvers: "asker", waits: false, has_hours: false },
    memory: { store: "Durable Objects" },
  });
  expect(report).not.toHaveProperty("events");
  expect(report.channels.find(({ name }) => name === "telegram")).toMatchObject(
    {
      is_on: false,
      is_for_everybody: false,
    },
  );
});
