import { describe, expect, it } from "vitest";
import { toolCalling } from "../../src/agent/styles/tool-calling.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { setUpConversation } from "./set-up-conversation.ts";

describe("the instructions of a message", () => {
  it("are in every prompt of its turn, and in none after it", async () => {
    const { accept, run, model } = setUpConversation([
      action("echo", "Hi"),
      finalAnswer("Ahoy!"),
      finalAnswer("Hello."),
    ]);
    await accept({ id: "1", text: "Hi", instructions: "Be a pirate." });
    await accept({ id: "2", text: "Hi again" });
    await run();
    await run();
    const told = model.prompts.map(({ messages }) =>
      messages[0]?.content.endsWith("\nBe a pirate."),
    );
    expect(told).toEqual([true, true, false]);
  });
});

it.each([
  ["at once to people", {}, ["Ada was born", "Done."]],
  ["to no client that appends", { isAppended: true }, ["Done."]],
] as const)(
  "The first words of a model, which it may withdraw, are shown %s",
  async (_, message, shown) => {
    const call = {
      type: "tool-call",
      index: 0,
      id: "a",
      name: "echo",
      arguments: '{"text": "Hi"}',
    } as const;
    const model = createScriptedModel([["Ada was born", call], "Done."]);
    const tools = [createScriptedTool("echo", (text) => text)];
    const agent = createAgent({ model, tools, style: toolCalling });
    const { accept, run, events } = setUpConversation([], { agent });
    await accept({ id: "1", ...message });
    await run();
    const texts = events.flatMap((event) =>
      event.type === "delta" && event.text !== "" ? [event.text] : [],
    );
    expect(texts).toEqual(shown);
  },
);

describe("preceding messages", () => {
  it("come between the history and the message, and do not enter the history", async () => {
    const { accept, run, model, memory } = setUpConversation([
      finalAnswer("Blue."),
      finalAnswer("Green."),
      finalAnswer("Red."),
    ]);
    await accept({ id: "1", text: "The sky?" });
    await accept({
      id: "2",
      text: "And grass?",
      preceding: [
        { role: "user", text: "你好" },
        { role: "assistant", text: "您好！" },
      ],
    });
    await accept({ id: "3", text: "And blood?" });
    await run();
    await run();
    await run();
    const told = model.prompts.map(({ messages }) =>
      messages.slice(1).map(({ content }) => content),
    );
    expect(told).toEqual([
      ["The sky?"],
      ["The sky?", "Blue.", "你好", "您好！", "And grass?"],
      ["The sky?", "Blue.", "And grass?", "Green.", "And blood?"],
    ]);
    expect((await memory.recall()).messages).toHaveLength(6);
  });

  it("take no more of the prompt than a history may", async () => {
    const { accept, run, model } = setUpConversation([finalAnswer("Yes.")], {
      maxHistoryTokens: 100,
    });
    await accept({
      id: "1",
      text: "Really?",
      preceding: [
        { role: "user", text: "很".repeat(90_000) },
        { role: "assistant", text: "Too long." },
        { role: "user", text: "Is the sky blue?" },
        { role: "assistant", text: "It is." },
      ],
    });
    await run();
    const told = model.prompts[0]?.messages.slice(1);
    expect(told?.map(({ content }) => content)).toEqual([
      "Is the sky blue?",
      "It is.",
      "Really?",
    ]);
  });
});

describe("the instructions of a conversation", () => {
  it("apply from the next turn on, unless a turn has its own", async () => {
    const { accept, run, model, memory } = setUpConversation(
      ["Hi", "Ahoy", "Yo", "Hello"].map(finalAnswer),
    );
    const told = () =>
      model.prompts.at(-1)?.messages[0]?.content.split("\n").at(-1);
    await accept({ id: "1" });
    await run();
    const persona = told();
    await memory.changeSettings({ instructions: "Be a pirate." });
    await accept({ id: "2" });
    await run();
    expect(told()).toBe("Be a pirate.");
    await accept({ id: "3", instructions: "Be a rapper." });
    await run();
    expect(told()).toBe("Be a rapper.");
    await memory.changeSettings({ instructions: null });
    await accept({ id: "4" });
    await run();
    expect(told()).toBe(persona);
  });

  it("stay the same while a turn runs", async () => {
    const model = createScriptedModel([
      action("set", "Be kind."),
      finalAnswer("Ahoy"),
    ]);
    const tool = createScriptedTool("set", async (instructions) => {
      await memory.changeSettings({ instructions });
      return "Done.";
    });
    const agent = createAgent({ model, tools: [tool] });
    const { accept, run, memory } = setUpConversation([], { agent });
    await memory.changeSettings({ instructions: "Be a pirate." });
    await accept({ id: "1" });
    await run();
    const told = model.prompts.map(({ messages }) =>
      messages[0]?.content.split("\n").at(-1),
    );
    expect(told).toEqual(["Be a pirate.", "Be a pirate."]);
    expect((await memory.recall()).settings.instructions).toBe("Be kind.");
  });
});
