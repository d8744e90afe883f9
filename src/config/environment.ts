import * as z from "zod";
import { AGENT_SETTINGS } from "../agent/agent-settings.ts";
import { CHANNEL_CATALOGUE } from "../channels/channel-catalogue.ts";
import { MODEL_SETTINGS } from "../models/model-settings.ts";
import { readHours } from "../schedules/business-hours.ts";
import {
  apiKeys,
  dailyTokens,
  dailyTokensOrShare,
  headerText,
  hostNames,
  httpUrl,
  list,
  listOf,
  oneOf,
  origins,
  text,
} from "../settings/fields.ts";
import { number, setting, type ValuesOf } from "../settings/setting.ts";
import { shorten } from "../text/text.ts";
import { TOOL_SETTINGS } from "../tools/tool-catalogue.ts";
import { EVENT_TYPES } from "../types/event.ts";
import { PARLEY } from "../types/identity.ts";
import type { Approvers } from "../types/pause.ts";
import { callbackHosts } from "./callback-hosts.ts";
import { eventsUrl, notifiedChat } from "./event-settings.ts";
import {
  botName,
  examples,
  greeting,
  hexColor,
  imageUrl,
} from "./identity-fields.ts";
import { callbackSecrets, signingSecrets } from "./signing-secrets.ts";

/**
 * The variables with their defaults, except for those that channels declare.
 * The model, the agent and the tools declare their own. Documented in `docs/configuration.md`.
 */
export const ENVIRONMENT = {
  ...MODEL_SETTINGS,
  BOT_NAME: setting(botName, PARLEY.name),
  BOT_GREETING: setting(greeting),
  BOT_EXAMPLES: setting(examples, []),
  BOT_LOGO_URL: setting(imageUrl),
  BOT_ACCENT_COLOR: setting(hexColor),
  ...AGENT_SETTINGS,
  ...TOOL_SETTINGS,
  TOOLS_WITHOUT_APPROVAL: setting(list, []),
  TOOL_APPROVERS: setting(approvers, "asker"),
  LINK_HOSTS: setting(hostNames, ["*.wikipedia.org"]),
  LIBRARY_KEY: setting(headerText),
  WEBHOOK_API_KEYS: setting(apiKeys, []),
  WEBHOOK_SIGNING_SECRET: setting(signingSecrets, []),
  WEBHOOK_REQUESTS_PER_MINUTE: number(600),
  WEBHOOK_STREAMS_PER_CALLER: number(500),
  WRONG_KEYS_PER_MINUTE: number(10),
  WEBHOOK_CALLBACK_SECRETS: setting(callbackSecrets, []),
  WEBHOOK_CALLBACK_HOSTS: setting(callbackHosts, []),
  PARLEY_SECRET: setting(() =>
    text().min(32, "is too short: take at least 32 random characters"),
  ),
  PUBLIC_URL: setting(httpUrl),
  ADMIN_API_KEY: setting(headerText),
  OPERATOR_KEYS: setting(apiKeys, []),
  HANDOVER_SILENCE_MINUTES: number(60, { min: 0, max: 10_080 }),
  HANDOVER_NOTIFY: setting(notifiedChat),
  EVENTS_URL: setting(eventsUrl),
  EVENTS_SIGNING_SECRET: setting(signingSecrets, []),
  EVENTS_TYPES: setting(() => listOf(EVENT_TYPES), []),
  HANDOVER_MODE: setting(() => oneOf(["continue", "wait"]), "continue"),
  HANDOVER_HOURS: setting(businessHours),
  HANDOVER_WAIT_MINUTES: number(30, { min: 0, max: 10_080 }),
  CONSOLE_TEXTS: setting(() => oneOf(["on", "off"]), "on"),
  WEB_CHAT: setting(
    () => oneOf(["local", "password", "public", "off"]),
    "local",
  ),
  WEB_CHAT_PASSWORD: setting(() => z.string()),
  // Per IP address, which an office or a mobile network shares.
  WEB_SESSIONS_PER_HOUR: number(100),
  WEB_MESSAGES_PER_MINUTE: number(60),
  WEB_UPLOAD_MB_PER_HOUR: number(20),
  WEB_STREAMS_PER_VISITOR: number(10),
  WEB_STREAMS_PER_ADDRESS: number(50),
  WEB_SUGGESTIONS: setting(() => oneOf(["on", "off"]), "off"),
  WEB_CHALLENGE: setting(() => oneOf(["turnstile", "hcaptcha"])),
  WEB_CHALLENGE_SITE_KEY: setting(headerText),
  WEB_CHALLENGE_SECRET: setting(headerText),
  WEB_CHALLENGE_VERIFY_URL: setting(httpUrl),
  WEB_EMBED_ORIGINS: setting(origins, []),
  WEB_EMBED_DAILY_TOKENS: setting(dailyTokensOrShare, { tokens: 0 }),
  WEB_EMBED_MESSAGES_PER_MINUTE: number(0),
  WEB_IDENTITY: setting(() => oneOf(["optional", "required"]), "optional"),
  WEB_IDENTITY_SECRET: setting(headerText),
  USER_MESSAGES_PER_MINUTE: number(20),
  USER_DAILY_TOKENS: setting(dailyTokens, 200_000),
  GLOBAL_DAILY_TOKENS: setting(dailyTokens, 2_000_000),
  // Strangers use the page and must not exhaust the budget of the other
  // channels. Platform channels have such a limit as well.
  WEB_DAILY_TOKENS: setting(dailyTokensOrShare, { percent: 25 }),
  WEBHOOK_DAILY_TOKENS: setting(dailyTokensOrShare, { percent: 100 }),
  TURN_MERGE: setting(() => oneOf(["author", "off"]), "author"),
  TURN_RETRY_SECONDS: number(120, { min: 10, max: 600 }),
  MEMORY_RETENTION_DAYS: number(0, { min: 0, max: 3650 }),
  MEMORY_MAX_TOKENS: number(6000, { min: 500, max: 1_000_000 }),
  LOG_LEVEL: setting(() => oneOf(["info", "debug"]), "info"),
  NO_COLOR: setting(text),
  MEMORY_STRATEGY: setting(() => oneOf(["summary", "window"]), "summary"),
};

export type Environment = ValuesOf<typeof ENVIRONMENT>;

/** Every variable that Parley knows. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(ENVIRONMENT),
  ...CHANNEL_CATALOGUE.flatMap(({ variables }) => variables),
];

const PERSON = /^[a-z][a-z0-9_-]*:\S+$/;

/** `asker`, `operators`, or people as `channel:id`, as `/whoami` shows the id. */
function approvers() {
  return list().transform((entries, context): Approvers => {
    const [only = ""] = entries;
    if (only === "asker" || only === "operators") {
      if (entries.length === 1) return only;
    } else if (entries.length > 0 && entries.every((one) => PERSON.test(one)))
      return entries;
    context.addIssue(
      "must be asker, operators, or a list of people like telegram:42,slack:U07",
    );
    return "asker";
  });
}

/** In UTF-16 units, of the part that is named as wrong. */
const MAX_NAMED = 60;

/** See `readHours`. */
function businessHours() {
  return text()
    .max(1_000, "must have at most 1000 characters")
    .transform((value, context) => {
      const read = readHours(value);
      if (read.kind === "read") return read.hours;
      context.addIssue(
        `has a part that is not understood: ${JSON.stringify(shorten(read.part, MAX_NAMED))}. Write it like Mon-Fri 09:00-18:00; Sat 10:00-12:00, 13:00-14:00`,
      );
      return z.NEVER;
    });
}
