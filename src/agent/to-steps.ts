import { sumUsage } from "../text/tokens.ts";
import type { DoneStep, Step, StepCost } from "../types/turn.ts";
import type {
  AgentStyle,
  Reading,
  UnreadableReply,
} from "./styles/agent-style.ts";

/** Tool name in steps that hold a notice about an unreadable reply. */
export const INVALID_REPLY = "invalid_reply";

type Decision = Exclude<Reading, { kind: "finish" }>;

/** A step without its cost. */
type Notice = Pick<DoneStep, "action" | "observation">;

/**
 * The steps of a reply that is not an answer: its actions, at most `maxActions`,
 * and notices that tell the model which parts had no effect, and why. The first
 * bears the cost.
 */
export function toSteps(
  reading: Decision,
  {
    style,
    maxActions,
    cost,
  }: { style: AgentStyle; maxActions: number; cost: StepCost },
): readonly Step[] {
  return readSteps(reading, { style, maxActions }).map((step, index) => ({
    ...step,
    ...(index === 0 ? cost : { usage: sumUsage([]) }),
  }));
}

function readSteps(
  reading: Decision,
  { style, maxActions }: { style: AgentStyle; maxActions: number },
): readonly (Pick<Step, "action"> | Notice)[] {
  if (reading.kind === "action") return [{ action: reading.action }];
  if (reading.kind === "unreadable") return [explainUnreadable(reading, style)];
  const { actions, unread, overflow } = reading;
  const made = actions.slice(0, maxActions);
  const total = actions.length + overflow;
  const notices = [
    ...(unread === undefined ? [] : [explainUnreadable(unread, style)]),
    ...(total === made.length
      ? []
      : [
          toNotice(
            "",
            `Only the first ${made.length} of your ${total} calls were made.`,
          ),
        ]),
  ];
  return [
    ...made.map((action) => ({ action })),
    ...notices.map(({ action, observation }): Notice => ({
      action: { ...action, withPrevious: true },
      observation,
    })),
  ];
}

function explainUnreadable(
  { text, reason }: UnreadableReply,
  { expectedForm }: AgentStyle,
): Notice {
  return toNotice(
    text,
    `Your reply could not be read: ${reason} ${expectedForm}`,
  );
}

const MAX_SHOWN_LENGTH = 2_000;

function toNotice(text: string, observation: string): Notice {
  const shown =
    text.length > MAX_SHOWN_LENGTH
      ? `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…`
      : text;
  const action = { input: shown, thought: "", text: shown };
  return { action: { tool: INVALID_REPLY, ...action }, observation };
}
