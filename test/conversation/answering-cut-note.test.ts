import { describe, expect, it } from "vitest";
import { ModelError } from "../../src/types/errors.ts";
import type { TurnEvent } from "../../src/types/turn.ts";
import {
  BUDGET,
  five,
  four,
  one,
  six,
  talk,
  textOf,
  three,
  two,
} from "./long-conversation.ts";
import { setUpConversation } from "./set-up-conversation.ts";

/** The answer as a watcher assembles it from the events. */
function streamedAnswer(events: readonly TurnEvent[]): string {
  return events.reduce(
    (text, event) =>
      event.type === "delta" ? text.slice(0, event.offset) + event.text : text,
    "",
  );
}

describe("A user whose older messages were cut", () => {
  const REPLIES = [one, two, three, "FIRST", four, five, "SECOND", six];

  it("is sent once, after the next answer, and the model does not see it", async () => {
    const conversation = setUpConversation(REPLIES, BUDGET);
    await talk(conversation, [1, 2, 3, 4, 5, 6]);
    const replies = await Promise.all(
      ["3", "4", "5", "6"].map(
        async (id) => (await conversation.memory.findTurn(id))?.reply,
      ),
    );
    expect(replies).toEqual([
      "Answer 3",
      "Answer 4\n\n*Our conversation has become long: I keep only a summary of its oldest messages. /new starts over.*",
      "Answer 5",
      "Answer 6",
    ]);
    const texts = (await conversation.memory.readRecord())?.messages ?? [];
    expect(texts.map(({ text }) => text)).toContain("Answer 4");
    for (const prompt of conversation.model.prompts)
      expect(textOf(prompt)).not.toContain("has become long");
  });

  it("sees the same text while it is streamed", async () => {
    const conversation = setUpConversation(REPLIES, BUDGET);
    await talk(conversation, [1, 2, 3]);
    conversation.events.length = 0;
    await talk(conversation, [4]);
    const reply = (await conversation.memory.findTurn("4"))?.reply;
    expect(reply).toContain("has become long");
    expect(streamedAnswer(conversation.events)).toBe(reply);
  });

  it("gets the note in Chinese if the conversation is Chinese", async () => {
    const conversation = setUpConversation(REPLIES, BUDGET);
    await talk(conversation, [1, 2, 3, 4], { id: "7", language: "zh-hans" });
    expect((await conversation.memory.findTurn("4"))?.reply).toBe(
      "Answer 4\n\n*我们的对话已经很长：最早的消息我只保留了摘要。发送 /new 可以重新开始。*",
    );
  });

  it("mentions no commands on a channel without commands", async () => {
    const conversation = setUpConversation(REPLIES, BUDGET);
    await talk(conversation, [1, 2, 3]);
    await conversation.accept({ id: "4", channel: "web" });
    Object.assign(conversation.channel.capabilities, { commands: undefined });
    await conversation.run();
    const reply = (await conversation.memory.findTurn("4"))?.reply;
    expect(reply).toMatch(/I keep only a summary of its oldest messages\.\*$/);
  });

  it("learns if there is no summary", async () => {
    const conversation = setUpConversation([one, two, three, four], {
      ...BUDGET,
      memoryStrategy: "window",
    });
    await talk(conversation, [1, 2, 3, 4]);
    expect((await conversation.memory.findTurn("4"))?.reply).toContain(
      "I no longer see its oldest messages.",
    );
  });

  it("gets the note with the next answer if one fails", async () => {
    const refused = new ModelError({ kind: "refused", status: 401 });
    const conversation = setUpConversation(
      [one, two, three, "FIRST", refused, five],
      BUDGET,
    );
    await talk(conversation, [1, 2, 3, 4, 5]);
    expect((await conversation.memory.findTurn("4"))?.status).toBe("failed");
    expect((await conversation.memory.findTurn("5"))?.reply).toContain(
      "has become long",
    );
  });
});
