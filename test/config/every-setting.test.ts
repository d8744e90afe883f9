import { expect, it } from "vitest";
import { ENVIRONMENT } from "../../src/config/environment.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { DEPLOYMENT_SECRET, PAGE_PASSWORD } from "../fixtures/secrets.ts";
import { findProblems } from "./find-problems.ts";

const key = (name: string) => `${name}-R3kXv8Qd1mWz7Ty4Lc6Jh0Bn5Gs2Pf9E`;
const secret = (name: string) => `whsec_${btoa(key(name))}`;
const TEMPLATE = "{instructions} {tools} {history} {input} {scratchpad}";
const SHOP = { name: "shop", url: "https://shop.example/mcp" };

/** Every variable with a value of its own, but for those of the search. */
const SET = {
  OPENAI_API_KEY: "sk-1",
  OPENAI_BASE_URL: "http://localhost:11434/v1/",
  OPENAI_MODEL: "big",
  OPENAI_FALLBACK_MODELS: "small, smaller",
  OPENAI_API: "chat",
  OPENAI_EXTRA_BODY: '{"enable_thinking": false}',
  OPENAI_VISION: "on",
  OPENAI_TRANSCRIPTION_MODEL: "ear",
  BOT_NAME: "Ada",
  BOT_GREETING: "Hello!",
  BOT_EXAMPLES: "One?|Two?",
  BOT_LOGO_URL: "https://cdn.example/a.png",
  BOT_ACCENT_COLOR: "#F60",
  AGENT_STYLE: "zero-shot-react",
  AGENT_INSTRUCTIONS: "Be kind.",
  AGENT_PROMPT_TEMPLATE: TEMPLATE,
  AGENT_MAX_STEPS: "3",
  AGENT_MAX_TOKENS: "40000",
  AGENT_MAX_REPLY_TOKENS: "5000",
  AGENT_MAX_REPLY_CHARS: "6000",
  AGENT_TIMEOUT_SECONDS: "7",
  TOOL_TIMEOUT_SECONDS: "8",
  TOOLS: "calculator",
  TOOLS_ALLOW_DANGEROUS: "shop__buy",
  TOOLS_WITHOUT_APPROVAL: "remind_me",
  TOOL_APPROVERS: "telegram:42, slack:U07",
  MCP_SERVERS: JSON.stringify({ shop: { url: SHOP.url } }),
  READ_PAGE_HOSTS: "docs.example.com",
  LINK_HOSTS: "shop.example.com",
  TIME_ZONE: "Asia/Shanghai",
  LIBRARY_KEY: key("library"),
  WEBHOOK_API_KEYS: `shop:${key("shop")}`,
  WEBHOOK_SIGNING_SECRET: `desk:${secret("desk")}`,
  WEBHOOK_REQUESTS_PER_MINUTE: "9",
  WEBHOOK_STREAMS_PER_CALLER: "10",
  WRONG_KEYS_PER_MINUTE: "11",
  WEBHOOK_CALLBACK_SECRETS: `shop:${secret("callback")}`,
  WEBHOOK_CALLBACK_HOSTS: "shop:hooks.example.com",
  PARLEY_SECRET: DEPLOYMENT_SECRET,
  PUBLIC_URL: "https://bot.example/path",
  ADMIN_API_KEY: key("admin"),
  OPERATOR_KEYS: `ann:${key("ann")}`,
  HANDOVER_SILENCE_MINUTES: "12",
  HANDOVER_NOTIFY: "telegram:-100123:7",
  HANDOVER_MODE: "wait",
  HANDOVER_HOURS: "Fri 22:00-02:00",
  HANDOVER_WAIT_MINUTES: "13",
  EVENTS_URL: "https://desk.example/hook",
  EVENTS_SIGNING_SECRET: secret("events"),
  EVENTS_TYPES: "message.replied",
  CONSOLE_TEXTS: "off",
  WEB_CHAT: "password",
  WEB_CHAT_PASSWORD: PAGE_PASSWORD,
  WEB_SESSIONS_PER_HOUR: "14",
  WEB_MESSAGES_PER_MINUTE: "15",
  WEB_UPLOAD_MB_PER_HOUR: "16",
  WEB_STREAMS_PER_VISITOR: "17",
  WEB_STREAMS_PER_ADDRESS: "18",
  WEB_SUGGESTIONS: "on",
  WEB_CHALLENGE: "hcaptcha",
  WEB_CHALLENGE_SITE_KEY: "site",
  WEB_CHALLENGE_SECRET: "s3cret",
  WEB_CHALLENGE_VERIFY_URL: "https://verify.example",
  WEB_EMBED_ORIGINS: "https://shop.example, http://localhost:3000",
  WEB_EMBED_DAILY_TOKENS: "19000",
  WEB_EMBED_MESSAGES_PER_MINUTE: "20",
  WEB_IDENTITY: "required",
  WEB_IDENTITY_SECRET: key("identity"),
  USER_MESSAGES_PER_MINUTE: "21",
  USER_DAILY_TOKENS: "22000",
  GLOBAL_DAILY_TOKENS: "1000000",
  WEB_DAILY_TOKENS: "24000",
  WEBHOOK_DAILY_TOKENS: "50%",
  TURN_MERGE: "off",
  TURN_RETRY_SECONDS: "26",
  MEMORY_RETENTION_DAYS: "27",
  MEMORY_MAX_TOKENS: "2800",
  LOG_LEVEL: "info",
  NO_COLOR: "1",
  MEMORY_STRATEGY: "window",
};

/** Without these, telling operators in that chat is refused. */
const TELEGRAM = {
  TELEGRAM_BOT_TOKEN: "1:abc",
  TELEGRAM_WEBHOOK_SECRET: key("telegram"),
};

const OWN_SEARCH = /^(?:SEARCH|WIKIPEDIA|SERPAPI|TAVILY|BRAVE|SEARXNG|ELASTIC)/;

it("is read into the part of the configuration that it is for", () => {
  const known = Object.keys(ENVIRONMENT).filter((one) => !OWN_SEARCH.test(one));
  expect(Object.keys(SET).toSorted()).toEqual(known.toSorted());
  expect(parseConfig({ ...SET, ...TELEGRAM })).toMatchObject({
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
    memory: { maxTokens: 2_800, strategy: "window", retentionDays: 27 },
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
