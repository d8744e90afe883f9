import type { AgentAction, AgentStep } from "../turn.ts";
import type {
  AgentStyle,
  Reading,
  UnreadableReply,
} from "./styles/agent-style.ts";

/** So much of what it wrote is shown to the model again. */
const MAX_SHOWN_LENGTH = 2_000;

/**
 * What the model is told about a reply, or calls in it, without effect: steps of no tool.
 * @param made of how many of the reply's actions a step was made
 */
export function explainReply(
  reading: Exclude<Reading, { kind: "finish" }>,
  { made, style }: { made: number; style: AgentStyle },
): readonly AgentStep[] {
  switch (reading.kind) {
    case "action":
      return [];
    case "unreadable":
      return [explainUnreadable(reading, style)];
    case "calls": {
      const { actions, unread, overflow } = reading;
      const total = actions.length + overflow;
      const notes = [
        ...(unread === undefined ? [] : [explainUnreadable(unread, style)]),
        ...(total === made ? [] : [tellUnmade({ made, total })]),
      ];
      return notes.map(({ action, observation }) => ({
        action: { ...action, withPrevious: true },
        observation,
      }));
    }
  }
}

/** The model sees its own text again and what was expected of it. */
function explainUnreadable(
  { text, reason }: UnreadableReply,
  { expectedForm }: AgentStyle,
): AgentStep {
  return {
    action: noAction(text),
    observation: `Your reply could not be read: ${reason} ${expectedForm}`,
  };
}

function tellUnmade({
  made,
  total,
}: {
  made: number;
  total: number;
}): AgentStep {
  return {
    action: noAction(""),
    observation: `Of your ${total} calls only the first ${made} were made.`,
  };
}

function noAction(text: string): AgentAction {
  const shown =
    text.length > MAX_SHOWN_LENGTH
      ? `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…`
      : text;
  return { tool: INVALID_REPLY, input: shown, thought: "", text: shown };
}

/** Replaces the tool in a step whose reply could not be read; its observation says what was wrong. */
export const INVALID_REPLY = "invalid_reply";
