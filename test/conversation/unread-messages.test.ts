import { expect, it } from "vitest";
import { listedOnTelegram } from "../fixtures/access.ts";
import { setUpConversation } from "./set-up-conversation.ts";

it.each([
  ["en", /could not read this message/],
  ["zh-hans", /无法读取这条消息/],
] as const)(
  "The author of a message that cannot be read is told so in %s, the turn fails, and no model is asked",
  async (language, notice) => {
    const { accept, run, memory, channel, model } = setUpConversation([]);
    const author = { id: "42", language };
    await accept({ id: "a", text: "", isUnread: true, author });
    await run();
    expect(channel.sent.join(" ")).toMatch(notice);
    expect(model.prompts).toEqual([]);
    expect(await memory.findTurn("a")).toMatchObject({ failure: "unreadable" });
    expect((await memory.recall()).messages).toEqual([]);
  },
);

it("A stranger's message that could not be read is refused like others", async () => {
  const access = listedOnTelegram({ people: ["1"] });
  const { accept, run, memory, channel } = setUpConversation([], { access });
  await accept({ id: "a", text: "", isUnread: true });
  await run();
  expect(channel.sent.join(" ")).toContain("private");
  expect(await memory.findTurn("a")).toMatchObject({ status: "delivered" });
});
