import type { Agent } from "../../src/agent/executor.ts";
import type { PromptTemplate } from "../../src/agent/prompt-template.ts";
import { conversationalReact } from "../../src/agent/styles/text-styles.ts";
import { createPromptWriter } from "../../src/agent/write-prompt.ts";
import type { LanguageModel } from "../../src/types/model.ts";

/** An agent with generous limits and no tools by default. */
export function createAgent({
  style = conversationalReact,
  tools = [],
  instructions = "You are a test.",
  template,
  ...overrides
}: Partial<Omit<Agent, "writePrompt">> & {
  model: LanguageModel;
  template?: PromptTemplate;
}): Agent {
  return {
    style,
    tools,
    instructions,
    writePrompt: createPromptWriter({ style, tools, instructions, template }),
    maxSteps: 8,
    maxTokens: 100_000,
    timeoutMs: 60_000,
    toolTimeoutMs: 5_000,
    ...overrides,
  };
}

/** A model's reply that calls a tool. */
export function action(tool: string, input: unknown): string {
  return JSON.stringify({
    thought: "Let me see.",
    action: tool,
    action_input: input,
  });
}

/** A model's reply with the final answer. */
export function finalAnswer(text: string): string {
  return JSON.stringify({ action: "Final Answer", action_input: text });
}
