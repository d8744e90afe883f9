import { describe, expect, it } from "vitest";
import type { Presentation } from "../../src/types/channel.ts";
import { ModelError } from "../../src/types/errors.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const REPLY_TO = { chat: 42, message: 31 };
const PREVIEWS = ["none", "messages", "draft"] as const;

describe.each(PREVIEWS)("an edited message (preview: %s)", (preview) => {
  it("is answered again in the place of the old answer", async () => {
    const { accept, edit, run, channel, model } = setUp(preview, [
      finalAnswer("It is four."),
      finalAnswer("Five!"),
    ]);
    await accept({ id: "1", text: "2 + 2?", replyTo: REPLY_TO });
    await run();
    await edit("2", "2 + 3?");
    await run();
    expect(channel.shown()).toEqual(["Five!"]);
    expect(channel.sent).toHaveLength(3);
    expect(model.prompts[1]?.messages.slice(1)).toEqual([
      { role: "user", content: "2 + 3?" },
    ]);
  });

  it("gets the surplus of a longer answer after the old one", async () => {
    const { accept, edit, run, channel } = setUp(preview, [
      finalAnswer("Four."),
      finalAnswer("It is five."),
    ]);
    await accept({ id: "1", text: "2 + 2?", replyTo: REPLY_TO });
    await run();
    await edit("2", "2 + 3?");
    await run();
    expect(channel.shown()).toEqual(["It", "is", "five."]);
  });

  it("takes the place of a notice, too", async () => {
    const { accept, edit, run, channel } = setUp(preview, [
      new ModelError({ kind: "refused" }),
      finalAnswer("Five!"),
    ]);
    await accept({ id: "1", text: "2 + 2?", replyTo: REPLY_TO });
    await run();
    await edit("2", "2 + 3?");
    await run();
    expect(channel.shown()).toEqual(["Five!"]);
  });

  it("that comes while the first is not answered yet waits for it", async () => {
    const { accept, edit, run, channel, memory } = setUp(preview, [
      finalAnswer("It is four."),
      finalAnswer("Five!"),
    ]);
    await accept({ id: "1", text: "2 + 2?", replyTo: REPLY_TO });
    await edit("2", "2 + 3?");
    await run();
    await run();
    expect(channel.shown()).toEqual(["Five!"]);
    expect(await memory.nextTurn()).toBeUndefined();
  });
});

function setUp(
  preview: Presentation["preview"],
  replies: Parameters<typeof setUpConversation>[0],
) {
  const conversation = setUpConversation(replies, {
    presentation: { intervalMs: 0, preview },
    merge: "author",
  });
  const edit = (id: string, text: string) =>
    conversation.accept({ id, text, replyTo: REPLY_TO, isEdit: true });
  return { ...conversation, edit };
}
