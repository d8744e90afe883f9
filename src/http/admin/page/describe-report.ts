import type { Gap, Report } from "../../../types/setup-report.ts";
import type { Values } from "./markup.ts";
import type { Texts } from "./texts.ts";

/** `attention`: there is something to do. */
export type State = "on" | "off" | "attention";

/** A part of the deployment, for `/setup` and for the doctor. */
export interface ReportPart {
  readonly title: string;
  readonly state: State;
  readonly lines: readonly Line[];
}

/** A text with markup. */
export interface Line {
  readonly text: string;
  readonly values?: Values;
  /** It is a complaint. */
  readonly isBad?: boolean;
}

const part = (
  title: string,
  state: State,
  ...lines: readonly Line[]
): ReportPart => ({ title, state, lines });

export function describeModel({ model }: Report, texts: Texts): ReportPart {
  if (model.is_demo)
    return part(
      texts.model,
      "attention",
      { text: texts.demo },
      { text: texts.demoNext },
    );
  const { names, host, style } = model;
  const values = { names: names.join(", "), host, style };
  return part(texts.model, "on", { text: texts.realModel, values });
}

/** All parts but the model. */
export function describeParts(
  report: Report,
  { texts, language }: { texts: Texts; language: string },
): readonly ReportPart[] {
  const showTime = (at: string) => new Date(at).toLocaleString(language);
  return [
    describePage(report, texts),
    describeCallers(report, texts),
    describeChannels(report, texts),
    describeTools(report, texts),
    describeEvents(report, texts, showTime),
    describeTeam(report, texts, showTime),
    describeLimits(report, texts),
    describeStorage(report, texts),
    ...describeSettings(report, texts),
  ];
}

function describePage({ page }: Report, texts: Texts): ReportPart {
  if (page === "off") return part(texts.page, "off", { text: texts.pageOff });
  const access = {
    local: texts.pageLocal,
    password: texts.pagePassword,
    public: texts.pagePublic,
  }[page];
  return part(texts.page, "on", { text: access });
}

function describeCallers(report: Report, texts: Texts): ReportPart {
  const callers = report.callers.join(texts.comma);
  return callers === ""
    ? part(texts.http, "off", { text: texts.httpOff })
    : part(texts.http, "on", { text: texts.httpOn, values: { callers } });
}

function describeChannels({ channels }: Report, texts: Texts): ReportPart {
  const namesOf = (isOn: boolean) =>
    channels
      .filter(({ is_on }) => is_on === isOn)
      .map(({ name, title, is_for_everybody }) => {
        const shown = texts.names[name] ?? title;
        return isOn && is_for_everybody
          ? texts.forEverybody.replace("{name}", shown)
          : shown;
      })
      .join(texts.comma);
  const on = namesOf(true);
  const off = namesOf(false);
  return part(
    texts.channels,
    on === "" ? "off" : "on",
    on === ""
      ? { text: texts.noChannels }
      : { text: texts.onChannels, values: { names: on } },
    ...(off === ""
      ? []
      : [{ text: texts.offChannels, values: { names: off } }]),
  );
}

function describeTools(report: Report, texts: Texts): ReportPart {
  const providers = report.search_providers.join(texts.comma);
  const servers = report.mcp_servers.join(texts.comma);
  const names = report.tools.map((name) =>
    name === "search"
      ? texts.search.replace("{providers}", providers)
      : (texts.names[name] ?? name),
  );
  if (servers !== "") names.push(texts.mcp.replace("{servers}", servers));
  const tools = names.join(texts.comma);
  return tools === ""
    ? part(texts.tools, "off", { text: texts.noToolsSet })
    : part(texts.tools, "on", { text: "{tools}", values: { tools } });
}

type ShowTime = (at: string) => string;

function describeEvents(
  { events }: Report,
  texts: Texts,
  showTime: ShowTime,
): ReportPart {
  if (events === undefined)
    return part(texts.events, "off", { text: texts.eventsNext });
  const { host, last_failure: failure } = events;
  const types = events.types.join(texts.comma);
  const told = { text: texts.eventsTo, values: { host, types } };
  if (failure === undefined) return part(texts.events, "on", told);
  const at = showTime(failure.at);
  const values = { at, reason: failure.reason || texts.brokeOff };
  const failed = { text: texts.eventsFailed, values, isBad: true };
  return part(texts.events, "attention", told, failed);
}

function describeTeam(
  { team }: Report,
  texts: Texts,
  showTime: ShowTime,
): ReportPart {
  const { approvers, opens_at: opensAt } = team;
  const isNamed = typeof approvers !== "string";
  const values = {
    people: isNamed ? approvers.join(texts.comma) : "",
    channel: texts.names[team.notified ?? ""] ?? team.notified ?? "",
    wait: team.wait_minutes,
    silence: team.silence_minutes,
    opens: opensAt === undefined ? "" : showTime(opensAt),
  };
  const hours = opensAt === undefined ? texts.hoursOpen : texts.hoursClosed;
  const lines = [
    texts.approvers[isNamed ? "people" : approvers],
    (team.waits ? texts.teamWaits : texts.teamContinues) +
      (team.wait_minutes > 0 ? texts.waitsFor : ""),
    team.notified === undefined ? texts.notNotified : texts.notified,
    ...(team.has_hours ? [hours] : []),
    team.silence_minutes > 0 ? texts.silence : texts.noSilence,
  ];
  return part(texts.team, "on", ...lines.map((text) => ({ text, values })));
}

function describeLimits({ limits, model }: Report, texts: Texts): ReportPart {
  const set = (
    [
      [texts.limit1, limits.messages_per_minute],
      [texts.limit2, limits.user_daily_tokens],
      [texts.limit3, limits.global_daily_tokens],
    ] as const
  ).filter(([, n]) => n > 0);
  if (set.length === 0)
    return part(texts.limits, "off", { text: texts.limitsOff });
  return part(
    texts.limits,
    "on",
    ...set.map(([text, n]) => ({
      text,
      values: { n: n.toLocaleString("en") },
    })),
    ...(model.is_demo ? [{ text: texts.noLimits }] : []),
  );
}

function describeStorage({ memory }: Report, texts: Texts): ReportPart {
  const kept =
    memory.retention_days === 0
      ? texts.keptForever
      : texts.keptDays.replace("{days}", `${memory.retention_days}`);
  const values = {
    store: memory.store,
    tokens: memory.max_tokens.toLocaleString("en"),
    kept,
  };
  return part(texts.storage, "on", { text: texts.storageText, values });
}

/** What is probably not meant. */
function describeSettings(report: Report, texts: Texts): ReportPart[] {
  const { misspelled, gaps, has_admin_key } = report;
  const complaints = [
    ...misspelled.map((values) => ({ text: texts.misspelled, values })),
    ...gaps.map((gap) => ({
      text: texts.gaps[gap.kind],
      values: toValues(gap, texts),
    })),
  ].map((line) => ({ ...line, isBad: true }));
  const lines = [
    ...complaints,
    ...(has_admin_key ? [] : [{ text: texts.adminNext }]),
  ];
  const state = complaints.length > 0 ? "attention" : "on";
  return lines.length === 0 ? [] : [part(texts.warnings, state, ...lines)];
}

function toValues(gap: Gap, { comma }: Texts): Values {
  if (gap.kind === "approvers-off")
    return { people: gap.people.join(comma), channel: gap.channel };
  return gap.kind === "unknown-caller"
    ? { variable: gap.variable, caller: gap.caller }
    : {};
}
