import { describe, expect, it } from "vitest";
import {
  AGENT_STYLE_NAMES,
  type AgentStyleName,
} from "../../../src/agent/styles/agent-style.ts";
import { AGENT_STYLES } from "../../../src/agent/styles/agent-styles.ts";
import { createPromptWriter } from "../../../src/agent/write-prompt.ts";
import { createDemoModel } from "../../../src/models/demo/demo-model.ts";
import type {
  LanguageModel,
  ModelEvent,
  Prompt,
  PromptMessage,
} from "../../../src/types/model.ts";
import { callStep } from "../../agent/styles/steps.ts";
import { describeLanguageModelContract } from "../../contracts/language-model-contract.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";
import { textOf } from "../collect-events.ts";

const tools = ["calculator", "search", "library"].map((name) =>
  createScriptedTool(name, (text) => text),
);

function createPrompt(
  style: AgentStyleName,
  content: Partial<Parameters<ReturnType<typeof createPromptWriter>>[0]> = {},
): Prompt {
  const write = createPromptWriter({
    style: AGENT_STYLES[style],
    instructions: "You are a test.",
    tools,
  });
  return write({
    history: [],
    input: "2+2",
    steps: [],
    answerNow: false,
    ...content,
  });
}

async function ask(prompt: Prompt): Promise<ModelEvent[]> {
  const { signal } = new AbortController();
  return Array.fromAsync(createDemoModel().generate(prompt, { signal }));
}

/** The text of a reply, or the name and arguments of its call. */
function written(events: readonly ModelEvent[]): string {
  const names = events.map((event) => ("name" in event ? event.name : ""));
  return names.join("") + textOf(events);
}

for (const style of AGENT_STYLE_NAMES)
  describeLanguageModelContract(`The demo model, asked in ${style},`, {
    create: async () => ({ model: createModel(style), close: async () => {} }),
  });

/** The demo model, asked with the style's system message and tools. */
function createModel(style: AgentStyleName): LanguageModel {
  const model = createDemoModel();
  const { messages, ...rest } = createPrompt(style);
  return {
    name: model.name,
    generate: (prompt, options) =>
      model.generate(
        { ...rest, messages: [...messages.slice(0, 1), ...prompt.messages] },
        options,
      ),
  };
}

describe("The demo model writes what the prompt asks for:", () => {
  it("one JSON object, in pieces", async () => {
    const events = await ask(createPrompt("conversational-react"));
    expect(events.length).toBeGreaterThan(5);
    expect(JSON.parse(textOf(events))).toEqual({
      thought: expect.any(String),
      action: "calculator",
      action_input: "2+2",
    });
    expect(events.at(-1)).toMatchObject({
      reason: "stop",
      usage: {
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
      },
    });
  });

  it("a thought and a block of JSON", async () => {
    expect(textOf(await ask(createPrompt("chat-zero-shot-react")))).toBe(
      `Thought: I use what I have.
Action:
\`\`\`json
{"action":"calculator","action_input":"2+2"}
\`\`\``,
    );
  });

  it("lines of text", async () => {
    expect(textOf(await ask(createPrompt("zero-shot-react")))).toBe(
      `Thought: I use what I have.
Action: calculator
Action Input: 2+2`,
    );
  });

  it("a native call, in pieces", async () => {
    const events = await ask(createPrompt("tool-calling"));
    const pieces = events.filter((event) => event.type === "tool-call");
    expect(pieces[0]).toEqual({
      type: "tool-call",
      index: 0,
      id: "call_1",
      name: "calculator",
      arguments: "",
    });
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.map((piece) => piece.arguments).join("")).toBe(
      '{"text":"2+2"}',
    );
    expect(events.at(-1)).toMatchObject({ reason: "tool-calls" });
  });

  it.each([
    ["conversational-react", /"action":"Final Answer"/],
    [
      "chat-zero-shot-react",
      /\nFinal Answer: I looked up “Who was Ada\?”, but/,
    ],
    ["zero-shot-react", /\nFinal Answer: I looked up “Who was Ada\?”, but/],
    ["tool-calling", /^I looked up “Who was Ada\?”, but/],
  ] as const)(
    "an answer in the style %s if no more tools may be called",
    async (style, answer) => {
      const step = callStep({
        tool: "library",
        input: { query: "x" },
        arguments: '{"query":"x"}',
      });
      const content = { input: "Who was Ada?", steps: [step] };
      const next = await ask(createPrompt(style, content));
      expect(written(next)).toContain("search");
      const last = await ask(
        createPrompt(style, { ...content, answerNow: true }),
      );
      expect(textOf(last)).toMatch(answer);
    },
  );

  it("plain text if it asks for no format", async () => {
    const messages = [{ role: "user", content: "I am Eve" }] as const;
    expect(textOf(await ask({ messages }))).toBe("Nice to meet you, Eve!");
  });
});

describe("The demo model", () => {
  it("does not take its own replies for the user's words", async () => {
    const messages: PromptMessage[] = [
      { role: "system", content: "I am Parley." },
      { role: "user", content: "Hello" },
      { role: "assistant", content: "I am Carl." },
      { role: "user", content: "Who am I?" },
    ];
    expect(textOf(await ask({ messages }))).toContain("do not know your name");
  });

  it("takes quotes in a summary for the user's words", async () => {
    const prompt = createPrompt("tool-calling", {
      summary: "The user said: “I am Lai Lai.” They talked about tea.",
      input: "Who am I?",
    });
    expect(textOf(await ask(prompt))).toBe("You are Lai Lai.");
  });
});
