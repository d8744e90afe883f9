import * as z from "zod";
import { showLocal } from "../../schedules/local-time.ts";
import { SCHEDULE_PROBLEMS } from "../../schedules/problems.ts";
import { escapeMarkdown } from "../../text/text.ts";
import { ToolError } from "../../types/errors.ts";
import type { Reach } from "../../types/schedule.ts";
import type { Tool } from "../../types/tool.ts";

/** With native tool calls, models send null for omitted fields. */
const Optional = z.preprocess(
  (given) => given ?? undefined,
  z.union([z.string(), z.number()]).optional(),
);

const input = z.object({
  text: z.string().describe("What the user reads then, in their language"),
  when: Optional.describe(
    "Local date and time, e.g. 2026-12-01 09:00; or leave it out and give in_minutes",
  ),
  in_minutes: Optional.describe("Minutes from now"),
  repeat: Optional.describe(
    "Only if it repeats: daily, weekdays, every Monday, every 2 weeks, or an RRULE",
  ),
  is_task: z
    .preprocess(
      (given) => given ?? undefined,
      z.union([z.boolean(), z.string()]).optional(),
    )
    .describe(
      "true: text is a task that you do then, e.g. to look something up",
    ),
});

/**
 * Schedules a reminder for the user. Throws `ToolError` if the time or the rule
 * is not clear or not possible, with what to do instead.
 */
export function createRemindMeTool(): Tool<typeof input> {
  return {
    name: "remind_me",
    description:
      "Reminds the user of something later, once or repeatedly. Use it when they ask to be reminded or to hear something at a time.",
    input,
    isOwnText: true,
    isOffered: ({ remind }) => remind !== undefined,
    // It writes to the user, or acts, when nobody watches.
    effect: "harmful",
    async run(given, { remind, reach, signal }) {
      signal.throwIfAborted();
      if (remind === undefined)
        throw new ToolError(
          "Reminders are not possible here. Tell the user so.",
        );
      const { text, when = "", in_minutes: minutes = "", repeat = "" } = given;
      const isTask = /^(?:true|yes)$/i.test(String(given.is_task));
      const made = await remind({
        kind: isTask ? "prompt" : "text",
        text: isTask ? text : escapeMarkdown(text.trim()),
        when:
          minutes === ""
            ? String(when).trim()
            : `in ${Math.round(Number(minutes))} minutes`,
        repeat: String(repeat),
      });
      if (made.kind === "refused")
        throw new ToolError(SCHEDULE_PROBLEMS.en[made.problem]);
      const { due, timeZone, rule, number } = made.schedule;
      return [
        `Reminder ${number} is set: ${showLocal(due, timeZone)} (${timeZone})${rule === undefined ? "" : `, repeating (${rule})`}.`,
        describeReach(reach),
        "Tell the user when it comes.",
      ]
        .filter((sentence) => sentence !== "")
        .join(" ");
    },
  };
}

function describeReach(reach: Reach | undefined): string {
  if (reach?.kind === "window")
    return `Say that it arrives only if the user has written within ${reach.hours} hours before: this app's rule.`;
  if (reach?.kind === "plan")
    return "Say that it counts against a monthly number of messages and does not arrive once that is used up.";
  return reach?.kind === "fetched"
    ? "Say that they see it here when they come back."
    : "";
}
