import { describe, expect, it } from "vitest";
import { createAskUserTool } from "../../src/tools/ask-user/ask-user-tool.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const ASK = action("ask_user", {
  question: "Which day?",
  choices: ["Monday", "Tuesday"],
});

function setUp(
  replies: Parameters<typeof createScriptedModel>[0],
  { hasButtons = true }: { hasButtons?: boolean } = {},
) {
  const model = createScriptedModel(replies);
  const read = createScriptedTool("read", () => "Both are free.");
  const scene = setUpConversation([], {
    agent: createAgent({ model, tools: [read, createAskUserTool()] }),
  });
  const { accept, run, memory, channel } = scene;
  const { capabilities } = channel;
  if (!hasButtons)
    Object.assign(channel, {
      capabilities: { ...capabilities, buttons: undefined },
    });
  const say = async (
    id: string,
    text: string,
    more: Partial<IncomingMessage> = {},
  ) => {
    await accept({ id, text, author: { id: "1", language: "en" }, ...more });
    await run();
    return (await memory.findTurn(id))?.reply ?? "";
  };
  return { ...scene, model, read, say };
}

describe("a choice that the model offers", () => {
  it("ends the turn, and a tap goes on from its steps", async () => {
    const { say, memory, channel, model, read } = setUp([
      action("read", "table"),
      ASK,
      finalAnswer("Booked."),
    ]);
    expect(await say("1", "Book a table.")).toBe("Which day?");
    const { code = "" } = (await memory.findTurn("1"))?.question ?? {};
    expect(channel.calls.at(-1)).toMatch(
      / \[Monday = choose \w{6} 1\] \[Tuesday = choose \w{6} 2\]$/,
    );
    const command = { name: "choose", argument: `${code} 2` };
    expect(await say("2", "", { command })).toBe("Booked.");
    expect(read.inputs).toEqual(["table"]);
    expect(JSON.stringify(model.prompts.at(-1))).toContain(
      "They answered: Tuesday",
    );
    const { messages } = await memory.recall();
    expect(messages.at(-2)?.text).toBe("Tuesday");
  });

  it.each([
    [" 2\n", "Tuesday"],
    ["TUESDAY ", "Tuesday"],
    ["3", "3"],
    ["Neither, on Friday.", "Neither, on Friday."],
  ])("is answered by %s as the next message", async (text, expected) => {
    const { say, model } = setUp([ASK, finalAnswer("Booked.")], {
      hasButtons: false,
    });
    expect(await say("1", "Book a table.")).toBe(
      "Which day?\n\n1. Monday\n2. Tuesday\n\nReply with a number, or in your own words.",
    );
    expect(await say("2", text)).toBe("Booked.");
    expect(JSON.stringify(model.prompts.at(-1))).toContain(
      `They answered: ${expected}`,
    );
  });

  it("is answered by a word that could be a code", async () => {
    const { say, model } = setUp([
      action("ask_user", {
        question: "Which day?",
        choices: ["Friday", "Sunday"],
      }),
      finalAnswer("Booked."),
    ]);
    await say("1", "Book a table.");
    expect(await say("2", "friday")).toBe("Booked.");
    expect(JSON.stringify(model.prompts.at(-1))).toContain(
      "They answered: Friday",
    );
  });

  it("is answered once, though the platform reports an edit that changes nothing", async () => {
    const { say, accept, memory } = setUp([ASK, finalAnswer("Booked.")]);
    const where = { replyTo: { message: 2 } };
    await say("1", "Book a table.", { replyTo: { message: 1 } });
    expect(await say("2", "2", where)).toBe("Booked.");
    await accept({ id: "3", text: "2", ...where, isEdit: true });
    expect(await memory.nextTurn()).toBeUndefined();
  });

  it("is not answered while another version is shown", async () => {
    const { say, memory, model } = setUp([
      finalAnswer("Hello."),
      ASK,
      finalAnswer("Sunny."),
      finalAnswer("Booked."),
    ]);
    await say("1", "Hi.");
    await say("2", "Book a table.", { isEdit: true, edits: "1" });
    await memory.chooseVersion("1");
    expect(await say("3", "How is the weather?")).toBe("Sunny.");
    expect(JSON.stringify(model.prompts.at(-1))).not.toContain("Which day?");
    await memory.chooseVersion("2");
    expect(await say("4", "Monday")).toContain("Booked.");
  });

  it("is over once a message before it is edited", async () => {
    const { say, model } = setUp([
      finalAnswer("Hello."),
      ASK,
      finalAnswer("Hello, too."),
      finalAnswer("Sunny."),
    ]);
    await say("1", "Hi.");
    await say("2", "Book a table.");
    await say("3", "Hi!", { isEdit: true, edits: "1" });
    expect(await say("4", "How is the weather?")).toBe("Sunny.");
    expect(JSON.stringify(model.prompts.at(-1))).not.toContain("Which day?");
  });

  it.each<[string, Partial<IncomingMessage>]>([
    ["what somebody else says", { author: { id: "2" } }],
    ["what somebody says on another channel", { channel: "web" }],
    ["nothing", { text: " " }],
    ["a photo", { attachments: [{ kind: "photo" }] }],
    ["what they forward", { forwarded: [{ text: "Tuesday" }] }],
    ["an edit", { isEdit: true, replyTo: { message: 9 } }],
  ])("is not answered by %s", async (_, more) => {
    const { say, memory } = setUp([ASK, finalAnswer("Hello.")]);
    await say("1", "Book a table.");
    expect(await say("2", "2", more)).toMatch(/^(?:Hello\.$|I cannot read)/);
    expect((await memory.findTurn("1"))?.question?.kind).toBe("choice");
  });

  it("is answered by what it offers only", async () => {
    const { say, memory } = setUp([ASK]);
    await say("1", "Book a table.");
    const { code = "" } = (await memory.findTurn("1"))?.question ?? {};
    for (const [name, argument] of [
      ["choose", `${code} 3`],
      ["approve", code],
    ] as const)
      expect(await say(name, "", { command: { name, argument } })).toBe(
        "Please answer the question once more.",
      );
    expect((await memory.findTurn("1"))?.question?.code).toBe(code);
  });

  it("is the newest one that the next words answer", async () => {
    const { say, memory } = setUp([ASK, ASK, finalAnswer("Booked.")]);
    await say("1", "Book a table.");
    await say("2", "", { forwarded: [{ text: "One more." }] });
    expect(await say("3", "Monday")).toBe("Booked.");
    expect((await memory.findTurn("1"))?.question?.kind).toBe("choice");
    expect((await memory.findTurn("2"))?.question).toBeUndefined();
  });

  it("is said to a person who has come, and the next words are no answer to it", async () => {
    const { say, accept, run, memory } = setUp([ASK, finalAnswer("Hi.")]);
    await say("1", "Book a table.");
    await accept({ id: "2", text: "Tuesday", author: { id: "1" } });
    await memory.takeOver({ name: "anna", silenceMs: 0 });
    await run();
    expect((await memory.findTurn("1"))?.question).toBeUndefined();
    await memory.handBack({ askedAt: Date.now() });
    expect(await say("3", "Thanks")).toBe("Hi.");
    expect((await memory.findTurn("3"))?.message).not.toHaveProperty("answers");
  });

  it("names no host in the person's name", async () => {
    const { say, memory } = setUp([
      action("ask_user", {
        question: "Which?",
        choices: ["evil.example", "other"],
      }),
      finalAnswer("Done."),
    ]);
    await say("1", "Book a table.");
    await say("2", "1");
    expect((await memory.recall()).messages.at(-2)?.text).toBe(
      "evil.\u200Bexample",
    );
  });

  it("links to nothing that nobody has named", async () => {
    const { say } = setUp([
      action("read", "page"),
      action("ask_user", {
        question: "See https://evil.example/4711 first?",
        choices: ["Yes", "No"],
      }),
    ]);
    expect(await say("1", "Book a table.")).toBe("See evil.example first?");
  });

  it.each([
    ["a schedule", { origin: { kind: "schedule", id: "a" } }],
    ["an API for completions", { isAppended: true }],
  ] as const)("is the model's own for %s", async (_, more) => {
    const { say } = setUp([ASK, finalAnswer("Monday, then.")]);
    expect(await say("1", "Book a table.", more)).toBe("Monday, then.");
  });
});
