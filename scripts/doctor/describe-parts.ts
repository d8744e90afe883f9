import type { Config } from "../../src/config.ts";
import { describeExposure } from "./describe-exposure.ts";
import { type Finding, passed, skipped } from "./finding.ts";

const PAGE = {
  local: "by the link that npm run dev prints",
  password: "with a password",
  public: "for everybody",
  off: undefined,
};

/** What is on and what is off. */
export function describeParts(config: Config): readonly Finding[] {
  return [
    passed(`Model: ${describeModel(config)}.`),
    describePart("Tools", describeTools(config), "TOOLS"),
    describePart("HTTP", describeCallers(config), "WEBHOOK_API_KEYS"),
    describePart("Chat page", describePage(config), "WEB_CHAT"),
    ...describeExposure(config),
    describePart(
      "Telegram",
      describeTelegram(config),
      "TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET",
    ),
    passed(`Memory: ${describeMemory(config)}.`),
    describePart(
      "Limits",
      describeLimits(config),
      "USER_MESSAGES_PER_MINUTE, USER_DAILY_TOKENS and GLOBAL_DAILY_TOKENS",
    ),
  ];
}

/** @param description `undefined` for a part that is off */
function describePart(
  name: string,
  description: string | undefined,
  variables: string,
): Finding {
  return description === undefined
    ? skipped(`${name}: off; ${variables} would switch it on.`)
    : passed(`${name}: ${description}.`);
}

function describePage({ web }: Config): string | undefined {
  const page = PAGE[web.mode];
  if (page === undefined || web.challenge === undefined) return page;
  const { challenge } = web;
  const judge =
    challenge.kind === "hook" ? new URL(challenge.url).host : challenge.service;
  return `${page}; new visitors are checked by ${judge}`;
}

function describeModel({ model, agent }: Config): string {
  if (model.kind === "demo") return "the demo model, a stand-in without a key";
  const { host } = new URL(model.baseUrl);
  return `${model.names.join(", then ")} at ${host}, asked in the style ${agent.style}`;
}

function describeTools({ tools, search, mcp }: Config): string | undefined {
  const providers = search.providers.map(({ name }) => name).join(", ");
  const own = tools.map((name) =>
    name === "search" ? `search (${providers})` : name,
  );
  const remote = mcp.servers.map(({ name }) => `those of ${name} (MCP)`);
  const all = [...own, ...remote];
  return all.length === 0 ? undefined : all.join(", ");
}

function describeCallers({ webhook }: Config): string | undefined {
  const { keys, signingSecrets } = webhook;
  const names = [
    ...new Set([...keys, ...signingSecrets].map(({ name }) => name)),
  ];
  return names.length === 0 ? undefined : `for ${names.join(", ")}`;
}

function describeTelegram({ telegram, access }: Config): string | undefined {
  if (telegram === undefined) return undefined;
  const { telegramUsers, telegramChats } = access;
  if (telegramUsers.length + telegramChats.length === 0)
    return "for everybody who finds the bot";
  return `for ${telegramUsers.length} users and ${telegramChats.length} chats`;
}

function describeMemory({ memory }: Config): string {
  const rest =
    memory.strategy === "summary"
      ? "what is older is summed up"
      : "what is older is left out";
  return `up to ${memory.maxTokens} tokens of the past in a prompt; ${rest}`;
}

/** 0 switches one off. */
function describeLimits({ budget }: Config): string | undefined {
  const { messagesPerMinute, userDailyTokens, globalDailyTokens } = budget;
  const limits = [
    [messagesPerMinute, "messages a minute of each person"],
    [userDailyTokens, "tokens a day for each person"],
    [globalDailyTokens, "tokens a day for all"],
  ] as const;
  const set = limits.filter(([limit]) => limit > 0);
  return set.length === 0
    ? undefined
    : set.map(([limit, what]) => `${limit} ${what}`).join(", ");
}
