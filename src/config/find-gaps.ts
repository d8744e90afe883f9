import type { Gap } from "../types/setup-report.ts";
import type { Config } from "./parse-config.ts";

/** What of the settings leads nowhere, or costs without a limit. */
export function findGaps(config: Config): readonly Gap[] {
  return [
    ...findTeamGaps(config),
    ...findUnknownCallers(config),
    ...(isUnlimited(config) ? [{ kind: "strangers-unlimited" } as const] : []),
  ];
}

function* findTeamGaps({
  trust: { approvers },
  channels,
  events: { receiver, types, notified },
  team,
  tools,
  publicUrl,
}: Config): Generator<Gap> {
  const named = typeof approvers === "string" ? [] : approvers;
  for (const { definition, on } of channels) {
    const { name, title: channel } = definition;
    const people = named.filter((one) => one.startsWith(`${name}:`));
    if (people.length > 0 && on === undefined)
      yield { kind: "approvers-off", people, channel };
  }
  const needsTeam =
    tools.includes("talk_to_human") || approvers === "operators";
  if (team === undefined && needsTeam) yield { kind: "no-team" };
  const isTold =
    notified !== undefined ||
    (receiver !== undefined && types.includes("conversation.needs_human"));
  if (team?.waits && !isTold) yield { kind: "waits-untold" };
  if (team?.waits && team.waitMs === 0) yield { kind: "waits-for-ever" };
  if (notified && publicUrl === undefined) yield { kind: "no-link" };
}

/**
 * Names in settings of callbacks that no caller has, mostly misspelt. Finds
 * none if no caller is known here.
 */
function* findUnknownCallers({ webhook }: Config): Generator<Gap> {
  const { keys, signingSecrets, callbacks } = webhook;
  const callers = new Set([...keys, ...signingSecrets].map(({ name }) => name));
  if (callers.size === 0) return;
  const named = {
    WEBHOOK_CALLBACK_SECRETS: callbacks.secrets.map(({ name }) => name),
    WEBHOOK_CALLBACK_HOSTS: callbacks.hosts.flatMap(
      ({ caller = [] }) => caller,
    ),
  };
  for (const [variable, names] of Object.entries(named))
    for (const caller of new Set(names))
      if (!callers.has(caller))
        yield { kind: "unknown-caller", variable, caller };
}

function isUnlimited({ web, model, budget }: Config): boolean {
  return (
    web.mode === "public" &&
    model.kind !== "demo" &&
    budget.channelDailyTokens.web === 0 &&
    budget.globalDailyTokens === 0
  );
}
