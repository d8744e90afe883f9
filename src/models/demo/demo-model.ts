import { asObject, isObject, parseJson } from "../../json.ts";
import type { LanguageModel } from "../../ports.ts";
import type { ModelEvent, Prompt, PromptMessage } from "../../prompt.ts";
import { estimatePromptTokens, estimateTokens } from "../../tokens.ts";
import type { Decision, Situation, Step } from "./decide.ts";

/**
 * A small, deterministic stand-in for deployments without an API key. Like any
 * model, it sees only the prompt; it relies on its structure (roles, tools,
 * format examples), not its wording.
 */
export function createDemoModel(): LanguageModel {
  return {
    name: "demo",
    async *generate(prompt, { signal }): AsyncGenerator<ModelEvent> {
      const system = prompt.messages.find(({ role }) => role === "system");
      const format = findFormat(system?.content ?? "");
      // Loaded on demand: deployments with a real model never need it.
      const { decide } = await import("./decide.ts");
      const decision = decide(readSituation(prompt, format));
      let written = "";
      for (const event of writeReply(decision, format, prompt)) {
        signal.throwIfAborted();
        written += event.type === "text" ? event.text : event.arguments;
        yield event;
      }
      signal.throwIfAborted();
      const isCall = format === "calls" && decision.tool !== undefined;
      yield {
        type: "finish",
        reason: isCall ? "tool-calls" : "stop",
        usage: {
          inputTokens: estimatePromptTokens(prompt),
          cachedInputTokens: 0,
          outputTokens: estimateTokens(written),
        },
      };
    },
  };
}

type Format =
  /** One JSON object. */
  | "object"
  /** `Action:` with a JSON block, or `Final Answer:`. */
  | "block"
  /** `Action:` and `Action Input:`, or `Final Answer:`. */
  | "lines"
  /** Native calls and plain text. */
  | "calls";

/** Recognizes the format by the examples in the system message. */
function findFormat(system: string): Format {
  if (/^Action Input: /m.test(system)) return "lines";
  if (/^Action:\n```/m.test(system)) return "block";
  return system.includes('"action_input"') ? "object" : "calls";
}

/** The time of a message, which follows its text. */
const TIME = /\n\n\[It is [^\]]+\]$/;

/** Parses a prompt of any agent style. */
function readSituation({ messages, tools }: Prompt, format: Format): Situation {
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  const dialogue = messages.filter(({ role }) => role !== "system");
  const isAtLimit = endsWithLimit(dialogue, system);
  if (isAtLimit) dialogue.pop();
  const names =
    format === "calls"
      ? (tools ?? []).map(({ name }) => name)
      : // A text prompt lists them as `- <name>: <description>`.
        Array.from(system.matchAll(/^- (\w+): /gm), ([, name = ""]) => name);
  return {
    said: dialogue
      .filter(({ role }) => role === "user")
      .map(({ content }) => content.replace(TIME, "")),
    tools: new Set(isAtLimit ? [] : names),
    lastStep: readLastStep(dialogue),
  };
}

/**
 * The last message is the final-answer notice: a user message right after a
 * result, or one that repeats the answer format after the question.
 */
function endsWithLimit(
  dialogue: readonly PromptMessage[],
  system: string,
): boolean {
  const [before, last] = dialogue.slice(-2);
  if (last?.role !== "user" || before === undefined) return false;
  if (before.role !== "user") return before.role !== "assistant";
  const form = last.content.split("\n").slice(1).join("\n");
  return form !== "" && system.includes(form);
}

/** The last tool and its result, if the dialogue ends with one. */
function readLastStep(dialogue: readonly PromptMessage[]): Step | undefined {
  const result = dialogue.at(-1);
  const reply = dialogue.findLast((message) => message.role === "assistant");
  if (result?.role === "tool") {
    const call = reply?.toolCalls?.find(({ id }) => id === result.toolCallId);
    if (call === undefined) return undefined;
    const input = readInput(parseJson(call.arguments) ?? call.arguments);
    return { tool: call.name, input, observation: result.content };
  }
  if (result?.role !== "observation" || reply === undefined) return undefined;
  const action = readAction(reply.content);
  // The first line is a label.
  const [, ...lines] = result.content.split("\n");
  return action && { ...action, observation: lines.join("\n") };
}

/** Reads an action in any style; `undefined` if the text holds none. */
function readAction(text: string): Omit<Step, "observation"> | undefined {
  const [, tool, input] =
    /^Action: *(.+)\nAction Input: (.*)/ms.exec(text) ?? [];
  if (tool !== undefined && input !== undefined)
    return { tool, input: readInput(parseJson(input) ?? input.trim()) };
  const json = text.slice(text.search(/^\{/m), text.lastIndexOf("}") + 1);
  const { action, action_input: written } = asObject(parseJson(json));
  return typeof action === "string" && written !== undefined
    ? { tool: action, input: readInput(written) }
    : undefined;
}

/** Joins the values of an object, which usually has one field. */
function readInput(input: unknown): string {
  return isObject(input) ? Object.values(input).join(" ") : String(input);
}

type ReplyEvent = Exclude<ModelEvent, { type: "finish" }>;

/** Writes a decision in the prompt's format, as small chunks. */
function writeReply(
  decision: Decision,
  format: Format,
  prompt: Prompt,
): readonly ReplyEvent[] {
  if (format === "calls" && decision.tool !== undefined)
    return writeCall(decision.tool, decision.text, prompt);
  return cut(writeText(decision, format)).map((text) => ({
    type: "text",
    text,
  }));
}

function writeText({ tool, thought, text }: Decision, format: Format): string {
  const action = { action: tool ?? "Final Answer", action_input: text };
  if (format === "object") return JSON.stringify({ thought, ...action });
  if (tool === undefined)
    return format === "calls"
      ? text
      : `Thought: ${thought}\nFinal Answer: ${text}`;
  return format === "block"
    ? `Thought: ${thought}\nAction:\n\`\`\`json\n${JSON.stringify(action)}\n\`\`\``
    : `Thought: ${thought}\nAction: ${tool}\nAction Input: ${text}`;
}

function writeCall(
  name: string,
  input: string,
  { messages, tools = [] }: Prompt,
): readonly ReplyEvent[] {
  const earlier = messages.filter(({ role }) => role === "tool").length;
  const definition = tools.find((tool) => tool.name === name);
  const fields = Object.keys(asObject(definition?.parameters["properties"]));
  const call = { type: "tool-call", index: 0 } as const;
  return [
    { ...call, id: `call_${earlier + 1}`, name, arguments: "" },
    ...cut(JSON.stringify({ [fields[0] ?? "input"]: input })).map((piece) => ({
      ...call,
      arguments: piece,
    })),
  ];
}

function cut(text: string): string[] {
  return text.match(/\s*\S{1,8}\s*/gu) ?? [];
}
