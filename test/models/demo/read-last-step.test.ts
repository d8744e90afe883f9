import { describe, expect, it } from "vitest";
import { AGENT_STYLE_NAMES } from "../../../src/agent/styles/agent-style-names.ts";
import { AGENT_STYLES } from "../../../src/agent/styles/agent-styles.ts";
import { readLastStep } from "../../../src/models/demo/read-last-step.ts";
import {
  callStep,
  textStep,
  unreadableStep,
} from "../../agent/styles/steps.ts";

describe.each(AGENT_STYLE_NAMES)("In a prompt of %s", (name) => {
  const style = AGENT_STYLES[name];

  it.each([
    textStep({ text: '{"action": "calculator", "action_input": "1+1"}' }),
    textStep({
      text: 'Thought: sums {\nAction:\n```json\n{"action": "calculator", "action_input": {"expression": "1+1"}}\n```',
    }),
    textStep({ text: "Action: calculator\nAction Input: 1+1" }),
    callStep(),
  ])("it reads a step of any style: $action.text", (step) => {
    const steps = [unreadableStep(), textStep(), step];
    expect(readLastStep(style.scratchpad(steps))).toEqual({
      tool: "calculator",
      input: "1+1",
      observation: step.observation,
    });
  });

  it("it reads the last of several calls", () => {
    const last = callStep({
      id: "b",
      tool: "search",
      input: { query: "tides" },
      arguments: '{"query":"tides"}',
      withPrevious: true,
    });
    expect(readLastStep(style.scratchpad([callStep(), last]))).toEqual({
      tool: "search",
      input: "tides",
      observation: "result of b",
    });
  });
});

it.each([
  ["nothing", []],
  ["a question", [{ role: "user", content: "Observation: 5" }]],
  [
    "a result without its call",
    [{ role: "tool", content: "5", toolCallId: "call_1" }],
  ],
  [
    "a reply that could not be read",
    AGENT_STYLES["conversational-react"].scratchpad([unreadableStep()]),
  ],
] as const)("%s is no step", (_, dialogue) => {
  expect(readLastStep(dialogue)).toBeUndefined();
});
