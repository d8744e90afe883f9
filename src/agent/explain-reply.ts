import type { DoneStep } from "../types/turn.ts";
import type {
  AgentStyle,
  Reading,
  UnreadableReply,
} from "./styles/agent-style.ts";

/** A step without its cost. */
type Notice = Pick<DoneStep, "action" | "observation">;

const MAX_SHOWN_LENGTH = 2_000;

/**
 * Steps that tell the model which parts of its reply had no effect, and why.
 * `made`: number of the reply's actions that became steps.
 */
export function explainReply(
  reading: Exclude<Reading, { kind: "finish" }>,
  { made, style }: { made: number; style: AgentStyle },
): readonly Notice[] {
  if (reading.kind === "action") return [];
  if (reading.kind === "unreadable") return [explainUnreadable(reading, style)];
  const { actions, unread, overflow } = reading;
  const total = actions.length + overflow;
  const unmade = `Only the first ${made} of your ${total} calls were made.`;
  const notes = [
    ...(unread === undefined ? [] : [explainUnreadable(unread, style)]),
    ...(total === made ? [] : [toStep("", unmade)]),
  ];
  return notes.map(({ action, observation }) => ({
    action: { ...action, withPrevious: true },
    observation,
  }));
}

function explainUnreadable(
  { text, reason }: UnreadableReply,
  { expectedForm }: AgentStyle,
): Notice {
  const notice = `Your reply could not be read: ${reason} ${expectedForm}`;
  return toStep(text, notice);
}

function toStep(text: string, observation: string): Notice {
  const shown =
    text.length > MAX_SHOWN_LENGTH
      ? `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…`
      : text;
  const action = { input: shown, thought: "", text: shown };
  return { action: { tool: INVALID_REPLY, ...action }, observation };
}

/** Tool name in steps that hold a notice about an unreadable reply. */
export const INVALID_REPLY = "invalid_reply";
