import { describe, expect, it } from "vitest";
import { ModelError } from "../../src/types/errors.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import {
  acceptMessage,
  one,
  remembered,
  startOver,
  talk,
  textOf,
  three,
  two,
} from "./long-conversation.ts";
import { setUpConversation } from "./set-up-conversation.ts";

describe("A message of 100,000 characters", () => {
  const LONG = `Read this: ${"很长".repeat(50_000)} What is it about?`;
  const READ = finalAnswer("It is about length.");

  it("leaves with its turn, and is summarised from its beginning and end", async () => {
    const replies = [one, READ, "They sent a novel.", three];
    const conversation = setUpConversation(replies);
    await talk(conversation, [1]);
    await conversation.accept({ id: "2", text: LONG });
    await conversation.run();
    expect(await remembered(conversation)).toEqual({
      turns: [],
      summary: "They sent a novel.",
    });
    const asked = textOf(conversation.model.prompts[2]);
    for (const said of ["Question 1", "Read this: ", "What is it about?"])
      expect(asked).toContain(said);
    expect(asked.length).toBeLessThan(5_000);

    await talk(conversation, [3]);
    const prompt = textOf(conversation.model.prompts[3]);
    expect(prompt).toContain("They sent a novel.");
    expect(prompt.length).toBeLessThan(5_000);
    expect((await remembered(conversation)).turns).toEqual(["3"]);
  });

  it("leaves without a summary if none can be made, or the strategy is `window`", async () => {
    const away = new ModelError({ kind: "unreachable" });
    for (const [replies, memoryStrategy] of [
      [[READ, away, two], "summary"],
      [[READ, two], "window"],
    ] as const) {
      const conversation = setUpConversation(replies, { memoryStrategy });
      await conversation.accept({ id: "1", text: LONG });
      await conversation.run();
      await talk(conversation, [2]);
      const prompt = textOf(conversation.model.prompts.at(-1));
      expect(prompt).not.toContain("Read this: ");
      expect(await remembered(conversation)).toEqual({
        turns: ["2"],
        summary: undefined,
      });
    }
  });

  it("leaves before the next waiting message is answered", async () => {
    const replies = [READ, "They sent a novel.", two];
    const conversation = setUpConversation(replies);
    await conversation.accept({ id: "1", text: LONG });
    await acceptMessage(conversation, [2]);
    for (let turn = 1; turn <= 2; turn++) await conversation.run();
    const prompt = textOf(conversation.model.prompts[2]);
    expect(prompt).toContain("They sent a novel.");
    expect(prompt).not.toContain("Read this: ");
  });

  it("stays in the history, and the user is told once that it left", async () => {
    const replies = [READ, "They sent a novel.", two, three];
    const conversation = setUpConversation(replies);
    await conversation.accept({ id: "1", text: LONG });
    await conversation.run();
    await talk(conversation, [2, 3]);
    const record = await conversation.memory.readRecord();
    expect(record?.messages.map(({ text }) => text).slice(0, 2)).toEqual([
      LONG,
      "It is about length.",
    ]);
    const tellsOf = async (id: string) =>
      (await conversation.memory.findTurn(id))?.reply?.includes(
        "I keep only a summary of its oldest messages",
      );
    expect(await Promise.all(["1", "2", "3"].map(tellsOf))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("can be followed by /new", async () => {
    const conversation = setUpConversation([READ, "They sent a novel.", two]);
    await conversation.accept({ id: "1", text: LONG });
    await conversation.run();
    await startOver(conversation);
    await talk(conversation, [2]);
    expect(textOf(conversation.model.prompts[2])).not.toContain("a novel");
    expect(await remembered(conversation)).toEqual({
      turns: ["2"],
      summary: undefined,
    });
  });
});
