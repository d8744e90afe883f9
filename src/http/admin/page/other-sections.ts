import type { Report } from "../../../types/setup-report.ts";
import { paragraph, section, type Words } from "./section.ts";
import { createTeamSections } from "./team-sections.ts";

/** Sections without actions. */
export function createOtherSections(
  words: Words,
  report: Report,
): HTMLElement[] {
  return [
    pageSection(words, report),
    httpSection(words, report),
    ...channelSections(words, report),
    toolSection(words, report),
    ...createTeamSections(words, report),
    limitSection(words, report),
    storageSection(words, report),
    ...warningSections(words, report),
  ];
}

function pageSection(words: Words, { page }: Report): HTMLElement {
  const { texts } = words;
  const access = {
    local: texts.pageLocal,
    password: texts.pagePassword,
    public: texts.pagePublic,
    off: texts.pageOff,
  }[page];
  return section(words, {
    title: texts.page,
    state: page === "off" ? "off" : "on",
    content: [
      paragraph(words, access),
      page !== "off" && paragraph(words, texts.openPage),
    ],
  });
}

function httpSection(words: Words, report: Report): HTMLElement {
  const { texts } = words;
  const callers = report.callers.join(texts.comma);
  return section(words, {
    title: texts.http,
    state: callers === "" ? "off" : "on",
    content: [
      paragraph(words, callers === "" ? texts.httpOff : texts.httpOn, {
        values: { callers },
      }),
    ],
  });
}

/** All channels but Telegram, which has its own section. */
function channelSections(words: Words, { channels }: Report): HTMLElement[] {
  const { texts } = words;
  const others = channels.filter(({ name }) => name !== "telegram");
  if (others.length === 0) return [];
  const namesOf = (isOn: boolean) =>
    others
      .filter(({ is_on }) => is_on === isOn)
      .map(({ name, title }) => texts.names[name] ?? title)
      .join(texts.comma);
  const on = namesOf(true);
  const off = namesOf(false);
  return [
    section(words, {
      title: texts.channels,
      state: on === "" ? "off" : "on",
      content: [
        paragraph(words, "{names}", {
          values: { names: on || texts.noChannels },
        }),
        off !== "" &&
          paragraph(words, texts.offChannels, { values: { names: off } }),
      ],
    }),
  ];
}

function toolSection(words: Words, report: Report): HTMLElement {
  const { texts } = words;
  const names = report.tools.map((name) =>
    name === "search"
      ? texts.search.replace(
          "{providers}",
          report.search_providers.join(texts.comma),
        )
      : (texts.names[name] ?? name),
  );
  const servers = report.mcp_servers.join(texts.comma);
  if (servers !== "") names.push(texts.mcp.replace("{servers}", servers));
  const tools = names.join(texts.comma);
  return section(words, {
    title: texts.tools,
    state: tools === "" ? "off" : "on",
    content: [
      paragraph(words, tools === "" ? texts.noToolsSet : "{tools}", {
        values: { tools },
      }),
    ],
  });
}

function limitSection(words: Words, { limits, model }: Report): HTMLElement {
  const { texts } = words;
  const set = (
    [
      [texts.limit1, limits.messages_per_minute],
      [texts.limit2, limits.user_daily_tokens],
      [texts.limit3, limits.global_daily_tokens],
    ] as const
  ).filter(([, n]) => n > 0);
  return section(words, {
    title: texts.limits,
    state: set.length === 0 ? "off" : "on",
    content: [
      ...set.map(([text, n]) =>
        paragraph(words, text, { values: { n: n.toLocaleString("en") } }),
      ),
      model.is_demo && paragraph(words, texts.noLimits),
    ],
  });
}

function storageSection(words: Words, { memory }: Report): HTMLElement {
  const { texts } = words;
  const kept =
    memory.retention_days === 0
      ? texts.keptForever
      : texts.keptDays.replace("{days}", `${memory.retention_days}`);
  return section(words, {
    title: texts.storage,
    state: "on",
    content: [
      paragraph(words, texts.storageText, {
        values: {
          store: memory.store,
          tokens: memory.max_tokens.toLocaleString("en"),
          kept,
        },
      }),
    ],
  });
}

function warningSections(words: Words, report: Report): HTMLElement[] {
  const { texts } = words;
  const content = [
    ...report.misspelled.map((values) =>
      paragraph(words, texts.misspelled, { values: { ...values } }),
    ),
    ...(report.has_admin_key ? [] : [paragraph(words, texts.adminNext)]),
  ];
  const state = report.misspelled.length > 0 ? "attention" : "on";
  return content.length === 0
    ? []
    : [section(words, { title: texts.warnings, state, content })];
}
