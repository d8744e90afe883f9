import type { AgentStyleName } from "../../src/agent/styles/agent-style.ts";
import { action, finalAnswer } from "../../test/fakes/create-agent.ts";
import type { ScriptedReply } from "../../test/fakes/scripted-model.ts";

/** The model's decision: call a tool, or answer. */
export type Decision =
  | {
      readonly tool: string;
      /** Name of the tool's only field. */
      readonly field: string;
      readonly input: string;
    }
  | { readonly answer: string };

/** Writes a decision in a style's format. */
export function writeReply(
  style: AgentStyleName,
  decision: Decision,
): ScriptedReply {
  if ("answer" in decision) return writeAnswer(style, decision.answer);
  const { tool, field, input } = decision;
  switch (style) {
    case "conversational-react":
      return action(tool, input);
    case "chat-zero-shot-react": {
      const blob = JSON.stringify({ action: tool, action_input: input });
      return `Thought: Let me see.\nAction:\n\`\`\`json\n${blob}\n\`\`\``;
    }
    case "zero-shot-react":
      return `Thought: Let me see.\nAction: ${tool}\nAction Input: ${input}`;
    case "tool-calling":
      return [
        {
          type: "tool-call",
          index: 0,
          id: "call_1",
          name: tool,
          arguments: JSON.stringify({ [field]: input }),
        },
      ];
  }
}

function writeAnswer(style: AgentStyleName, answer: string): string {
  switch (style) {
    case "conversational-react":
      return finalAnswer(answer);
    case "chat-zero-shot-react":
    case "zero-shot-react":
      return `Thought: I know now.\nFinal Answer: ${answer}`;
    case "tool-calling":
      return answer;
  }
}
