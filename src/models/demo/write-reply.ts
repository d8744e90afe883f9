import type { ModelEvent, Prompt, ToolDefinition } from "../../prompt.ts";
import type { DemoDecision } from "./decide.ts";
import type { ReplyFormat } from "./read-demo-prompt.ts";

type ReplyEvent = Exclude<ModelEvent, { type: "finish" }>;
type Action = Extract<DemoDecision, { kind: "action" }>;

/** A decision in the format that the prompt asks for, in small pieces. */
export function writeReply(
  decision: DemoDecision,
  { format, prompt }: { format: ReplyFormat; prompt: Prompt },
): ReplyEvent[] {
  if (format === "calls" && decision.kind === "action")
    return writeCall(decision, prompt);
  return cut(writeText(decision, format)).map((text) => ({
    type: "text",
    text,
  }));
}

function writeText(decision: DemoDecision, format: ReplyFormat): string {
  const { thought } = decision;
  if (format === "object")
    return JSON.stringify({ thought, ...toObject(decision) });
  if (decision.kind === "answer")
    return format === "calls"
      ? decision.text
      : `Thought: ${thought}\nFinal Answer: ${decision.text}`;
  const action =
    format === "block"
      ? `Action:\n\`\`\`json\n${JSON.stringify(toObject(decision))}\n\`\`\``
      : `Action: ${decision.tool}\nAction Input: ${decision.input}`;
  return `Thought: ${thought}\n${action}`;
}

function toObject(decision: DemoDecision): {
  action: string;
  action_input: string;
} {
  return decision.kind === "action"
    ? { action: decision.tool, action_input: decision.input }
    : { action: "Final Answer", action_input: decision.text };
}

function writeCall(
  { tool, input }: Action,
  { messages, tools = [] }: Prompt,
): ReplyEvent[] {
  const earlier = messages.filter(({ role }) => role === "tool").length;
  const field = firstField(tools.find(({ name }) => name === tool));
  return [
    {
      type: "tool-call",
      index: 0,
      id: `call_${earlier + 1}`,
      name: tool,
      arguments: "",
    },
    ...cut(JSON.stringify({ [field]: input })).map(
      (piece) => ({ type: "tool-call", index: 0, arguments: piece }) as const,
    ),
  ];
}

function firstField(tool: ToolDefinition | undefined): string {
  const properties = tool?.parameters["properties"] ?? {};
  return Object.keys(properties)[0] ?? "input";
}

function cut(text: string): string[] {
  return text.match(/\s*\S{1,8}\s*/gu) ?? [];
}
