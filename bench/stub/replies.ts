/**
 * The stub's formats: those of Parley's styles, and that of LangChain's
 * conversational agent.
 */
export const REPLY_FORMATS = [
  "conversational-react",
  "chat-zero-shot-react",
  "zero-shot-react",
  "tool-calling",
  "fenced-json",
] as const;

export type ReplyFormat = (typeof REPLY_FORMATS)[number];

/**
 * The stub replies to this message with an action, and to all others with the
 * answer.
 */
export const QUESTION = "How much is 12 * 34, and what is it good for?";

export const TOOL = "calculator";

const TOOL_INPUT = "12 * 34";

/**
 * The tool's result; once it is in the prompt, the stub replies with the
 * answer.
 */
export const OBSERVATION = "It is 408, no more and no less.";

export interface StubReply {
  /** The message's text, or the arguments of its tool call. */
  readonly text: string;
  readonly isToolCall: boolean;
  /** Offset of the answer's text within the format. */
  readonly answerAt: number | undefined;
}

const ACTIONS: Readonly<Record<ReplyFormat, string>> = {
  "conversational-react": `{"thought": "I had better calculate that.", "action": "${TOOL}", "action_input": "${TOOL_INPUT}"}`,
  "chat-zero-shot-react": `Thought: I had better calculate that.\nAction:\n\`\`\`json\n{"action": "${TOOL}", "action_input": "${TOOL_INPUT}"}\n\`\`\``,
  "zero-shot-react": `Thought: I had better calculate that.\nAction: ${TOOL}\nAction Input: ${TOOL_INPUT}`,
  "tool-calling": JSON.stringify({ expression: TOOL_INPUT }),
  "fenced-json": `\`\`\`json\n{\n    "action": "${TOOL}",\n    "action_input": "${TOOL_INPUT}"\n}\n\`\`\``,
};

/** Texts before and after an answer. */
const FRAMES: Readonly<Record<ReplyFormat, readonly [string, string]>> = {
  "conversational-react": [
    '{"action": "Final Answer", "action_input": "',
    '"}',
  ],
  "chat-zero-shot-react": ["Thought: I know the answer.\nFinal Answer: ", ""],
  "zero-shot-react": ["Thought: I know the answer.\nFinal Answer: ", ""],
  "tool-calling": ["", ""],
  "fenced-json": [
    '```json\n{\n    "action": "Final Answer",\n    "action_input": "',
    '"\n}\n```',
  ],
};

export function writeAction(format: ReplyFormat): StubReply {
  return {
    text: ACTIONS[format],
    isToolCall: format === "tool-calling",
    answerAt: undefined,
  };
}

export function writeAnswer(format: ReplyFormat, answer: string): StubReply {
  const [before, after] = FRAMES[format];
  const isInJson = before.endsWith('"');
  const text = isInJson ? JSON.stringify(answer).slice(1, -1) : answer;
  return {
    text: before + text + after,
    isToolCall: false,
    answerAt: before.length,
  };
}
