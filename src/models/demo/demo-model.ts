import { asObject } from "../../text/json.ts";
import { estimatePromptTokens, estimateTokens } from "../../text/tokens.ts";
import type { LanguageModel, ModelEvent, Prompt } from "../../types/model.ts";
import type { Decision } from "./decide.ts";

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
      const decision = decide(prompt);
      const isCall = format === "calls" && decision.tool !== undefined;
      let written = "";
      for (const event of isCall
        ? writeCall(decision, prompt)
        : writeText(decision, format)) {
        signal.throwIfAborted();
        written += event.type === "text" ? event.text : event.arguments;
        yield event;
      }
      signal.throwIfAborted();
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

type ReplyEvent = Exclude<ModelEvent, { type: "finish" }>;

function writeText(decision: Decision, format: Format): readonly ReplyEvent[] {
  const { tool, thought, text } = decision;
  const action = { action: tool ?? "Final Answer", action_input: text };
  const actions: Readonly<Record<Format, string>> = {
    calls: text,
    object: JSON.stringify({ thought, ...action }),
    block: `Thought: ${thought}\nAction:\n\`\`\`json\n${JSON.stringify(action)}\n\`\`\``,
    lines: `Thought: ${thought}\nAction: ${tool}\nAction Input: ${text}`,
  };
  const isLabelled = format === "block" || format === "lines";
  const whole =
    isLabelled && tool === undefined
      ? `Thought: ${thought}\nFinal Answer: ${text}`
      : actions[format];
  return cut(whole).map((piece) => ({ type: "text", text: piece }));
}

function writeCall(
  { tool: name = "", text }: Decision,
  { messages, tools = [] }: Prompt,
): readonly ReplyEvent[] {
  const earlier = messages.filter(({ role }) => role === "tool").length;
  const definition = tools.find((tool) => tool.name === name);
  const fields = Object.keys(asObject(definition?.parameters["properties"]));
  const call = { type: "tool-call", index: 0 } as const;
  return [
    { ...call, id: `call_${earlier + 1}`, name, arguments: "" },
    ...cut(JSON.stringify({ [fields[0] ?? "input"]: text })).map((piece) => ({
      ...call,
      arguments: piece,
    })),
  ];
}

/** Cuts a text into small pieces, as models stream it. */
function cut(text: string): string[] {
  return text.match(/\s*\S{1,8}\s*/gu) ?? [];
}
