import { expect, it, vi } from "vitest";
import { toolCalling } from "../../src/agent/styles/tool-calling.ts";
import type { ModelEvent } from "../../src/types/model.ts";
import { createAgent } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const call = (index: number, text: string): ModelEvent => ({
  type: "tool-call",
  index,
  id: `call_${index}`,
  name: "echo",
  arguments: JSON.stringify({ text }),
});

it("does not repeat the model call for a reply's actions once any of them is stored", async () => {
  const unreadable = { ...call(2, ""), arguments: "{" };
  const model = createScriptedModel([
    [call(0, "one"), call(1, "two"), unreadable],
    "Both are done.",
  ]);
  const tool = createScriptedTool("echo", (text) => `You said ${text}.`);
  const agent = createAgent({ model, style: toolCalling, tools: [tool] });
  const { accept, run, memory } = setUpConversation([], { agent });
  await accept({ id: "1" });
  const saveSteps = memory.saveSteps.bind(memory);
  vi.spyOn(memory, "saveSteps").mockImplementationOnce(async (...step) => {
    await saveSteps(...step);
    throw new Error("The process dies.");
  });
  await run();
  expect(tool.inputs).toEqual([]);

  await run();
  expect(tool.inputs).toEqual(["one", "two"]);
  expect(model.prompts).toHaveLength(2);
  expect(model.prompts[1]?.messages.slice(-5)).toMatchObject([
    { role: "assistant", toolCalls: [{ id: "call_0" }, { id: "call_1" }] },
    { role: "tool", toolCallId: "call_0", content: "You said one." },
    { role: "tool", toolCallId: "call_1", content: "You said two." },
    { role: "assistant" },
    {
      role: "observation",
      content: expect.stringContaining("could not be read"),
    },
  ]);
  expect((await memory.findTurn("1"))?.status).toBe("delivered");
});
