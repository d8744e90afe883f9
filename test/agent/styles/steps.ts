import { INVALID_REPLY } from "../../../src/agent/explain-reply.ts";
import type { AgentAction, AgentStep } from "../../../src/types/turn.ts";

/** A step whose action was written as text. */
export function textStep(overrides: Partial<AgentAction> = {}): AgentStep {
  return {
    action: {
      tool: "calculator",
      input: "1+1",
      thought: "I had better count.",
      text: "I count: calculator(1+1)",
      ...overrides,
    },
    observation: "2",
  };
}

/** A step whose action was a native call. */
export function callStep({
  id = "call_1",
  arguments: written = '{"expression":"1+1"}',
  ...overrides
}: Partial<AgentAction> & { id?: string; arguments?: string } = {}): AgentStep {
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
  };
}

/** A step for an unreadable reply. */
export function unreadableStep(text = "{"): AgentStep {
  return {
    action: { tool: INVALID_REPLY, input: text, thought: "", text },
    observation: "Your reply could not be read: it was cut off.",
  };
}
