import { VARIABLES } from "../../src/config/environment.ts";
import { findGaps } from "../../src/config/find-gaps.ts";
import { findMisspelled } from "../../src/config/find-misspelled.ts";
import type { Config } from "../../src/config/parse-config.ts";
import type { Access } from "../../src/types/access.ts";
import type { Gap } from "../../src/types/setup-report.ts";
import { describeApproval } from "./describe-approval.ts";
import { describeIdentity } from "./describe-identity.ts";
import type { Target } from "./doctor-arguments.ts";
import type { Examination } from "./examination.ts";
import { exposureOf, type Exposure } from "./exposure.ts";
import {
  count,
  failed,
  passed,
  skipped,
  warning,
  type Finding,
} from "./report.ts";

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

function describeGap(gap: Gap): Finding {
  switch (gap.kind) {
    case "approvers-off":
      return warning(
        `TOOL_APPROVERS names ${gap.people.join(", ")}, but ${gap.channel} is not set up.`,
        "Set it up, or name people as /whoami shows them where they write.",
      );
    case "waits-untold":
      return warning(
        "HANDOVER_MODE is wait, but nobody is told that a user waits for a person.",
        "Set HANDOVER_NOTIFY, or EVENTS_URL with conversation.needs_human: docs/events.md.",
      );
    case "waits-for-ever":
      return warning(
        "With HANDOVER_MODE=wait and HANDOVER_WAIT_MINUTES=0, a user who asks for a person gets no answer until an operator comes.",
        "Only an operator ends that over the HTTP API, which has no /bot: docs/takeover.md.",
      );
    case "no-link":
      return warning(
        "HANDOVER_NOTIFY is set, but its notes have no link to the console.",
        "Set PUBLIC_URL, the address of the deployment.",
      );
  }
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
  off: "",
};

/** Lists what is on and what is off. */
function* describeParts(config: Config): Generator<Finding> {
  yield* describeIdentity(config.identity);
  yield passed(`Model: ${describeModel(config)}.`);
  yield describePart("Tools", describeTools(config), "TOOLS");
  yield* describeApproval(config);
  yield* findGaps(config).map(describeGap);
  if (config.tools.includes("talk_to_human") && config.team === undefined)
    yield warning(
      "TOOLS names talk_to_human, but nobody can take conversations over.",
      "Set ADMIN_API_KEY or OPERATOR_KEYS: docs/takeover.md.",
    );
  yield describePart("HTTP", describeCallers(config), "WEBHOOK_API_KEYS");
  yield describePart(
    "Callbacks",
    describeCallbacks(config),
    "WEBHOOK_CALLBACK_HOSTS, and PARLEY_SECRET or WEBHOOK_CALLBACK_SECRETS",
  );
  yield* findUnknownCallers(config);
  yield describePart("Events", describeEvents(config), "EVENTS_URL");
  yield describePart("Chat page", describePage(config), "WEB_CHAT");
  yield* describeExposure(config);
  yield* describeChannels(config);
  yield passed(`Memory: ${describeMemory(config)}.`);
  yield describePart(
    "Limits",
    describeLimits(config),
    "USER_MESSAGES_PER_MINUTE, USER_DAILY_TOKENS and GLOBAL_DAILY_TOKENS",
  );
}

/** @param description empty if the part is off */
function describePart(
  name: string,
  description: string,
  variables: string,
): Finding {
  return description === ""
    ? skipped(`${name}: off; set ${variables} to enable it.`)
    : passed(`${name}: ${description}.`);
}

function describePage({ web }: Config): string {
  const page = PAGE[web.mode];
  if (page === "" || web.challenge === undefined) return page;
  return `${page}; new visitors are checked by ${web.challenge.service}`;
}

function describeModel({ model, agent }: Config): string {
  if (model.kind === "demo") return "the demo model, which needs no key";
  const { host } = new URL(model.baseUrl);
  return `${model.names.join(", then ")} at ${host}, asked in the style ${agent.style}`;
}

function describeTools({ tools, toolSettings, mcp }: Config): string {
  const providers = toolSettings.SEARCH_PROVIDERS.join(", ");
  return [
    ...tools.map((name) =>
      name === "search" ? `search (${providers})` : name,
    ),
    ...mcp.servers.map(({ name }) => `those of ${name} (MCP)`),
  ].join(", ");
}

function callersOf({ webhook }: Config): readonly string[] {
  const all = [...webhook.keys, ...webhook.signingSecrets];
  return [...new Set(all.map(({ name }) => name))];
}

function describeCallers(config: Config): string {
  const names = callersOf(config).join(", ");
  return names && `for ${names}`;
}

function describeCallbacks({
  webhook,
  secret,
  developmentToken,
}: Config): string {
  const { secrets, hosts } = webhook.callbacks;
  if (secret === undefined && secrets.length === 0) return "";
  const { length } = hosts;
  const places = [
    ...(length > 0 ? [count(length, "listed host")] : []),
    ...(developmentToken === undefined ? [] : ["this machine"]),
  ].join(" and ");
  return places && `to ${places}`;
}

function describeEvents({ events }: Config): string {
  const { receiver, types, notified } = events;
  return [
    ...(receiver
      ? [`${count(types.length, "type")} to ${new URL(receiver.url).host}`]
      : []),
    ...(notified ? [`a note to a chat on ${notified.channel}`] : []),
  ].join("; ");
}

/**
 * Finds names in callback settings that no caller has, mostly misspelt, whose
 * settings are ignored. Finds none if no caller is known here.
 */
function* findUnknownCallers(config: Config): Generator<Finding> {
  const { secrets, hosts } = config.webhook.callbacks;
  const callers = callersOf(config);
  if (callers.length === 0) return;
  const named = {
    WEBHOOK_CALLBACK_SECRETS: secrets.map(({ name }) => name),
    WEBHOOK_CALLBACK_HOSTS: hosts.flatMap(({ caller = [] }) => caller),
  };
  for (const [variable, names] of Object.entries(named))
    for (const name of new Set(names))
      if (!callers.includes(name))
        yield warning(
          `${variable} names ${name}, which is not a caller.`,
          `Callers here are ${callers.join(", ")}.`,
        );
}

/** One line per enabled channel, and one for all others. */
function* describeChannels({ channels }: Config): Generator<Finding> {
  const off: string[] = [];
  for (const { definition, on, access } of channels)
    if (on === undefined) off.push(definition.title);
    else yield passed(`${definition.title}: ${describeAccess(access)}.`);
  if (off.length > 0)
    yield skipped(
      `Not set up: ${off.join(", ")}; docs/channels has what each needs.`,
    );
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
function describeLimits({ budget }: Config): string {
  const { messagesPerMinute, userDailyTokens, globalDailyTokens } = budget;
  const limits = [
    [messagesPerMinute, "messages per minute for each person"],
    [userDailyTokens, "tokens per day for each person"],
    [globalDailyTokens, "tokens per day for everyone"],
  ] as const;
  const set = limits.filter(([limit]) => limit > 0);
  return set.map(([limit, what]) => `${limit} ${what}`).join(", ");
}

/** What strangers can cost, if the page is public and the model not free. */
function* describeExposure(config: Config): Generator<Finding> {
  if (config.web.mode !== "public" || config.model.kind === "demo") return;
  const { address, everybody } = exposureOf(config);
  const text = `Strangers on the page cost at most ${describe(everybody.day)} a day; from one internet address at most ${describe(address.hour)} an hour, in ${upTo(address.hour.messages)} messages, and ${upTo(address.hour.streamHours)} hours of open streams.`;
  yield everybody.day.tokens === Infinity
    ? warning(
        text,
        "Set WEB_DAILY_TOKENS or GLOBAL_DAILY_TOKENS: see docs/limits.md.",
      )
    : passed(text);
}

function describe({ tokens, toolCalls }: Exposure): string {
  return `${upTo(tokens)} tokens and ${upTo(toolCalls)} tool calls`;
}

function upTo(number: number): string {
  return number === Infinity ? "any number of" : number.toLocaleString("en-US");
}
