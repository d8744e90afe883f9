import { VARIABLES } from "../../src/config/environment.ts";
import { findMisspelled } from "../../src/config/find-misspelled.ts";
import type { Config } from "../../src/config/parse-config.ts";
import type { Access } from "../../src/types/access.ts";
import { describeIdentity } from "./describe-identity.ts";
import type { Target } from "./doctor-arguments.ts";
import type { Examination } from "./examination.ts";
import { exposureOf, type Exposure } from "./exposure.ts";
import { failed, passed, skipped, warning, type Finding } from "./report.ts";

/**
 * Reports each invalid variable on this computer, or what the settings enable.
 */
export async function* checkConfiguration({
  settings,
  order: { target },
}: Pick<Examination, "settings" | "order">): AsyncGenerator<Finding> {
  const { sources, unknown } = settings;
  if (settings.kind === "wrong") {
    for (const { variable, problem } of settings.problems) {
      const place = sources.get(variable) ?? ".dev.vars";
      yield failed(`${variable} ${problem}.`, adviceFor(place, target));
    }
  } else {
    yield passed(describeSources(sources));
    yield* describeParts(settings.config);
  }
  if (unknown.length > 0) {
    const likely = findMisspelled(unknown, VARIABLES).map(
      (one) => `${one.variable} is probably meant to be ${one.likely}.`,
    );
    yield warning(
      `Parley has no variable ${unknown.join(", ")}.`,
      ...likely,
      ...(likely.length < unknown.length
        ? ["Find the right name in docs/configuration.md."]
        : []),
    );
  }
  const overlooked = namesFrom("the environment", sources);
  if (target.isLocal && overlooked.length > 0)
    yield warning(
      `Only the environment of this terminal has ${overlooked.join(", ")}.`,
      "`npm run dev` does not read it: put these variables into .dev.vars.",
    );
}

type Sources = Examination["settings"]["sources"];

function describeSources(sources: Sources): string {
  const places = [...new Set(sources.values())].map(
    (place) => `${namesFrom(place, sources).join(", ")} (${place})`,
  );
  return places.length === 0
    ? "Nothing is set: all variables have their defaults."
    : `Set and valid: ${places.join("; ")}.`;
}

function namesFrom(place: string, sources: Sources): readonly string[] {
  return [...sources].flatMap(([name, from]) => (from === place ? name : []));
}

function adviceFor(place: string, { isLocal }: Target): string {
  return isLocal
    ? `Fix it in ${place} and restart \`npm run dev\`.`
    : `Fix it in ${place}; and where the deployment has it, too: \`npx wrangler secret put\`, or [vars] in wrangler.toml and \`npm run deploy\`.`;
}

const PAGE = {
  local: "through the link that npm run dev prints",
  password: "with a password",
  public: "for everybody",
  off: undefined,
};

/** Lists what is on and what is off. */
function describeParts(config: Config): readonly Finding[] {
  return [
    ...describeIdentity(config.identity),
    passed(`Model: ${describeModel(config)}.`),
    describePart("Tools", describeTools(config), "TOOLS"),
    describePart("HTTP", describeCallers(config), "WEBHOOK_API_KEYS"),
    describePart(
      "Callbacks",
      describeCallbacks(config),
      "WEBHOOK_CALLBACK_HOSTS, and PARLEY_SECRET or WEBHOOK_CALLBACK_SECRETS",
    ),
    ...findUnknownCallers(config),
    describePart("Chat page", describePage(config), "WEB_CHAT"),
    ...describeExposure(config),
    ...describeChannels(config),
    passed(`Memory: ${describeMemory(config)}.`),
    describePart(
      "Limits",
      describeLimits(config),
      "USER_MESSAGES_PER_MINUTE, USER_DAILY_TOKENS and GLOBAL_DAILY_TOKENS",
    ),
  ];
}

/** @param description `undefined` if the part is off */
function describePart(
  name: string,
  description: string | undefined,
  variables: string,
): Finding {
  return description === undefined
    ? skipped(`${name}: off; set ${variables} to enable it.`)
    : passed(`${name}: ${description}.`);
}

function describePage({ web }: Config): string | undefined {
  const page = PAGE[web.mode];
  if (page === undefined || web.challenge === undefined) return page;
  return `${page}; new visitors are checked by ${web.challenge.service}`;
}

function describeModel({ model, agent }: Config): string {
  if (model.kind === "demo") return "the demo model, which needs no key";
  const { host } = new URL(model.baseUrl);
  return `${model.names.join(", then ")} at ${host}, asked in the style ${agent.style}`;
}

function describeTools({
  tools,
  toolSettings,
  mcp,
}: Config): string | undefined {
  const providers = toolSettings.SEARCH_PROVIDERS.join(", ");
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

function describeCallbacks({
  webhook,
  secret,
  developmentToken,
}: Config): string | undefined {
  const { secrets, hosts } = webhook.callbacks;
  if (secret === undefined && secrets.length === 0) return undefined;
  const { length } = hosts;
  const places = [
    ...(length > 0 ? [`${length} listed host${length === 1 ? "" : "s"}`] : []),
    ...(developmentToken === undefined ? [] : ["this machine"]),
  ];
  return places.length === 0 ? undefined : `to ${places.join(" and ")}`;
}

/**
 * Finds names in callback settings that no caller has, mostly misspelt, whose
 * settings are ignored. Finds none if no caller is known here.
 */
function findUnknownCallers({ webhook }: Config): readonly Finding[] {
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
          `${variable} names ${name}, which is not a caller.`,
          `Callers here are ${[...new Set(callers)].join(", ")}.`,
        ),
      ),
  );
}

/** One line per enabled channel, and one for all others. */
function describeChannels({ channels }: Config): readonly Finding[] {
  const on = channels.filter((channel) => channel.on !== undefined);
  const off = channels.filter((channel) => channel.on === undefined);
  return [
    ...on.map(({ definition: { title }, access }) =>
      passed(`${title}: ${describeAccess(access)}.`),
    ),
    ...(off.length === 0
      ? []
      : [
          skipped(
            `Not set up: ${off.map(({ definition: { title } }) => title).join(", ")}; docs/channels has what each needs.`,
          ),
        ]),
  ];
}

function describeAccess(access: Access): string {
  if (access === "everybody") return "for anyone who finds the bot";
  const { people, chats } = access;
  return `for ${people.length} users and ${chats.length} chats`;
}

function describeMemory({ memory }: Config): string {
  const rest =
    memory.strategy === "summary"
      ? "older messages are summarised"
      : "older messages are left out";
  return `up to ${memory.maxTokens} tokens of the past in a prompt; ${rest}`;
}

/** A limit of 0 is off. */
function describeLimits({ budget }: Config): string | undefined {
  const { messagesPerMinute, userDailyTokens, globalDailyTokens } = budget;
  const limits = [
    [messagesPerMinute, "messages per minute for each person"],
    [userDailyTokens, "tokens per day for each person"],
    [globalDailyTokens, "tokens per day for everyone"],
  ] as const;
  const set = limits.filter(([limit]) => limit > 0);
  return set.length === 0
    ? undefined
    : set.map(([limit, what]) => `${limit} ${what}`).join(", ");
}

/** What strangers can cost, if the page is public and the model not free. */
function describeExposure(config: Config): readonly Finding[] {
  if (config.web.mode !== "public" || config.model.kind === "demo") return [];
  const { address, everybody } = exposureOf(config);
  const text = `Strangers on the page cost at most ${describe(everybody.day)} a day; from one internet address at most ${describe(address.hour)} an hour, in ${count(address.hour.messages)} messages, and ${count(address.hour.streamHours)} hours of open streams.`;
  return [
    everybody.day.tokens === Infinity
      ? warning(
          text,
          "Set WEB_DAILY_TOKENS or GLOBAL_DAILY_TOKENS: see docs/limits.md.",
        )
      : passed(text),
  ];
}

function describe({ tokens, toolCalls }: Exposure): string {
  return `${count(tokens)} tokens and ${count(toolCalls)} tool calls`;
}

function count(number: number): string {
  return number === Infinity ? "any number of" : number.toLocaleString("en-US");
}
