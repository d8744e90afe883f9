import { findGaps } from "../config/find-gaps.ts";
import type { Config } from "../config/parse-config.ts";
import { VERSION } from "../runtime/version.ts";
import { findOpening } from "../schedules/business-hours.ts";
import type { Report } from "../types/setup-report.ts";
import { callersIn, wantsSignIns } from "./assemble.ts";

/** What is set up. Holds no secret, only whether it is set. */
export function describeConfig(
  config: Config,
  platform: Report["platform"],
): Report {
  const { model, webhook, memory, budget, events } = config;
  return {
    version: VERSION,
    platform,
    is_development: config.developmentToken !== undefined,
    model:
      model.kind === "demo"
        ? { is_demo: true }
        : {
            is_demo: false,
            names: model.names,
            host: new URL(model.baseUrl).host,
            style: config.agent.style,
          },
    tools: config.tools,
    search_providers: config.toolSettings.SEARCH_PROVIDERS,
    mcp_servers: config.mcp.servers.map(({ name }) => name),
    has_sign_ins: wantsSignIns(config),
    channels: config.channels.map(({ definition, on, access }) => ({
      name: definition.name,
      title: definition.title,
      is_on: on !== undefined,
      is_for_everybody: access === "everybody",
    })),
    page: config.web.mode,
    callers: callersIn(webhook),
    ...(events.receiver && {
      events: { host: new URL(events.receiver.url).host, types: events.types },
    }),
    team: describeTeam(config),
    gaps: findGaps(config),
    has_admin_key: config.adminKey !== undefined,
    limits: {
      messages_per_minute: budget.messagesPerMinute,
      user_daily_tokens: budget.userDailyTokens,
      global_daily_tokens: budget.globalDailyTokens,
    },
    memory: {
      store: platform === "aws" ? "DynamoDB" : "Durable Objects",
      max_tokens: memory.maxTokens,
      retention_days: memory.retentionDays,
    },
    misspelled: config.misspelled,
  };
}

function describeTeam(config: Config): Report["team"] {
  const { trust, team, events, handoverSilenceMs, toolSettings } = config;
  const { waits = false, waitMs = 0, hours } = team ?? {};
  const { TIME_ZONE: timeZone } = toolSettings;
  const opensAt = hours && findOpening(hours, timeZone, Date.now());
  return {
    approvers: trust.approvers,
    ...(events.notified && { notified: events.notified.channel }),
    waits,
    wait_minutes: waitMs / 60_000,
    silence_minutes: handoverSilenceMs / 60_000,
    has_hours: hours !== undefined,
    ...(opensAt && { opens_at: new Date(opensAt).toISOString() }),
  };
}
