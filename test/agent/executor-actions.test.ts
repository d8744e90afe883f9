import { describe, expect, it } from "vitest";
import { runAgent } from "../../src/agent/executor.ts";
import { toolCalling } from "../../src/agent/styles/tool-calling.ts";
import { INVALID_REPLY } from "../../src/agent/to-steps.ts";
import { ToolError } from "../../src/types/errors.ts";
import type { ModelEvent } from "../../src/types/model.ts";
import type { Tool } from "../../src/types/tool.ts";
import type { Step } from "../../src/types/turn.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createToolContext } from "../fakes/create-tool-context.ts";
import { runScriptedAgent } from "../fakes/run-scripted-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";

const echo = () => createScriptedTool("echo", (text) => `You said ${text}.`);

/** A native call in one chunk. */
function call(index: number, name: string, text: string) {
  return {
    type: "tool-call",
    index,
    id: `call_${index}`,
    name,
    arguments: JSON.stringify({ text }),
  } as const satisfies ModelEvent;
}

describe("actions of one reply", () => {
  const style = toolCalling;

  it("are shown to the model if unreadable, after the results of the others", async () => {
    const tools = [echo()];
    const { events, types, prompts } = await runScriptedAgent(
      [
        [
          call(0, "echo", "a"),
          { ...call(1, "echo", ""), arguments: '{"text": "a' },
        ],
        "Done.",
      ],
      { style, tools },
    );
    expect(types).toEqual(["decided", "step", "delta", "finish"]);
    expect(events[0]).toMatchObject({
      from: 0,
      steps: [
        { action: { tool: "echo" } },
        {
          action: { tool: INVALID_REPLY, withPrevious: true },
          observation: expect.stringContaining("could not be read"),
        },
      ],
    });
    expect(prompts[1]?.slice(-4)).toMatchObject([
      { role: "assistant", toolCalls: [{ id: "call_0" }] },
      { role: "tool", toolCallId: "call_0" },
      { role: "assistant", content: 'echo({"text": "a)' },
      {
        role: "observation",
        content: expect.stringContaining("could not be read"),
      },
    ]);
  });

  it("are dropped beyond the remaining steps, which the model is told", async () => {
    const tools = [echo()];
    const calls = ["a", "b", "c"].map((text, index) =>
      call(index, "echo", text),
    );
    const { prompts } = await runScriptedAgent([calls, "That is all I know."], {
      style,
      tools,
      maxSteps: 2,
    });
    expect(prompts[1]?.slice(-4)).toMatchObject([
      { role: "tool", toolCallId: "call_1" },
      { role: "assistant" },
      {
        role: "observation",
        content: expect.stringContaining(
          "Only the first 2 of your 3 calls were made.",
        ),
      },
      { role: "user", content: expect.stringMatching(/^No more tools/) },
    ]);
  });

  it("do not count as unreadable replies while some of each can be read", async () => {
    const tools = [echo()];
    const reply = (text: string) => [
      call(0, "echo", text),
      { ...call(1, "echo", ""), arguments: "{" },
    ];
    const { last } = await runScriptedAgent(
      [reply("a"), reply("b"), reply("c"), "Done at last."],
      { style, tools },
    );
    expect(last).toMatchObject({ type: "finish", output: "Done at last." });
  });

  it("run concurrently, and are shown to the model in their order", async () => {
    const slow = Promise.withResolvers<string>();
    const tools: Tool[] = [
      createScriptedTool("slow", () => slow.promise),
      createScriptedTool("quick", () => {
        slow.resolve("at last");
        return "at once";
      }),
    ];
    const { events, prompts } = await runScriptedAgent(
      [[call(0, "slow", "a"), call(1, "quick", "b")], "Both are done."],
      { style, tools },
    );
    expect(
      events.map((event) =>
        "index" in event ? [event.type, event.index] : event.type,
      ),
    ).toEqual(["decided", ["step", 1], ["step", 0], "delta", "finish"]);
    expect(prompts[1]?.slice(-3)).toMatchObject([
      {
        role: "assistant",
        toolCalls: [{ id: "call_0" }, { id: "call_1" }],
      },
      { role: "tool", toolCallId: "call_0", content: "at last" },
      { role: "tool", toolCallId: "call_1", content: "at once" },
    ]);
  });

  it("count their model call once", async () => {
    const { events } = await runScriptedAgent(
      [[call(0, "echo", "a"), call(1, "echo", "b")], "Done."],
      { style, tools: [echo()] },
    );
    const usages = events.flatMap((event) =>
      event.type === "decided"
        ? event.steps.map((step) => step.usage.modelCalls)
        : [],
    );
    expect(usages).toEqual([1, 0]);
  });

  it("are no more than there are steps left", async () => {
    const tool = echo();
    const calls = ["a", "b", "c"].map((text, index) =>
      call(index, "echo", text),
    );
    await runScriptedAgent([calls, "Done."], {
      style,
      tools: [tool],
      maxSteps: 2,
    });
    expect(tool.inputs).toEqual(["a", "b"]);
  });

  it("resume the open ones after a crash", async () => {
    const usage = {
      inputTokens: 1,
      cachedInputTokens: 0,
      outputTokens: 1,
      modelCalls: 1,
    };
    const begin = (id: string, text: string): Step["action"] => ({
      tool: "echo",
      input: { text },
      thought: "",
      text: "",
      call: { id, name: "echo", arguments: JSON.stringify({ text }) },
    });
    const tool = echo();
    const { prompts } = await runScriptedAgent(["Done."], {
      style,
      tools: [tool],
      steps: [
        { action: begin("one", "a"), usage },
        {
          action: { ...begin("two", "b"), withPrevious: true },
          observation: "said before the crash",
          usage,
        },
      ],
    });
    expect(tool.inputs).toEqual(["a"]);
    expect(prompts[0]?.slice(-2)).toMatchObject([
      { toolCallId: "one", content: "You said a." },
      { toolCallId: "two", content: "said before the crash" },
    ]);
  });

  it("are aborted when the loop is left", async () => {
    const signals: AbortSignal[] = [];
    const never = new Promise<string>(() => {});
    const hanging = createScriptedTool("hanging", (_, signal) => {
      signals.push(signal);
      return never;
    });
    const model = createScriptedModel([
      [call(0, "hanging", "a"), call(1, "echo", "b")],
    ]);
    for await (const event of runAgent({
      agent: createAgent({ model, style, tools: [hanging, echo()] }),
      context: createToolContext(),
      history: [],
      input: "Hello?",
      signal: new AbortController().signal,
    }))
      if (event.type === "step") break;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("retract streamed text that was no answer before their tools run", async () => {
    const { events } = await runScriptedAgent(
      [["The echo will know. ", call(0, "echo", "a")], "It does."],
      { style, tools: [echo()] },
    );
    let text = "";
    const shown = events.flatMap((event) => {
      if (event.type === "delta")
        text = text.slice(0, event.offset) + event.text;
      return event.type === "decided" || event.type === "finish" ? [text] : [];
    });
    expect(shown).toEqual(["", "It does."]);
  });
});

describe("a repeated action", () => {
  const again = action("echo", { text: "one" });

  it("runs a second time, and is rejected the third time", async () => {
    const tool = echo();
    const { observations } = await runScriptedAgent(
      [again, again, again, finalAnswer("Done.")],
      {
        tools: [tool],
      },
    );
    expect(tool.inputs).toEqual(["one", "one"]);
    expect(observations[2]).toMatch(/^You have already used echo with this/);
  });

  it("is another one with another input", async () => {
    const tool = echo();
    await runScriptedAgent(
      ["one", "two", "three"]
        .map((text) => action("echo", text))
        .concat(finalAnswer("Done.")),
      { tools: [tool] },
    );
    expect(tool.inputs).toEqual(["one", "two", "three"]);
  });

  it.each([
    ["blanks", " one ", "one", "one\n"],
    [
      "the order of fields",
      { text: "one", more: 1 },
      { more: 1, text: "one" },
      { text: "one", more: 1 },
    ],
  ])("is the same in spite of %s", async (_, ...inputs) => {
    const { observations } = await runScriptedAgent(
      [...inputs.map((input) => action("echo", input)), finalAnswer("Done.")],
      { tools: [echo()] },
    );
    expect(observations[2]).toMatch(/already used .* twice/);
  });
});

describe("a tool that returns directly", () => {
  const direct = (report: () => string): Tool => ({
    ...createScriptedTool("report", report),
    returnsDirectly: true,
  });

  it("returns the answer without calling the model again", async () => {
    const { events } = await runScriptedAgent([action("report", "x")], {
      tools: [direct(() => "# The report")],
    });
    expect(events.slice(1)).toMatchObject([
      { type: "step", step: { isAnswer: true } },
      { type: "delta", offset: 0, text: "# The report" },
      { type: "finish", output: "# The report", usage: { modelCalls: 0 } },
    ]);
  });

  it("returns the answer also after a crash", async () => {
    const { events } = await runScriptedAgent([action("report", "x")], {
      tools: [direct(() => "# The report")],
    });
    const [, step] = events;
    if (step?.type !== "step") throw new Error("There is no step.");
    const resumed = await runScriptedAgent([], {
      steps: [step.step],
    });
    expect(resumed.last).toMatchObject({ output: "# The report" });
  });

  it.each([
    [
      "fails",
      () => {
        throw new ToolError("No report today.");
      },
    ],
    ["gives nothing", () => " "],
  ])("leaves the answer to the model when it %s", async (_, report) => {
    const { last } = await runScriptedAgent(
      [action("report", "x"), finalAnswer("There is none.")],
      { tools: [direct(report)] },
    );
    expect(last).toMatchObject({ output: "There is none." });
  });

  it.each([
    [10_000, ""],
    [10_001, "… (cut: 5 more characters)"],
  ])("may answer with up to 50,000 characters", async (words, end) => {
    const { last } = await runScriptedAgent([action("report", "x")], {
      tools: [direct(() => "word ".repeat(words))],
    });
    expect(last).toMatchObject({ output: "word ".repeat(10_000) + end });
  });
});
