import type { Config } from "../../src/config.ts";
import { describeExposure } from "./describe-exposure.ts";
import { type Finding, passed, skipped, warning } from "./finding.ts";

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
    describePart(
      "Callbacks",
      describeCallbacks(config),
      "PARLEY_SECRET or WEBHOOK_CALLBACK_SECRETS",
    ),
    ...findStrangers(config),
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

function describeCallbacks({ webhook, secret }: Config): string | undefined {
  const { secrets, hosts } = webhook.callbacks;
  if (secret === undefined && secrets.length === 0) return undefined;
  const listed = hosts.filter(({ host }) => host !== "public").length;
  const places = [
    ...(hosts.length > listed ? ["public hosts that confirm"] : []),
    ...(listed > 0 ? [`${listed} listed host${listed === 1 ? "" : "s"}`] : []),
  ];
  return `to ${places.join(" and ")}`;
}

/** Names of no caller, which are mostly misspelt: nothing of theirs is used. Where no caller is known here, nobody can tell. */
function findStrangers({ webhook }: Config): readonly Finding[] {
  const { keys, signingSecrets, callbacks } = webhook;
  const callers = [...keys, ...signingSecrets].map(({ name }) => name);
  if (callers.length === 0) return [];
  const named = {
    WEBHOOK_CALLBACK_SECRETS: callbacks.secrets.map(({ name }) => name),
    WEBHOOK_CALLBACK_HOSTS: callbacks.hosts.flatMap(
      ({ caller = [] }) => caller,
    ),
  };
  return Object.entries(named).flatMap(([variable, names]) =>
    [...new Set(names)]
      .filter((name) => !callers.includes(name))
      .map((name) =>
        warning(
          `${variable} names ${name}, which is no caller.`,
          `Callers here are ${[...new Set(callers)].join(", ")}.`,
        ),
      ),
  );
}

function describeTelegram({ telegram, access }: Config): string | undefined {
  if (telegram === undefined) return undefined;
  if (access.telegram === "everybody") return "for everybody who finds the bot";
  const { people, chats } = access.telegram;
  return `for ${people.length} users and ${chats.length} chats`;
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
