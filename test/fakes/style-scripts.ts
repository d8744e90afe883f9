import type { AgentStyleName } from "../../src/agent/styles/agent-style.ts";
import { toolCalls } from "../stubs/tool-calls.ts";
import type { ChatReply } from "../stubs/write-chat-reply.ts";
import { action, finalAnswer } from "./create-agent.ts";

/** A model's replies in one of the agent styles. */
export interface StyleScript {
  readonly act: (
    tool: string,
    input: Readonly<Record<string, unknown>>,
  ) => ChatReply;
  readonly answer: (text: string) => ChatReply;
  /** An answer truncated by a length limit after the text. */
  readonly cutAnswer: (text: string) => ChatReply;
  /** An action truncated within its input. */
  readonly broken: ChatReply;
}

const text = (written: string): ChatReply => ({ chunks: [written] });

export const STYLE_SCRIPTS: Readonly<Record<AgentStyleName, StyleScript>> = {
  "conversational-react": {
    act: (tool, input) => text(action(tool, input)),
    answer: (answer) => text(finalAnswer(answer)),
    cutAnswer: (answer) => cut(finalAnswer(answer).slice(0, -2)),
    broken: text('{"action": "calculator", "action_input": "1 +'),
  },
  "chat-zero-shot-react": {
    act: (tool, input) =>
      text(
        `Thought: Let me see.\nAction:\n\`\`\`json\n${JSON.stringify({ action: tool, action_input: input })}\n\`\`\``,
      ),
    answer: (answer) => text(`Thought: I know it.\nFinal Answer: ${answer}`),
    cutAnswer: (answer) => cut(`Thought: I know it.\nFinal Answer: ${answer}`),
    broken: text(
      'Thought: Let me see.\nAction:\n```json\n{"action": "calculator", "action_input": "1 +',
    ),
  },
  "zero-shot-react": {
    act: (tool, input) =>
      text(
        `Thought: Let me see.\nAction: ${tool}\nAction Input: ${JSON.stringify(input)}`,
      ),
    answer: (answer) => text(`Thought: I know it.\nFinal Answer: ${answer}`),
    cutAnswer: (answer) => cut(`Thought: I know it.\nFinal Answer: ${answer}`),
    broken: text("Thought: Let me see.\nAction: calculator"),
  },
  "tool-calling": {
    act: (tool, input) => call(tool, JSON.stringify(input)),
    answer: text,
    cutAnswer: cut,
    broken: call("calculator", '{"expression": "1 +'),
  },
};

function cut(written: string): ChatReply {
  return { chunks: [written], finishReason: "length" };
}

function call(name: string, written: string): ChatReply {
  return toolCalls([{ name, arguments: written }]);
}
