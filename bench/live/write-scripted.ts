import type { ReplyFormat } from "../stub/replies.ts";
import type { LiveTask } from "./task.ts";

/**
 * `obedient` follows the format exactly. `clumsy` rotates through the mistakes
 * of weak models from task to task.
 */
export type ScriptedMood = "obedient" | "clumsy";

/** Progress of a task. */
export interface ScriptedTurn {
  readonly task: LiveTask;
  /** Index of the task. */
  readonly index: number;
  /** Number of the model's replies since the question. */
  readonly replies: number;
  /** The whole prompt as text. */
  readonly prompt: string;
  readonly hasResult: boolean;
}

interface ScriptedReply {
  readonly content: string;
  readonly call?: { readonly name: string; readonly arguments: string };
}

const HALF_AN_ACTION = '{"action": "calculator", "action_input": ';

export function writeScripted(
  turn: ScriptedTurn,
  format: ReplyFormat,
  mood: ScriptedMood,
): ScriptedReply {
  const { index, replies, prompt, task } = turn;
  const obedient = writeObedient(turn, format);
  if (mood === "obedient") return obedient;
  switch (index % 6) {
    case 1:
      return { content: task.script.answer };
    case 2:
      return { ...obedient, content: decorate(obedient.content) };
    case 3:
      return replies === 0 ? { content: "Let me look that up." } : obedient;
    case 4:
      return replies === 0 ? { content: HALF_AN_ACTION } : obedient;
    // Answers only if the prompt does not describe a format.
    case 5:
      return /"action"|Final Answer/.test(prompt)
        ? { content: HALF_AN_ACTION }
        : { content: task.script.answer };
    default:
      return obedient;
  }
}

function writeObedient(
  { task, hasResult }: ScriptedTurn,
  format: ReplyFormat,
): ScriptedReply {
  const { tool, input = "", answer } = task.script;
  return tool === undefined || hasResult
    ? writeAnswer(answer, format)
    : writeAction({ tool, input }, format);
}

const FIELDS: Readonly<Record<string, string>> = {
  calculator: "expression",
  library: "query",
  clock: "when",
};

function writeAction(
  { tool, input }: { tool: string; input: string },
  format: ReplyFormat,
): ScriptedReply {
  const blob = JSON.stringify({ action: tool, action_input: input });
  switch (format) {
    case "tool-calling": {
      const given = JSON.stringify({ [FIELDS[tool] ?? "input"]: input });
      return { content: "", call: { name: tool, arguments: given } };
    }
    case "conversational-react":
      return { content: blob };
    case "fenced-json":
      return { content: `\`\`\`json\n${blob}\n\`\`\`` };
    case "chat-zero-shot-react":
      return {
        content: `Thought: Let me see.\nAction:\n\`\`\`json\n${blob}\n\`\`\``,
      };
    case "zero-shot-react":
      return {
        content: `Thought: Let me see.\nAction: ${tool}\nAction Input: ${input}`,
      };
  }
}

function writeAnswer(answer: string, format: ReplyFormat): ScriptedReply {
  const blob = JSON.stringify({ action: "Final Answer", action_input: answer });
  switch (format) {
    case "tool-calling":
      return { content: answer };
    case "conversational-react":
      return { content: blob };
    case "fenced-json":
      return { content: `\`\`\`json\n${blob}\n\`\`\`` };
    case "chat-zero-shot-react":
    case "zero-shot-react":
      return { content: `Thought: I know it.\nFinal Answer: ${answer}` };
  }
}

/** Adds bold labels, a trailing comma and a friendly first sentence. */
function decorate(content: string): string {
  const decorated = content
    .replaceAll(/^(Thought|Action|Action Input|Final Answer):/gm, "**$1:**")
    .replace(/"\}/, '",}');
  return decorated === content ? content : `Sure!\n\n${decorated}`;
}
