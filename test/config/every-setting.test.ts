import { expect, it } from "vitest";
import { ENVIRONMENT } from "../../src/config/environment.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import {
  EVERY_SETTING,
  key,
  secret,
  SHOP,
  THEIR_CHAT,
} from "../fixtures/every-setting.ts";
import { DEPLOYMENT_SECRET, PAGE_PASSWORD } from "../fixtures/secrets.ts";
import { findProblems } from "./find-problems.ts";

const OWN_SEARCH = /^(?:SEARCH|WIKIPEDIA|SERPAPI|TAVILY|BRAVE|SEARXNG|ELASTIC)/;

it("is read into the part of the configuration that it is for", () => {
  const known = Object.keys(ENVIRONMENT).filter((one) => !OWN_SEARCH.test(one));
  expect(Object.keys(EVERY_SETTING).toSorted()).toEqual(known.toSorted());
  expect(parseConfig({ ...EVERY_SETTING, ...THEIR_CHAT })).toMatchObject({
    model: {
      apiKey: "sk-1",
      baseUrl: "http://localhost:11434/v1",
      api: "chat",
      names: ["big", "small", "smaller"],
      extraBody: { enable_thinking: false },
      takesImages: true,
      transcriptionModel: "ear",
    },
    identity: {
      name: "Ada",
      greeting: "Hello!",
      examples: ["One?", "Two?"],
      logoUrl: "https://cdn.example/a.png",
      accentColor: "#ff6600",
    },
    agent: {
      style: "zero-shot-react",
      instructions: "Be kind.",
      promptTemplate: { kind: "template" },
      maxSteps: 3,
      maxTokens: 40_000,
      maxReplyTokens: 5_000,
      maxReplyLength: 6_000,
      timeoutMs: 7_000,
      toolTimeoutMs: 8_000,
    },
    tools: ["calculator"],
    trust: {
      linkHosts: ["shop.example.com", "docs.example.com"],
      unaskedTools: ["remind_me"],
      approvers: ["telegram:42", "slack:U07"],
    },
    toolSettings: { TIME_ZONE: "Asia/Shanghai" },
    mcp: { servers: [SHOP], allowedDangerous: ["shop__buy"] },
    library: { keys: [key("library")] },
    webhook: {
      keys: [{ name: "shop", key: key("shop") }],
      signingSecrets: [{ name: "desk", secret: secret("desk") }],
      requestsPerMinute: 9,
      streamsPerCaller: 10,
      callbacks: {
        secrets: [{ name: "shop", secret: secret("callback") }],
        hosts: [{ caller: "shop", name: "hooks.example.com", port: "" }],
      },
    },
    secret: DEPLOYMENT_SECRET,
    publicUrl: "https://bot.example",
    adminKey: key("admin"),
    console: {
      operators: [
        { name: "admin", key: key("admin") },
        { name: "ann", key: key("ann") },
      ],
      showsTexts: false,
    },
    wrongKeysPerMinute: 11,
    web: {
      mode: "password",
      password: PAGE_PASSWORD,
      rates: {
        sessionsPerHour: 14,
        messagesPerMinute: 15,
        siteMessagesPerMinute: 20,
        uploadMegabytesPerHour: 16,
        streamsPerVisitor: 17,
        streamsPerAddress: 18,
      },
      challenge: {
        service: "hcaptcha",
        siteKey: "site",
        secret: "s3cret",
        verifyUrl: "https://verify.example",
      },
      suggests: true,
      embedding: {
        sites: ["https://shop.example", "http://localhost:3000"],
        identityMode: "required",
        identitySecret: key("identity"),
      },
    },
    budget: {
      messagesPerMinute: 21,
      userDailyTokens: 22_000,
      channelDailyTokens: { web: 24_000, webhook: 500_000, slack: 750_000 },
      siteDailyTokens: 19_000,
      globalDailyTokens: 1_000_000,
    },
    turnMerge: "off",
    handoverSilenceMs: 720_000,
    events: {
      receiver: {
        url: "https://desk.example/hook",
        secrets: [secret("events")],
      },
      types: ["message.replied"],
      notified: { channel: "telegram", to: { chat: -100_123, thread: 7 } },
    },
    team: {
      waits: true,
      waitMs: 780_000,
      hours: [{ day: 5, from: 1_320, to: 120 }],
    },
    retryMs: 26_000,
    memory: {
      maxTokens: 2_800,
      strategy: "window",
      retentionDays: 27,
      retentionMs: 2_332_800_000,
    },
  });
});

it.each([
  ["AGENT_MAX_STEPS", 1, 50],
  ["AGENT_MAX_TOKENS", 1_000, 10_000_000],
  ["AGENT_MAX_REPLY_TOKENS", 256, 1_000_000],
  ["AGENT_MAX_REPLY_CHARS", 1_000, 100_000],
  ["AGENT_TIMEOUT_SECONDS", 1, 600],
  ["TOOL_TIMEOUT_SECONDS", 1, 300],
  ["HANDOVER_SILENCE_MINUTES", 0, 10_080],
  ["HANDOVER_WAIT_MINUTES", 0, 10_080],
  ["TURN_RETRY_SECONDS", 10, 600],
  ["MEMORY_RETENTION_DAYS", 0, 3_650],
  ["MEMORY_MAX_TOKENS", 500, 1_000_000],
  ["ELASTICSEARCH_SIZE", 1, 20],
  ["WEB_SESSIONS_PER_HOUR", 0, 1_000_000],
])("%s is a whole number from %d to %d", (name, min, max) => {
  const isWrong = (value: number) =>
    findProblems({ [name]: `${value}` }).some((one) => one.variable === name);
  expect([min - 1, min, max, max + 1, min + 0.5].map(isWrong)).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
});
