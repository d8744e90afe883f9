import type { Gap } from "../types/setup-report.ts";
import type { Config } from "./parse-config.ts";

/** What of the settings of approvals and takeovers leads nowhere. */
export function findGaps({
  trust: { approvers },
  channels,
  events: { receiver, types, notified },
  team,
  publicUrl,
}: Pick<
  Config,
  "trust" | "channels" | "events" | "team" | "publicUrl"
>): readonly Gap[] {
  const isTold =
    notified !== undefined ||
    (receiver !== undefined && types.includes("conversation.needs_human"));
  const named = typeof approvers === "string" ? [] : approvers;
  const off = channels.flatMap(({ definition, on }): Gap[] => {
    const { name, title: channel } = definition;
    const people = named.filter((one) => one.startsWith(`${name}:`));
    return people.length > 0 && on === undefined
      ? [{ kind: "approvers-off", people, channel }]
      : [];
  });
  return [
    ...off,
    ...(team?.waits && !isTold ? [{ kind: "waits-untold" } as const] : []),
    ...(team?.waits && team.waitMs === 0
      ? [{ kind: "waits-for-ever" } as const]
      : []),
    ...(notified && publicUrl === undefined
      ? [{ kind: "no-link" } as const]
      : []),
  ];
}
