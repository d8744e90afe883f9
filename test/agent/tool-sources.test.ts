import { describe, expect, it } from "vitest";
import { runTool } from "../../src/agent/run-actions.ts";
import type { Tool, ToolOutput } from "../../src/types/tool.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { createToolContext } from "../fakes/create-tool-context.ts";
import { runScriptedAgent } from "../fakes/run-scripted-agent.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";

const ADA = { title: "Ada Lovelace", url: "https://example.org/ada" };
const signal = new AbortController().signal;

function observe(output: string | ToolOutput, overrides: Partial<Tool> = {}) {
  const tool = createScriptedTool("look_up", () => output);
  return runTool({
    action: { tool: "look_up", input: "Ada", thought: "", text: "" },
    tools: [{ ...tool, ...overrides }],
    context: createToolContext(),
    signal,
    timeoutMs: 5_000,
  });
}

describe("a tool", () => {
  it("may return text without sources", async () => {
    expect(await observe("A poet.")).toEqual({ observation: "A poet." });
    expect(await observe({ text: "A poet." })).toEqual({
      observation: "A poet.",
    });
  });

  it("keeps its sources with the observation", async () => {
    const output = { text: "A poet.", sources: [ADA] };
    expect(await observe(output)).toEqual({
      observation: "A poet.",
      sources: [ADA],
    });
    expect(await observe(output, { returnsDirectly: true })).toEqual({
      observation: "A poet.",
      sources: [ADA],
      isAnswer: true,
    });
  });

  it("drops sources without a valid URL", async () => {
    const sources = [{ title: "Ada", url: "javascript:alert(1)" }];
    expect(await observe({ text: "A poet.", sources })).toEqual({
      observation: "A poet.",
    });
  });

  it("has its sources in the step, and not in the prompt", async () => {
    const output = { text: "A poet.", sources: [ADA] };
    const { events, prompts } = await runScriptedAgent(
      [action("look_up", "Ada"), finalAnswer("A poet.")],
      { tools: [createScriptedTool("look_up", () => output)] },
    );
    expect(events[1]).toMatchObject({ type: "step", step: { sources: [ADA] } });
    expect(prompts).toHaveLength(2);
    expect(JSON.stringify(prompts)).not.toContain("example.org");
  });
});
