import { describe, expect, it } from "vitest";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { setUpConversation } from "./set-up-conversation.ts";

describe("the instructions of a message", () => {
  it("are in every prompt of its turn, and in none behind it", async () => {
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

describe("what was said before a message", () => {
  it("stands between the history and the message, and does not enter the history", async () => {
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
});
