import type { Report } from "../../../types/setup-report.ts";
import { paragraph, section, type Words } from "./section.ts";

/** What other systems are told, and how people of the team take part. */
export function createTeamSections(
  words: Words,
  report: Report,
): HTMLElement[] {
  return [eventSection(words, report), teamSection(words, report)];
}

function eventSection(words: Words, { events }: Report): HTMLElement {
  const { texts } = words;
  const { host = "", types = [], last_failure: failure } = events ?? {};
  return section(words, {
    title: texts.events,
    state: failure ? "attention" : events ? "on" : "off",
    content: [
      paragraph(words, events ? texts.eventsTo : texts.eventsNext, {
        values: { host, types: types.join(texts.comma) },
      }),
      failure !== undefined &&
        paragraph(words, texts.eventsFailed, {
          values: {
            at: showTime(failure.at),
            reason: failure.reason || texts.brokeOff,
          },
          look: "bad",
        }),
    ],
  });
}

function teamSection(words: Words, { team }: Report): HTMLElement {
  const { texts } = words;
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
  return section(words, {
    title: texts.team,
    state: team.gaps.length > 0 ? "attention" : "on",
    content: [
      ...lines.map((line) => paragraph(words, line, { values })),
      ...team.gaps.map((gap) =>
        paragraph(words, texts.gaps[gap.kind], {
          values:
            gap.kind === "approvers-off"
              ? { people: gap.people.join(texts.comma), channel: gap.channel }
              : {},
          look: "bad",
        }),
      ),
    ],
  });
}

function showTime(at: string): string {
  return new Date(at).toLocaleString(document.documentElement.lang);
}
