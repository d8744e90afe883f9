import { AGENT_STYLE_NAMES } from "../agent/styles/agent-style.ts";
import { CHANNEL_CATALOGUE } from "../channels/channel-catalogue.ts";
import { TOOL_SETTINGS } from "../tools/tool-catalogue.ts";
import { PARLEY } from "../identity.ts";
import { callbackHosts } from "./callback-hosts.ts";
import {
  apiKeys,
  challenge,
  dailyTokens,
  dailyTokensOrShare,
  headerText,
  hostNames,
  httpUrl,
  jsonObject,
  list,
  oneOf,
  text,
  wholeNumber,
} from "./fields.ts";
import {
  botName,
  examples,
  greeting,
  hexColor,
  imageUrl,
} from "./identity-fields.ts";
import { callbackSecrets, signingSecrets } from "./signing-secrets.ts";
import * as z from "zod";

/** The variables with their defaults, but for those that channels declare; `docs/configuration.md` says in words what each is for. */
export const Environment = z.object({
  OPENAI_API_KEY: text().optional(),
  OPENAI_BASE_URL: httpUrl().optional(),
  OPENAI_MODEL: text().default("gpt-5.5"),
  OPENAI_FALLBACK_MODELS: list().default([]),
  OPENAI_API: oneOf(["chat", "completions"]).default("chat"),
  OPENAI_EXTRA_BODY: jsonObject().default({}),
  OPENAI_VISION: oneOf(["on", "off"]).default("off"),
  OPENAI_TRANSCRIPTION_MODEL: text().optional(),
  BOT_NAME: botName().default(PARLEY.name),
  BOT_GREETING: greeting().optional(),
  BOT_EXAMPLES: examples().default([]),
  BOT_LOGO_URL: imageUrl().optional(),
  BOT_ACCENT_COLOR: hexColor().optional(),
  AGENT_STYLE: oneOf(AGENT_STYLE_NAMES).default("conversational-react"),
  AGENT_INSTRUCTIONS: text().optional(),
  AGENT_PROMPT_TEMPLATE: text().optional(),
  AGENT_MAX_STEPS: wholeNumber({ min: 1, max: 50 }).default(8),
  AGENT_MAX_TOKENS: wholeNumber({ min: 1_000, max: 10_000_000 }).default(
    100_000,
  ),
  AGENT_MAX_REPLY_TOKENS: wholeNumber({ min: 256, max: 1_000_000 }).default(
    8_000,
  ),
  // A row of a Durable Object holds 2 MB, and the reply as Telegram shows it takes up to eight bytes a character.
  AGENT_MAX_REPLY_CHARS: wholeNumber({ min: 1_000, max: 100_000 }).default(
    100_000,
  ),
  AGENT_TIMEOUT_SECONDS: wholeNumber({ min: 1, max: 600 }).default(120),
  ...TOOL_SETTINGS,
  TOOLS_WITHOUT_APPROVAL: list().default([]),
  LINK_HOSTS: hostNames().default(["*.wikipedia.org"]),
  TOOL_TIMEOUT_SECONDS: wholeNumber({ min: 1, max: 300 }).default(20),
  LIBRARY_KEY: headerText().optional(),
  WEBHOOK_API_KEYS: apiKeys().default([]),
  WEBHOOK_SIGNING_SECRET: signingSecrets().default([]),
  WEBHOOK_REQUESTS_PER_MINUTE: wholeNumber({ min: 0, max: 1_000_000 }).default(
    600,
  ),
  WEBHOOK_STREAMS_PER_CALLER: wholeNumber({ min: 0, max: 100_000 }).default(
    500,
  ),
  WRONG_KEYS_PER_MINUTE: wholeNumber({ min: 0, max: 100_000 }).default(10),
  WEBHOOK_CALLBACK_SECRETS: callbackSecrets().default([]),
  WEBHOOK_CALLBACK_HOSTS: callbackHosts().default([{ host: "public" }]),
  DNS_OVER_HTTPS_URL: httpUrl().default("https://cloudflare-dns.com/dns-query"),
  PARLEY_SECRET: text()
    .min(32, "is too short: take at least 32 random characters")
    .optional(),
  ADMIN_API_KEY: headerText().optional(),
  WEB_CHAT: oneOf(["local", "password", "public", "off"]).default("local"),
  WEB_CHAT_PASSWORD: z.string().optional(),
  // Many people share an address: an office, a mobile network.
  WEB_SESSIONS_PER_HOUR: wholeNumber({ min: 0, max: 1_000_000 }).default(100),
  WEB_MESSAGES_PER_MINUTE: wholeNumber({ min: 0, max: 100_000 }).default(60),
  WEB_UPLOAD_MB_PER_HOUR: wholeNumber({ min: 0, max: 100_000 }).default(20),
  WEB_STREAMS_PER_VISITOR: wholeNumber({ min: 0, max: 10_000 }).default(10),
  WEB_STREAMS_PER_ADDRESS: wholeNumber({ min: 0, max: 100_000 }).default(50),
  WEB_CHALLENGE: challenge().optional(),
  WEB_CHALLENGE_SITE_KEY: headerText().optional(),
  WEB_CHALLENGE_SECRET: headerText().optional(),
  WEB_CHALLENGE_VERIFY_URL: httpUrl().optional(),
  USER_MESSAGES_PER_MINUTE: wholeNumber({ min: 0, max: 10_000 }).default(20),
  USER_DAILY_TOKENS: dailyTokens().default(200_000),
  GLOBAL_DAILY_TOKENS: dailyTokens().default(2_000_000),
  // Strangers write on the page: they may not use up what the others need. Each channel of a platform has such a limit, too.
  WEB_DAILY_TOKENS: dailyTokensOrShare().default({ percent: 25 }),
  WEBHOOK_DAILY_TOKENS: dailyTokensOrShare().default({ percent: 100 }),
  TURN_MERGE: oneOf(["author", "off"]).default("author"),
  MEMORY_RETENTION_DAYS: wholeNumber({ min: 0, max: 3650 }).default(0),
  MEMORY_MAX_TOKENS: wholeNumber({ min: 500, max: 1_000_000 }).default(6000),
  MEMORY_STRATEGY: oneOf(["summary", "window"]).default("summary"),
});

export type Environment = z.infer<typeof Environment>;

/** Every variable that Parley knows. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(Environment.shape),
  ...CHANNEL_CATALOGUE.flatMap(({ variables }) => variables),
];
