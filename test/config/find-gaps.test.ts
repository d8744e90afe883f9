import { describe, expect, it } from "vitest";
import { findGaps } from "../../src/config/find-gaps.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { DEVELOPMENT_TOKEN } from "../fixtures/development-token.ts";
import { DEPLOYMENT_SECRET } from "../fixtures/secrets.ts";

const TELEGRAM = {
  TELEGRAM_BOT_TOKEN: "123:token-of-the-bot",
  TELEGRAM_WEBHOOK_SECRET: "the-webhook-secret-of-these-tests",
};
const TEAM = { ADMIN_API_KEY: "k3Jx0vQm9Zr7Tn2Wc5Lb8Hd1Yf4Gs6Pa" };
const LINKED = { PUBLIC_URL: "https://parley.example" };
const NOTIFIED = { ...TELEGRAM, HANDOVER_NOTIFY: "telegram:-100" };
const MCP = { MCP_SERVERS: '{"shop": {"url": "https://shop.example/mcp"}}' };
const OPEN = {
  WEB_CHAT: "public",
  PARLEY_SECRET: DEPLOYMENT_SECRET,
  OPENAI_API_KEY: "sk-1",
  GLOBAL_DAILY_TOKENS: "0",
};
const SECRET = "whsec_l0kS2WRkTj6Zqd0p1wVvTn8m3yPo5xQb";
const RECEIVER = {
  EVENTS_URL: "https://desk.example/hook",
  EVENTS_SIGNING_SECRET: SECRET,
};
const UNTOLD = { kind: "waits-untold" };
const FOR_EVER = { kind: "waits-for-ever" };

describe("the gaps of a configuration", () => {
  it.each<[Readonly<Record<string, string>>, readonly object[]]>([
    [{}, []],
    [
      { ...MCP, ...TELEGRAM, TOOL_APPROVERS: "telegram:42,slack:U07" },
      [{ kind: "approvers-off", people: ["slack:U07"], channel: "Slack" }],
    ],
    [{ ...MCP, TOOL_APPROVERS: "operators" }, [{ kind: "no-team" }]],
    [{ ...MCP, ...TEAM, TOOL_APPROVERS: "operators" }, []],
    [{ TOOLS: "talk_to_human" }, [{ kind: "no-team" }]],
    [{ ...TEAM, HANDOVER_MODE: "wait" }, [UNTOLD]],
    [
      { ...TEAM, HANDOVER_MODE: "wait", HANDOVER_WAIT_MINUTES: "0" },
      [UNTOLD, FOR_EVER],
    ],
    [{ ...TEAM, HANDOVER_WAIT_MINUTES: "0" }, []],
    [{ ...TEAM, HANDOVER_MODE: "wait", ...RECEIVER }, []],
    [
      {
        ...TEAM,
        HANDOVER_MODE: "wait",
        ...RECEIVER,
        EVENTS_TYPES: "message.replied",
      },
      [UNTOLD],
    ],
    [{ ...TEAM, HANDOVER_MODE: "wait", ...NOTIFIED }, [{ kind: "no-link" }]],
    [{ ...TEAM, HANDOVER_MODE: "wait", ...NOTIFIED, ...LINKED }, []],
    [
      {
        WEBHOOK_API_KEYS: "shop:key-of-the-shop-window-in-these-tests",
        WEBHOOK_CALLBACK_HOSTS: "shpo:hooks.example,shop:hooks.example",
      },
      [
        {
          kind: "unknown-caller",
          variable: "WEBHOOK_CALLBACK_HOSTS",
          caller: "shpo",
        },
      ],
    ],
    [
      {
        WEBHOOK_SIGNING_SECRET: `desk:${SECRET}`,
        WEBHOOK_CALLBACK_SECRETS: `dsek:whsec_${btoa(DEPLOYMENT_SECRET)}`,
        WEBHOOK_CALLBACK_HOSTS: "desk:hooks.example,hooks.example",
      },
      [
        {
          kind: "unknown-caller",
          variable: "WEBHOOK_CALLBACK_SECRETS",
          caller: "dsek",
        },
      ],
    ],
    [{ WEBHOOK_CALLBACK_HOSTS: "shop:hooks.example" }, []],
    [OPEN, [{ kind: "strangers-unlimited" }]],
    [{ ...OPEN, OPENAI_API_KEY: "" }, []],
    [{ ...OPEN, WEB_DAILY_TOKENS: "20000" }, []],
    [{ ...OPEN, GLOBAL_DAILY_TOKENS: "2000000" }, []],
    [{ ...OPEN, WEB_CHAT: "off" }, []],
  ])("of %j are %j", (variables, gaps) => {
    expect(findGaps(parseConfig(variables))).toEqual(gaps);
  });

  it("under npm run dev leave the developer to approve and to take over", () => {
    const variables = { TOOLS: "talk_to_human", TOOL_APPROVERS: "operators" };
    const developmentToken = DEVELOPMENT_TOKEN;
    expect(findGaps(parseConfig(variables, { developmentToken }))).toEqual([]);
  });
});
