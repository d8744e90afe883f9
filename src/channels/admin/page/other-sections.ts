import { paragraph, section, type Words } from "./section.ts";
import type { Report } from "./setup-api.ts";

/** Sections without actions. */
export function createOtherSections(
  words: Words,
  report: Report,
): HTMLElement[] {
  const { texts } = words;
  const others = report.channels.filter(({ name }) => name !== "telegram");
  const names = (isOn: boolean) =>
    others
      .filter(({ is_on }) => is_on === isOn)
      .map(({ name, title }) => texts.names[name] ?? title)
      .join(texts.comma);
  const page = {
    local: texts.pageLocal,
    password: texts.pagePassword,
    public: texts.pagePublic,
    off: texts.pageOff,
  }[report.page];
  const callers = report.callers.join(texts.comma);
  const { limits, memory } = report;
  const set = (
    [
      [texts.limit1, limits.messages_per_minute],
      [texts.limit2, limits.user_daily_tokens],
      [texts.limit3, limits.global_daily_tokens],
    ] as const
  ).filter(([, n]) => n > 0);
  const tools = [
    ...report.tools.map((name) =>
      name === "search"
        ? texts.search.replace(
            "{providers}",
            report.search_providers.join(texts.comma),
          )
        : (texts.names[name] ?? name),
    ),
    ...(report.mcp_servers.length === 0
      ? []
      : [texts.mcp.replace("{servers}", report.mcp_servers.join(texts.comma))]),
  ].join(texts.comma);

  return [
    section(words, {
      title: texts.page,
      state: report.page === "off" ? "off" : "on",
      content: [
        paragraph(words, page),
        report.page !== "off" && paragraph(words, texts.openPage),
      ],
    }),
    section(words, {
      title: texts.http,
      state: callers === "" ? "off" : "on",
      content: [
        paragraph(words, callers === "" ? texts.httpOff : texts.httpOn, {
          values: { callers },
        }),
      ],
    }),
    ...(others.length === 0
      ? []
      : [
          section(words, {
            title: texts.channels,
            state: names(true) === "" ? "off" : "on",
            content: [
              paragraph(words, "{names}", {
                values: { names: names(true) || texts.noChannels },
              }),
              names(false) !== "" &&
                paragraph(words, texts.offChannels, {
                  values: { names: names(false) },
                }),
            ],
          }),
        ]),
    section(words, {
      title: texts.tools,
      state: tools === "" ? "off" : "on",
      content: [
        paragraph(words, tools === "" ? texts.noToolsSet : "{tools}", {
          values: { tools },
        }),
      ],
    }),
    section(words, {
      title: texts.limits,
      state: set.length === 0 ? "off" : "on",
      content: [
        ...set.map(([text, n]) =>
          paragraph(words, text, { values: { n: n.toLocaleString("en") } }),
        ),
        report.model.is_demo && paragraph(words, texts.noLimits),
      ],
    }),
    section(words, {
      title: texts.storage,
      state: "on",
      content: [
        paragraph(words, texts.storageText, {
          values: {
            store: memory.store,
            tokens: memory.max_tokens.toLocaleString("en"),
            kept:
              memory.retention_days === 0
                ? texts.keptForever
                : texts.keptDays.replace("{days}", `${memory.retention_days}`),
          },
        }),
      ],
    }),
    ...warningSection(words, report),
  ];
}

function warningSection(words: Words, report: Report): HTMLElement[] {
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
