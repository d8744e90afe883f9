import { expect, it } from "vitest";
import { findSecrets } from "../../src/config/find-secrets.ts";

it.each([
  ["a key", { OPENAI_API_KEY: " sk-12345 " }, ["sk-12345"]],
  [
    "the parts of a list",
    { WEBHOOK_API_KEYS: "shop:lantern-key,desk:other-lantern" },
    ["shop:lantern-key,desk:other-lantern", "lantern-key", "other-lantern"],
  ],
  [
    "keys in JSON, but no addresses",
    {
      MCP_SERVERS:
        '{"shop": {"url": "https://shop.example/mcp1", "token": "abcdef0123456789", "scope": "abcdef012345678"}}',
    },
    ["abcdef0123456789"],
  ],
  ["no limits", { GLOBAL_DAILY_TOKENS: "200000000" }, []],
  ["no short values", { WEB_CHAT_PASSWORD: "shorter" }, []],
  ["no instructions", { AGENT_INSTRUCTIONS: "You are a lantern." }, []],
])("finds %s", (_, variables, secrets) => {
  expect(findSecrets(new Map(Object.entries(variables)))).toEqual(secrets);
});
