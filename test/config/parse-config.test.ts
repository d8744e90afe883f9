import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import * as z from "zod";
import { VARIABLES } from "../../src/config/environment.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { createSearchProviders } from "../../src/tools/search/search-settings.ts";
import { PARLEY } from "../../src/types/identity.ts";
import { DEVELOPMENT_TOKEN } from "../fixtures/development-token.ts";
import { DEPLOYMENT_SECRET, PAGE_PASSWORD } from "../fixtures/secrets.ts";
import { recordAttack } from "../security/record-attack.ts";
import { findProblems } from "./find-problems.ts";

const parse = (environment: Record<string, unknown>, isDevelopment = false) =>
  parseConfig(
    environment,
    isDevelopment ? { developmentToken: DEVELOPMENT_TOKEN } : {},
  );

const problemsOf = (environment: Record<string, unknown>): string[] =>
  findProblems(environment).map(({ variable }) => variable);

const LIMITS = [
  "USER",
  "WEB",
  "WEB_EMBED",
  "WEBHOOK",
  "GLOBAL",
  "TELEGRAM",
].map((name) => `${name}_DAILY_TOKENS`);
const everyLimit = (tokens: string) =>
  Object.fromEntries(LIMITS.map((name) => [name, tokens]));

describe("parseConfig", () => {
  it("defaults to the demo model, both tools and no public access", () => {
    const config = parse({});
    expect(config.model).toEqual({ kind: "demo" });
    expect(config.tools).toEqual(["search", "calculator"]);
    expect(config.channels.filter(({ on }) => on !== undefined)).toEqual([]);
    expect(config.webhook).toMatchObject({ keys: [], isOn: false });
    expect(config.web.mode).toBe("off");
    expect(config.web.embedding).toEqual({ sites: [], identityMode: "off" });
  });

  it("knows the team's hours once somebody can take over, and names what is wrong with them", () => {
    const HANDOVER_HOURS = "Fri 22:00-02:00";
    expect(parse({ HANDOVER_HOURS }).team).toBeUndefined();
    expect(() => parse({ HANDOVER_HOURS: "Mon 9-18" })).toThrow('"9-18"');
  });

  it("uses the development token if a key is not set", () => {
    const { webhook, library, secret } = parse({}, true);
    expect(webhook).toMatchObject({
      keys: [{ name: "development", key: DEVELOPMENT_TOKEN }],
      isOn: true,
    });
    expect(library.keys).toEqual([DEVELOPMENT_TOKEN]);
    expect(secret).toBe(DEVELOPMENT_TOKEN);
    const PARLEY_SECRET = DEPLOYMENT_SECRET;
    expect(parse({ PARLEY_SECRET }, true).secret).toBe(PARLEY_SECRET);
  });

  it("ignores a development token in the environment, and rejects a guessable one", () => {
    const { webhook } = parse({ DEVELOPMENT_TOKEN });
    expect(webhook).toMatchObject({ keys: [], isOn: false });
    for (const developmentToken of ["", "development-key", "0".repeat(31)])
      expect(() => parseConfig({}, { developmentToken })).toThrow(
        "DEVELOPMENT_TOKEN",
      );
  });

  it("turns on the page by default in development only", () => {
    expect(parse({}, true).web.mode).toBe("local");
    expect(parse({ WEB_CHAT: "local" }, false).web.mode).toBe("off");
    const open = { WEB_CHAT: "public", PARLEY_SECRET: DEPLOYMENT_SECRET };
    expect(parse(open, false).web.mode).toBe("public");
  });

  it("accepts an old and a new key of the same name", () => {
    const { keys } = parse({
      WEBHOOK_API_KEYS:
        "shop:the-old-lantern-key-of-these-tests,shop:the-new-lantern-key-of-these-tests",
    }).webhook;
    expect(keys.map(({ name }) => name)).toEqual(["shop", "shop"]);
  });

  it("uses a real model if a key is set", () => {
    expect(parse({ OPENAI_API_KEY: "sk-1" }).model).toMatchObject({
      kind: "openai",
      apiKey: "sk-1",
    });
  });

  it("uses a server without a key if only its URL is set", () => {
    const model = parse({
      OPENAI_BASE_URL: "http://localhost:11434/v1/",
      OPENAI_MODEL: "qwen3",
      OPENAI_API: "completions",
    }).model;
    expect(model).toMatchObject({
      kind: "openai",
      baseUrl: "http://localhost:11434/v1",
      names: ["qwen3"],
      api: "completions",
    });
  });

  it("summarises with a real model, unless MEMORY_STRATEGY turns it off", () => {
    const strategyOf = (environment: Record<string, string>) =>
      parse(environment).memory.strategy;
    expect(strategyOf({})).toBe("window");
    expect(strategyOf({ MEMORY_STRATEGY: "summary" })).toBe("window");
    expect(strategyOf({ OPENAI_API_KEY: "sk-1" })).toBe("summary");
    expect(
      strategyOf({ OPENAI_API_KEY: "sk-1", MEMORY_STRATEGY: "window" }),
    ).toBe("window");
  });

  it("reads budgets, and ignores them with the demo model", () => {
    const OPENAI_API_KEY = "sk-1";
    expect(parse({ OPENAI_API_KEY }).budget).toEqual({
      messagesPerMinute: 20,
      userDailyTokens: 200_000,
      channelDailyTokens: expect.objectContaining({
        web: 500_000,
        telegram: 1_500_000,
        webhook: 2_000_000,
      }),
      siteDailyTokens: 0,
      globalDailyTokens: 2_000_000,
    });
    expect(parse({ USER_DAILY_TOKENS: "50000" }).budget).toEqual({
      messagesPerMinute: 20,
      userDailyTokens: 0,
      channelDailyTokens: expect.objectContaining({
        web: 0,
        telegram: 0,
        webhook: 0,
      }),
      globalDailyTokens: 0,
    });
    expect(
      parse({ OPENAI_API_KEY, GLOBAL_DAILY_TOKENS: "0" }).budget,
    ).toMatchObject({ userDailyTokens: 200_000, globalDailyTokens: 0 });
  });

  it.each([
    ["40000", 40_000],
    ["0", 0],
    ["1%", 20_000],
    ["100%", 2_000_000],
  ])("reads %s as a channel's daily tokens", (value, tokens) => {
    const { budget } = parse({
      OPENAI_API_KEY: "sk-1",
      WEB_DAILY_TOKENS: value,
    });
    expect(budget.channelDailyTokens.web).toBe(tokens);
  });

  it("raises a share that is too small for an answer in a long conversation", () => {
    const { budget } = parse({
      OPENAI_API_KEY: "sk-1",
      GLOBAL_DAILY_TOKENS: "20000",
    });
    expect(budget.channelDailyTokens.web).toBe(12_000);
  });

  it.each(["0%", "101%", "150%", "25", "9999", "a quarter"])(
    "rejects %s as a channel's daily tokens, and says what is allowed",
    (value) => {
      expect(findProblems({ WEB_DAILY_TOKENS: value })).toEqual([
        {
          variable: "WEB_DAILY_TOKENS",
          problem:
            "must be a share like 25% (1% to 100%), 0 (no limit), or a whole number of at least 10000",
        },
      ]);
    },
  );

  it("reads search providers in order", () => {
    const { toolSettings } = parse({
      SEARCH_PROVIDERS: "elasticsearch, wikipedia",
      ELASTICSEARCH_BASE_URL: "http://localhost:9200",
      ELASTICSEARCH_INDEX: "summary_section",
    });
    const providers = createSearchProviders(toolSettings, { userAgent: "T/1" });
    expect(providers.map(({ name }) => name)).toEqual([
      "elasticsearch",
      "wikipedia",
    ]);
  });

  it("reads the bot's identity, and gives the model its name", () => {
    expect(parse({}).identity).toEqual(PARLEY);
    const { identity, agent } = parse({
      BOT_NAME: " 小店 ",
      BOT_GREETING: "Hello!\nAsk me about orders.",
      BOT_EXAMPLES: "Where is my order?| |How do I\treturn it?\nOpen today?",
      BOT_LOGO_URL: "https://cdn.example/a b.png?size=2",
      BOT_ACCENT_COLOR: "#F60",
    });
    expect(identity).toEqual({
      name: "小店",
      greeting: "Hello!\nAsk me about orders.",
      examples: ["Where is my order?", "How do I\treturn it?", "Open today?"],
      logoUrl: "https://cdn.example/a%20b.png?size=2",
      accentColor: "#ff6600",
    });
    expect(agent.instructions).toMatch(/^You are 小店, /);
    const longest = {
      BOT_NAME: "a".repeat(64),
      BOT_GREETING: "a".repeat(1_000),
      BOT_EXAMPLES: ["1", "2", "3", "4", "5", "a".repeat(200)].join("|"),
    };
    expect(problemsOf(longest)).toEqual([]);
    const told = parse({ BOT_NAME: "Ada", AGENT_INSTRUCTIONS: "Be kind." });
    expect(told.agent.instructions).toBe("Be kind.");
  });

  it.each([
    ["BOT_NAME", "a".repeat(65), "must have at most 64 characters"],
    ["BOT_NAME", "Ada\nBob", "must be one line"],
    ["BOT_NAME", "Ada\u202Ebob", "must not contain control characters"],
    ["BOT_GREETING", "a".repeat(1001), "must have at most 1000 characters"],
    ["BOT_GREETING", "Hi\u0007", "must not contain control characters"],
    ["BOT_EXAMPLES", "1|2|3|4|5|6|7", "must hold at most 6 examples"],
    ["BOT_EXAMPLES", "a".repeat(201), "has an example of more than 200"],
    ["BOT_EXAMPLES", "a\u2066b", "must not contain control characters"],
    ["BOT_LOGO_URL", "http://cdn.example/a.png", "must be the https URL of an"],
    ["BOT_LOGO_URL", "javascript:alert(1)", "must be the https URL of an"],
    ["BOT_LOGO_URL", "https://a:b@cdn.example/", "must be the https URL of an"],
    ["BOT_LOGO_URL", "logo.png", "must be the https URL of an image"],
    ["BOT_ACCENT_COLOR", "teal", "must be a CSS hex color such as #0f6b5c"],
    ["BOT_ACCENT_COLOR", "#0f6b5c99", "must be a CSS hex color"],
    ["BOT_ACCENT_COLOR", "#12;}*{}", "must be a CSS hex color"],
  ])("rejects %s=%j", (variable, value, problem) => {
    expect(() => parse({ [variable]: value })).toThrow(
      `${variable}: ${problem}`,
    );
  });

  it("reads lists and keys", () => {
    const config = parse({
      TOOLS: "calculator",
      WEBHOOK_API_KEYS:
        "shop:R3kXv8Qd1mWz7Ty4Lc6Jh0Bn5Gs2Pf9E, desk:some:colons:inside-a-key-that-is-long",
      TELEGRAM_ALLOWED_USERS: "1, 2,",
    });
    expect(config.tools).toEqual(["calculator"]);
    expect(config.webhook.keys).toEqual([
      { name: "shop", key: "R3kXv8Qd1mWz7Ty4Lc6Jh0Bn5Gs2Pf9E" },
      { name: "desk", key: "some:colons:inside-a-key-that-is-long" },
    ]);
    expect(config.access["telegram"]).toEqual({
      people: ["1", "2"],
      chats: [],
    });
  });

  it("expands toolkits, and reads a time zone in any case", () => {
    const config = parse({
      TOOLS: "math,search",
      TIME_ZONE: "asia/ho_chi_minh",
    });
    expect(config.tools).toEqual(["calculator", "search"]);
    expect(config.toolSettings.TIME_ZONE).toBe("Asia/Ho_Chi_Minh");
    expect(parse({}).toolSettings.TIME_ZONE).toBe("UTC");
  });

  it("reads the hosts whose pages may be read without a search", () => {
    const READ_PAGE_HOSTS = "docs.Example.com, *.example.org,bücher.example";
    expect(parse({ READ_PAGE_HOSTS }).toolSettings.READ_PAGE_HOSTS).toEqual([
      "docs.example.com",
      "*.example.org",
      "xn--bcher-kva.example",
    ]);
    expect(parse({}).toolSettings.READ_PAGE_HOSTS).toEqual([]);
  });

  it.each([
    "https://example.com",
    "example.com/docs",
    "example.com:8443",
    "ada@example.com",
    "*",
    "*.com",
    "a.*.example.com",
    "localhost",
    "10.0.0.1",
    "2130706433",
    "[::1]",
    "wiki.internal",
    "example.com,intranet",
  ])("rejects %s as a host whose pages may be read", (READ_PAGE_HOSTS) => {
    expect(() => parse({ READ_PAGE_HOSTS })).toThrow(
      "READ_PAGE_HOSTS: must be a list of public hosts",
    );
  });

  it("treats empty variables as unset, and ignores bindings", () => {
    expect(parse({ OPENAI_API_KEY: " ", CONVERSATION: {} }).model.kind).toBe(
      "demo",
    );
  });

  it.each([
    "sk-…",
    "sk-...",
    "<your key>",
    "your-key-here",
    "sk-your_key",
    "YOUR_API_KEY",
    "paste-it-here",
  ])("rejects the placeholder %s as a key", (OPENAI_API_KEY) => {
    expect(() => parse({ OPENAI_API_KEY })).toThrow(
      "OPENAI_API_KEY: is a placeholder",
    );
  });

  it.each(["none", "ollama", "sk-proj-AsPhere", "feed-your-cat-at-9"])(
    "accepts %s as a key",
    (OPENAI_API_KEY) => {
      expect(parse({ OPENAI_API_KEY }).model).toMatchObject({
        apiKey: OPENAI_API_KEY,
      });
    },
  );

  it("reports all invalid variables at once", () => {
    const environment = {
      OPENAI_BASE_URL: "localhost",
      AGENT_MAX_STEPS: "many",
      AGENT_STYLE: "telepathy",
      TOOLS: "search,telepathy",
      TELEGRAM_BOT_TOKEN: "1:a/../b",
      WEBHOOK_API_KEYS: "nokey",
      WEB_CHAT: "password",
    };
    expect(new Set(problemsOf(environment))).toEqual(
      new Set([
        "OPENAI_BASE_URL",
        "AGENT_MAX_STEPS",
        "AGENT_STYLE",
        "TOOLS",
        "TELEGRAM_BOT_TOKEN",
        "TELEGRAM_WEBHOOK_SECRET",
        "WEBHOOK_API_KEYS",
        "WEB_CHAT_PASSWORD",
        "PARLEY_SECRET",
      ]),
    );
  });

  it.each([
    [{ TELEGRAM_BOT_TOKEN: "1:abc" }, ["TELEGRAM_WEBHOOK_SECRET"]],
    [{ WEB_CHAT: "public" }, ["PARLEY_SECRET"]],
    [{ TOOL_APPROVERS: "telegram:42,Anna" }, ["TOOL_APPROVERS"]],
    [{ TOOL_APPROVERS: "operators,telegram:42" }, ["TOOL_APPROVERS"]],
    [
      { TELEGRAM_WEBHOOK_SECRET: "three-lamps-walk-uphill-in-the-dark" },
      ["TELEGRAM_BOT_TOKEN"],
    ],
    [
      { TELEGRAM_WEBHOOK_SECRET: "not allowed!", TELEGRAM_BOT_TOKEN: "1:abc" },
      ["TELEGRAM_WEBHOOK_SECRET"],
    ],
    [
      { WEBHOOK_API_KEYS: "shop:0123456789,desk:0123456789" },
      ["WEBHOOK_API_KEYS"],
    ],
    [{ WEBHOOK_API_KEYS: "shop:my key of the shop" }, ["WEBHOOK_API_KEYS"]],
    ...[
      "https://*.shop.example",
      "https://shop.example/",
      "http://shop.example",
      "https://a.example;x",
    ].map((WEB_EMBED_ORIGINS): [Record<string, string>, string[]] => [
      { WEB_EMBED_ORIGINS, PARLEY_SECRET: DEPLOYMENT_SECRET },
      ["WEB_EMBED_ORIGINS"],
    ]),
    [{ WEB_EMBED_ORIGINS: "https://shop.example" }, ["PARLEY_SECRET"]],
    [{ WEB_IDENTITY: "required" }, ["WEB_IDENTITY_SECRET"]],
    ...[
      { PARLEY_SECRET: DEPLOYMENT_SECRET },
      { ADMIN_API_KEY: DEPLOYMENT_SECRET },
      { LIBRARY_KEY: DEPLOYMENT_SECRET },
      { OPERATOR_KEYS: `ann:${DEPLOYMENT_SECRET}` },
    ].map((same): [Record<string, string>, string[]] => [
      { ...same, WEB_IDENTITY_SECRET: DEPLOYMENT_SECRET },
      ["WEB_IDENTITY_SECRET"],
    ]),
    [{ TELEGRAM_ALLOWED_USERS: "@alice" }, ["TELEGRAM_ALLOWED_USERS"]],
    [{ AGENT_MAX_STEPS: "0" }, ["AGENT_MAX_STEPS"]],
    [{ AGENT_MAX_REPLY_CHARS: "100001" }, ["AGENT_MAX_REPLY_CHARS"]],
    [{ AGENT_TIMEOUT_SECONDS: "1e9" }, ["AGENT_TIMEOUT_SECONDS"]],
    [{ MEMORY_RETENTION_DAYS: "-1" }, ["MEMORY_RETENTION_DAYS"]],
    [{ MEMORY_RETENTION_DAYS: "a month" }, ["MEMORY_RETENTION_DAYS"]],
    [{ USER_MESSAGES_PER_MINUTE: "-1" }, ["USER_MESSAGES_PER_MINUTE"]],
    [{ USER_DAILY_TOKENS: "9999" }, ["USER_DAILY_TOKENS"]],
    [{ GLOBAL_DAILY_TOKENS: "2 million" }, ["GLOBAL_DAILY_TOKENS"]],
    [{ MEMORY_MAX_TOKENS: "150000" }, ["USER_DAILY_TOKENS"]],
    [{ ...everyLimit("11999"), MEMORY_MAX_TOKENS: "6000" }, LIMITS],
    [{ ...everyLimit("12000"), MEMORY_MAX_TOKENS: "6000" }, []],
    [{ ...everyLimit("10000"), MEMORY_MAX_TOKENS: "5000" }, []],
    [{ TIME_ZONE: "Asia/Beijing" }, ["TIME_ZONE"]],
    [{ WEB_CHALLENGE: "recaptcha" }, ["WEB_CHALLENGE"]],
    [{ WEB_CHALLENGE: "https://hook.example/human" }, ["WEB_CHALLENGE"]],
    [
      { WEB_CHALLENGE: "turnstile" },
      ["WEB_CHALLENGE_SITE_KEY", "WEB_CHALLENGE_SECRET"],
    ],
    [
      { WEB_CHALLENGE: "hcaptcha", WEB_CHALLENGE_SITE_KEY: "a" },
      ["WEB_CHALLENGE_SECRET"],
    ],
    [{ WEB_SESSIONS_PER_HOUR: "many" }, ["WEB_SESSIONS_PER_HOUR"]],
    [{ TIME_ZONE: "CST" }, ["TIME_ZONE"]],
    [{ SEARCH_PROVIDERS: "wikipedia, tavily" }, ["TAVILY_API_KEY"]],
    [
      { SEARCH_PROVIDERS: "elasticsearch,searxng" },
      ["ELASTICSEARCH_BASE_URL", "ELASTICSEARCH_INDEX", "SEARXNG_BASE_URL"],
    ],
    [{ ELASTICSEARCH_USERNAME: "ada" }, ["ELASTICSEARCH_PASSWORD"]],
    [{ ELASTICSEARCH_PASSWORD: "hunter2" }, ["ELASTICSEARCH_USERNAME"]],
    [{ ELASTICSEARCH_FIELDS: "title^x" }, ["ELASTICSEARCH_FIELDS"]],
    [{ ELASTICSEARCH_FIELDS: "title^2,^3" }, ["ELASTICSEARCH_FIELDS"]],
    [
      { SEARCH_PROVIDERS: "brave", BRAVE_API_KEY: "two words" },
      ["BRAVE_API_KEY"],
    ],
    [{ OPENAI_EXTRA_BODY: "temperature=0" }, ["OPENAI_EXTRA_BODY"]],
    ...["me:secret", "me", ":secret"].map(
      (person): [Record<string, string>, string[]] => [
        { OPENAI_BASE_URL: `https://${person}@host/v1` },
        ["OPENAI_BASE_URL"],
      ],
    ),
    [{ OPENAI_EXTRA_BODY: "[1]" }, ["OPENAI_EXTRA_BODY"]],
    [
      { OPENAI_API: "completions", AGENT_STYLE: "tool-calling" },
      ["AGENT_STYLE"],
    ],
    [{ OPENAI_API: "completions", OPENAI_VISION: "on" }, ["OPENAI_VISION"]],
    [{ AGENT_PROMPT_TEMPLATE: "{tools} {history}" }, ["AGENT_PROMPT_TEMPLATE"]],
    [
      { AGENT_PROMPT_TEMPLATE: "Use {tools}.", AGENT_INSTRUCTIONS: "Be kind." },
      ["AGENT_PROMPT_TEMPLATE"],
    ],
    [
      {
        AGENT_STYLE: "tool-calling",
        AGENT_PROMPT_TEMPLATE: "{tools} {input} {scratchpad}",
      },
      ["AGENT_PROMPT_TEMPLATE"],
    ],
  ])("names what is wrong with %j", (environment, variables) => {
    expect(problemsOf(environment)).toEqual(variables);
    for (const { problem } of findProblems(environment))
      expect(problem).toMatch(/^[a-z].{10}/);
  });

  it("names no values, which may be secrets, in its errors", () => {
    try {
      parse({
        WEBHOOK_API_KEYS: "hunter2",
        TELEGRAM_BOT_TOKEN: "hunter/2",
        OPENAI_BASE_URL: "hunter2",
      });
    } catch (error) {
      expect(String(error)).not.toContain("hunter");
      return;
    }
    expect.unreachable("The configuration is wrong.");
  });
});

const signInAt = (auth: string) =>
  JSON.stringify({ shop: { url: "https://shop.example/mcp", auth } });

describe("weak secrets", () => {
  const key = "R3kXv8Qd1mWz7Ty4Lc6Jh0Bn5Gs2Pf9E";
  const open = {
    WEB_CHAT: "password",
    WEB_CHAT_PASSWORD: PAGE_PASSWORD,
    PARLEY_SECRET: DEPLOYMENT_SECRET,
  };
  const weak: readonly [string, Record<string, string>, string][] = [
    [
      "ADMIN_API_KEY",
      { ADMIN_API_KEY: key.slice(1) },
      "fewer than 32 characters",
    ],
    ["ADMIN_API_KEY", { ADMIN_API_KEY: "a".repeat(32) }, "easily guessed"],
    ["LIBRARY_KEY", { LIBRARY_KEY: `change-me-${key}` }, "easily guessed"],
    ["WEB_IDENTITY_SECRET", { WEB_IDENTITY_SECRET: "x" }, "fewer than 32"],
    [
      "WEBHOOK_API_KEYS",
      { WEBHOOK_API_KEYS: `shop:${key},desk:short` },
      "a key that has fewer than 32 characters",
    ],
    [
      "OPERATOR_KEYS",
      { OPERATOR_KEYS: `ann:${key},bob:short` },
      "a key that has fewer than 32 characters",
    ],
    [
      "WEBHOOK_SIGNING_SECRET",
      { WEBHOOK_SIGNING_SECRET: `whsec_${btoa("x".repeat(32))}` },
      "a secret that is easily guessed",
    ],
    [
      "WEBHOOK_CALLBACK_SECRETS",
      { WEBHOOK_CALLBACK_SECRETS: `shop:whsec_${btoa("x".repeat(32))}` },
      "a secret that is easily guessed",
    ],
    [
      "EVENTS_SIGNING_SECRET",
      {
        EVENTS_URL: "https://desk.example",
        EVENTS_SIGNING_SECRET: `whsec_${btoa("x".repeat(32))}`,
      },
      "a secret that is easily guessed",
    ],
    [
      "TELEGRAM_WEBHOOK_SECRET",
      { TELEGRAM_BOT_TOKEN: "1:abc", TELEGRAM_WEBHOOK_SECRET: "my-secret" },
      "openssl rand -hex 32",
    ],
    ["PARLEY_SECRET", { ...open, PARLEY_SECRET: "0123".repeat(8) }, "openssl"],
    [
      "PARLEY_SECRET",
      { ...open, PARLEY_SECRET: "" },
      "Create one with `openssl rand -base64 32`",
    ],
    [
      "PARLEY_SECRET",
      { MCP_SERVERS: signInAt("deployment") },
      "requires it to encrypt sign-ins",
    ],
    [
      "PUBLIC_URL",
      { MCP_SERVERS: signInAt("person"), PARLEY_SECRET: DEPLOYMENT_SECRET },
      "requires it for the links that people sign in by",
    ],
    [
      "WEB_CHAT_PASSWORD",
      { ...open, WEB_CHAT_PASSWORD: "lamp otters" },
      "fewer than 12 characters",
    ],
    [
      "WEB_CHAT_PASSWORD",
      { ...open, WEB_CHAT_PASSWORD: "password123456" },
      "four or five unrelated words",
    ],
  ];

  it("prevent the start if they have one character", ({ task }) => {
    const names = [
      "ADMIN_API_KEY",
      "LIBRARY_KEY",
      "TELEGRAM_WEBHOOK_SECRET",
      "WEBHOOK_API_KEYS",
      "WEB_CHAT_PASSWORD",
    ];
    const accepted = names.filter(
      (name) =>
        !problemsOf({
          ...open,
          TELEGRAM_BOT_TOKEN: "1:abc",
          [name]: name === "WEBHOOK_API_KEYS" ? "shop:x" : "x",
        }).includes(name),
    );
    const got = accepted.length;
    recordAttack(task, "weakSecrets", { got, allowed: 0 });
  });

  it.each(weak)("prevent the start: %s in %j", (name, set, problem) => {
    expect(problemsOf(set)).toEqual([name]);
    expect(() => parse(set)).toThrow(problem);
  });

  it.each(weak)("are allowed in development: %s in %j", (_, set) => {
    expect(() => parse(set, true)).not.toThrow();
  });

  it("are none among random ones", () => {
    for (let time = 0; time < 100; time++)
      for (const encoding of ["hex", "base64"] as const) {
        const ADMIN_API_KEY = randomBytes(32).toString(encoding);
        expect(problemsOf({ ADMIN_API_KEY })).toEqual([]);
      }
  });

  it("are allowed in an unused password", () => {
    expect(problemsOf({ WEB_CHAT: "off", WEB_CHAT_PASSWORD: "x" })).toEqual([]);
  });
});

describe("an empty variable", () => {
  it.each(
    VARIABLES.flatMap((name) => ["", "  ", "-"].map((value) => [name, value])),
  )("counts as unset: %s=%j", (name = "", value) => {
    expect(withoutFunctions(parse({ [name]: value }))).toEqual(
      withoutFunctions(parse({})),
    );
  });
});

/** Removes functions, which are never equal. */
function withoutFunctions(config: unknown): unknown {
  return JSON.parse(JSON.stringify(config));
}

describe("WEB_CHAT_PASSWORD", () => {
  it("protects the page unless WEB_CHAT is off", () => {
    const set = {
      WEB_CHAT_PASSWORD: "lamp otter violin marble",
      PARLEY_SECRET: "k3Jx0vQm9Zr7Tn2Wc5Lb8Hd1Yf4Gs6Pa",
    };
    expect(parse(set).web.mode).toBe("password");
    expect(parse({ ...set, WEB_CHAT: "off" }).web.mode).toBe("off");
  });
});

describe("the form of the deploy button", () => {
  const secrets = [
    ...readFileSync(".dev.vars.example", "utf8").matchAll(/^([A-Z_]+)=(.*)$/gm),
  ].map(([, name = "", value = ""]) => ({ name, value }));
  const { vars } = z
    .object({ vars: z.record(z.string(), z.string()) })
    .parse(unstable_readConfig({ config: "wrangler.toml" }));
  const { cloudflare } = z
    .object({
      cloudflare: z.object({
        bindings: z.record(z.string(), z.object({ description: z.string() })),
      }),
    })
    .parse(JSON.parse(readFileSync("package.json", "utf8")));

  it("has at most six secrets, all known to Parley and empty", () => {
    expect(secrets.length).toBeLessThanOrEqual(6);
    for (const { name, value } of secrets) {
      expect(VARIABLES).toContain(name);
      expect(value).toBe("");
    }
  });

  it("describes its variables and no others", () => {
    expect(Object.keys(cloudflare.bindings).toSorted()).toEqual(
      [...secrets.map(({ name }) => name), ...Object.keys(vars)].toSorted(),
    );
  });

  it("has the defaults in [vars]", () => {
    expect(withoutFunctions(parse(vars))).toEqual(withoutFunctions(parse({})));
  });
});
