import { INVALID_REPLY } from "../../../src/agent/to-steps.ts";
import { sumUsage } from "../../../src/text/tokens.ts";
import type { AgentAction, DoneStep } from "../../../src/types/turn.ts";

/** A step whose action was written as text. */
export function textStep(overrides: Partial<AgentAction> = {}): DoneStep {
  return {
    action: {
      tool: "calculator",
      input: "1+1",
      thought: "I had better count.",
      text: "I count: calculator(1+1)",
      ...overrides,
    },
    observation: "2",
    usage: sumUsage([]),
  };
}

/** A step whose action was a native call. */
export function callStep({
  id = "call_1",
  arguments: written = '{"expression":"1+1"}',
  ...overrides
}: Partial<AgentAction> & { id?: string; arguments?: string } = {}): DoneStep {
  const tool = overrides.tool ?? "calculator";
  return {
    action: {
      tool,
      input: { expression: "1+1" },
      thought: "",
      text: "",
      call: { id, name: tool, arguments: written },
      ...overrides,
    },
    observation: `result of ${id}`,
    usage: sumUsage([]),
  };
}

/** A step for an unreadable reply. */
export function unreadableStep(text = "{"): DoneStep {
  return {
    action: { tool: INVALID_REPLY, input: text, thought: "", text },
    observation: "Your reply could not be read: it was cut off.",
    usage: sumUsage([]),
  };
}
