import { describe, expect, it } from "vitest";
import { runAgent, type AgentEvent } from "../../src/agent/executor.ts";
import { ModelError } from "../../src/types/errors.ts";
import type { LanguageModel } from "../../src/types/model.ts";
import type { Tool } from "../../src/types/tool.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createToolContext } from "../fakes/create-tool-context.ts";
import {
  createScriptedModel,
  type ScriptedReply,
} from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";

const FOR_EVER = new Promise<never>(() => {});
const { signal } = new AbortController();

/**
 * Runs the agent, and stops it before the first event or once `when` holds for
 * one.
 */
async function runAndStop(
  replies: readonly ScriptedReply[],
  {
    when,
    tools = [],
  }: { when?: (event: AgentEvent) => boolean; tools?: readonly Tool[] },
) {
  const model = createScriptedModel(replies);
  const stop = new AbortController();
  if (when === undefined) stop.abort();
  const events: AgentEvent[] = [];
  const run = runAgent({
    agent: createAgent({ model, tools }),
    context: createToolContext(),
    history: [],
    input: "Hello?",
    stop: stop.signal,
    signal,
  });
  for await (const event of run) {
    events.push(event);
    if (when?.(event)) stop.abort();
  }
  return { last: events.at(-1), events, model };
}

const isDelta = ({ type }: AgentEvent) => type === "delta";

describe("runAgent, when it is stopped", () => {
  it("ends with what the model has written of the answer, and counts it", async () => {
    const { last } = await runAndStop(
      [['{"action": "Final Answer", "action_input": "One two', FOR_EVER]],
      { when: isDelta },
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
    const model: LanguageModel = {
      name: "slow",
      async *generate(_, { signal: aborted }) {
        yield { type: "text", text: written };
        stop.abort();
        aborted.throwIfAborted();
      },
    };
    const events = await Array.fromAsync(
      runAgent({
        agent: createAgent({
          model,
          tools: [createScriptedTool("search", () => "")],
        }),
        context: createToolContext(),
        history: [],
        input: "Hello?",
        stop: stop.signal,
        signal,
      }),
    );
    expect(events.at(-1)).toMatchObject({ type: "stopped", output });
  });

  it("ends without an answer while the model is silent", async () => {
    const stop = new AbortController();
    const events = await Array.fromAsync(
      runAgent({
        agent: createAgent({
          model: createScriptedModel([
            () => [new Promise(() => stop.abort()), "never"],
          ]),
        }),
        context: createToolContext(),
        history: [],
        input: "Hello?",
        stop: stop.signal,
        signal,
      }),
    );
    expect(events).toMatchObject([{ type: "stopped", output: "" }]);
  });

  it("abandons a tool that ignores its signal, and keeps its step open", async () => {
    const deaf: Tool = {
      ...createScriptedTool("deaf", () => ""),
      run: () => FOR_EVER,
    };
    const { events } = await runAndStop([action("deaf", "one")], {
      when: ({ type }) => type === "decided",
      tools: [deaf],
    });
    expect(events.map(({ type }) => type)).toEqual(["decided", "stopped"]);
  });

  it("does not call the model if it is stopped before", async () => {
    const { events, model } = await runAndStop([], {});
    expect(events).toMatchObject([
      { type: "stopped", output: "", usage: { modelCalls: 0 } },
    ]);
    expect(model.prompts).toEqual([]);
  });

  it("does not act on what the model decided in the meantime", async () => {
    const tool = createScriptedTool("echo", (text) => text);
    const { last, model } = await runAndStop(
      [action("echo", "one"), finalAnswer("Done.")],
      { when: ({ type }) => type === "step", tools: [tool] },
    );
    expect(last).toMatchObject({ type: "stopped", output: "" });
    expect(model.prompts).toHaveLength(1);
  });

  it("accepts an answer that is already complete", async () => {
    const { last } = await runAndStop([finalAnswer("All of it.")], {
      when: isDelta,
    });
    expect(last).toMatchObject({ type: "finish", output: "All of it." });
  });

  it("rethrows the earlier failure", async () => {
    const away = new ModelError({ kind: "unreachable" });
    const failing = runAndStop([['{"action": "Final Answer", ', away]], {
      when: isDelta,
    });
    await expect(failing).rejects.toBe(away);
  });
});
