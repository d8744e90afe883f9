import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/agent/executor.ts";
import { ModelError } from "../../src/types/errors.ts";
import type { Tool } from "../../src/types/tool.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { runScriptedAgent } from "../fakes/run-scripted-agent.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";

const FOR_EVER = new Promise<never>(() => {});

const isDelta = ({ type }: AgentEvent) => type === "delta";

describe("runAgent, when it is stopped", () => {
  it("ends with what the model has written of the answer, and counts it", async () => {
    const { last } = await runScriptedAgent(
      [['{"action": "Final Answer", "action_input": "One two', FOR_EVER]],
      { stopWhen: isDelta },
    );
    expect(last).toMatchObject({
      type: "stopped",
      output: "One two",
      usage: { modelCalls: 1, isEstimated: true },
    });
  });

  it.each([
    ["Paris is the capi", "Paris is the capi"],
    ["Thought: I look for Par", ""],
    ['{"thought": "I look for Par', ""],
    ["Action: sear", ""],
  ])("keeps prose that it has held back: %s", async (written, output) => {
    const stop = new AbortController();
    const pause = () => new Promise(() => setTimeout(() => stop.abort()));
    const { last } = await runScriptedAgent([() => [written, pause()]], {
      tools: [createScriptedTool("search", () => "")],
      stop: stop.signal,
    });
    expect(last).toMatchObject({ type: "stopped", output });
  });

  it("ends without an answer while the model is silent", async () => {
    const stop = new AbortController();
    const { events } = await runScriptedAgent(
      [() => [new Promise(() => stop.abort()), "never"]],
      { stop: stop.signal },
    );
    expect(events).toMatchObject([{ type: "stopped", output: "" }]);
  });

  it("abandons a tool that ignores its signal, and keeps its step open", async () => {
    const deaf: Tool = {
      ...createScriptedTool("deaf", () => ""),
      run: () => FOR_EVER,
    };
    const { types } = await runScriptedAgent([action("deaf", "one")], {
      stopWhen: ({ type }) => type === "decided",
      tools: [deaf],
    });
    expect(types).toEqual(["decided", "stopped"]);
  });

  it("does not call the model if it is stopped before", async () => {
    const { events, model } = await runScriptedAgent([], {
      stop: AbortSignal.abort(),
    });
    expect(events).toMatchObject([
      { type: "stopped", output: "", usage: { modelCalls: 0 } },
    ]);
    expect(model.prompts).toEqual([]);
  });

  it("does not act on what the model decided in the meantime", async () => {
    const tool = createScriptedTool("echo", (text) => text);
    const { last, model } = await runScriptedAgent(
      [action("echo", "one"), finalAnswer("Done.")],
      { stopWhen: ({ type }) => type === "step", tools: [tool] },
    );
    expect(last).toMatchObject({ type: "stopped", output: "" });
    expect(model.prompts).toHaveLength(1);
  });

  it("accepts an answer that is already complete", async () => {
    const { last } = await runScriptedAgent([finalAnswer("All of it.")], {
      stopWhen: isDelta,
    });
    expect(last).toMatchObject({ type: "finish", output: "All of it." });
  });

  it("rethrows the earlier failure", async () => {
    const away = new ModelError({ kind: "unreachable" });
    const failing = runScriptedAgent([['{"action": "Final Answer", ', away]], {
      stopWhen: isDelta,
    });
    await expect(failing).rejects.toBe(away);
  });
});
