import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { IncomingMessage } from "../../src/types/message.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { setUpConversation } from "./set-up-conversation.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MEI = { id: "mei" };

describe("an album", () => {
  it("is one turn with all its pictures, once no more arrive", async () => {
    const { accept, picture, run, pass, model, memory } = setUp();
    await picture("1", { text: "The same cat?" });
    const running = run();
    await pass(900);
    await picture("2");
    await pass(900);
    await picture("3");
    await pass(999);
    expect(model.prompts).toHaveLength(0);
    await pass(1);
    await running;
    expect(model.prompts).toHaveLength(1);
    expect(model.prompts[0]?.messages[1]).toMatchObject({
      content: "[photo] [photo] [photo] The same cat?",
      images: ["1", "2", "3"].map(
        (id) => `data:image/gif;base64,${btoa(`GIF89a${id}`)}`,
      ),
    });
    await accept({ id: "3" });
    expect(await memory.nextTurn()).toBeUndefined();
  });

  it("is one turn even if merging is off", async () => {
    const { picture, run, pass, model } = setUp({ merge: "off" });
    await picture("1");
    await picture("2");
    const running = run();
    await pass(1_000);
    await running;
    expect(model.prompts[0]?.messages[1]?.content).toBe("[photo] [photo]");
  });

  it("is answered at its last picture's address", async () => {
    const { picture, run, pass, memory } = setUp();
    await picture("1", { replyTo: { chat: 42, message: 1 } });
    await picture("2", { replyTo: { chat: 42, message: 2 } });
    const running = run();
    await pass(1_000);
    await running;
    expect((await memory.findTurn("1"))?.message.replyTo).toEqual({
      chat: 42,
      message: 2,
    });
  });

  it("is one turn if forwarded, too", async () => {
    const { accept, run, pass, model } = setUp();
    for (const id of ["1", "2"])
      await accept({
        id,
        text: "",
        album: "a",
        forwarded: [{ text: "", attachments: [photo(id)] }],
      });
    const running = run();
    await pass(1_000);
    await running;
    expect(model.prompts[0]?.messages[1]).toMatchObject({
      images: [expect.any(String), expect.any(String)],
    });
  });

  it("is complete at ten pictures", async () => {
    const { picture, run, model, memory } = setUp();
    for (let id = 1; id <= 11; id++) await picture(String(id));
    await run();
    expect(model.prompts).toHaveLength(1);
    expect((await memory.nextTurn())?.id).toBe("11");
  });

  it("is awaited for at most five seconds, with the typing indicator shown", async () => {
    const { picture, run, pass, model, channel } = setUp();
    await picture("1");
    const running = run();
    for (let id = 2; id <= 6; id++) {
      await pass(900);
      await picture(String(id));
    }
    expect(channel.typingShown()).toBe(1);
    await pass(500);
    await running;
    expect(model.prompts).toHaveLength(1);
  });

  it("does not delay a later turn", async () => {
    const { picture, run, model } = setUp();
    await picture("1");
    vi.advanceTimersByTime(1_000);
    await run();
    expect(model.prompts).toHaveLength(1);
  });

  it("includes pictures that do not address the bot on their own", async () => {
    const { picture, run, pass, model } = setUp();
    await picture("1", { text: "Whose is it?" });
    await picture("2", { isAside: true });
    const running = run();
    await pass(1_000);
    await running;
    expect(model.prompts[0]?.messages[1]?.content).toBe(
      "[photo] [photo] Whose is it?",
    );
  });

  it.each([
    ["the bot", false],
    ["a person who has the conversation", true],
  ])(
    "leaves to %s no picture that does not address the bot if it was not gathered",
    async (_, isTaken) => {
      const { picture, run, pass, memory, channel } = setUp();
      await picture("1");
      await picture("2", { isAside: true });
      await memory.stopTurn("2");
      if (isTaken) await memory.takeOver({ name: "anna", silenceMs: 0 });
      const running = run();
      await pass(1_000);
      await running;
      const before = channel.sent.length;
      await run();
      expect(await memory.nextTurn()).toBeUndefined();
      expect(channel.sent).toHaveLength(before);
      const { messages } = await memory.recall();
      expect(messages.filter(({ role }) => role === "user")).toHaveLength(1);
    },
  );

  it("loses no picture to one that was left out", async () => {
    const { picture, run, memory } = setUp();
    await picture("1");
    await picture("2", { isAside: true });
    await memory.commitTurn("1", createOutcome({ parts: [] }));
    await picture("3", { text: "And this one?" });
    await run();
    expect((await memory.findTurn("3"))?.id).toBe("3");
  });

  it("includes only pictures of the same album and sender", async () => {
    const { accept, picture, run, pass, memory } = setUp();
    await picture("1");
    await picture("2", { album: "b" });
    await picture("3", { author: { id: "jun" } });
    await accept({ id: "4", author: MEI });
    const running = run();
    await pass(1_000);
    await running;
    for (const id of ["2", "3", "4"])
      expect((await memory.findTurn(id))?.id).toBe(id);
  });

  it("does not include a picture whose caption was edited meanwhile", async () => {
    const { picture, edit, run, pass, memory } = setUp();
    await picture("1", { replyTo: { message: 1 } });
    await picture("2", { replyTo: { message: 2 } });
    await picture("3", { replyTo: { message: 3 } });
    await edit("4", { replyTo: { message: 3 } });
    const running = run();
    await pass(1_000);
    await running;
    expect((await memory.findTurn("2"))?.id).toBe("1");
    expect((await memory.findTurn("3"))?.id).toBe("3");
  });

  it("is not merged if its first picture was edited meanwhile", async () => {
    const { picture, edit, run, pass, memory } = setUp();
    await picture("1", { replyTo: { message: 1 } });
    await edit("2", { replyTo: { message: 1 } });
    await picture("3", { replyTo: { message: 3 } });
    const running = run();
    await pass(1_000);
    await running;
    expect((await memory.findTurn("3"))?.id).toBe("3");
  });

  it("is no longer awaited once stopped", async () => {
    const { picture, run, pass, stopper, model, channel } = setUp();
    await picture("1");
    const running = run();
    await pass(100);
    stopper.abort();
    await running;
    expect(model.prompts).toEqual([]);
    expect(channel.sent.join(" ")).toMatch(/^Stopped/);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is postponed if the process is shutting down", async () => {
    const { picture, run, pass, controller, memory } = setUp();
    await picture("1");
    const running = run();
    const ended = expect(running).rejects.toThrow("Forgotten.");
    await pass(100);
    controller.abort(new Error("Forgotten."));
    await ended;
    expect(await memory.nextTurn()).toMatchObject({ id: "1", attempts: 0 });
  });
});

function photo(file: string) {
  return { kind: "photo", file, mediaType: "image/gif" } as const;
}

/** Each picture ends with its id. */
function setUp({ merge = "author" }: { merge?: "author" | "off" } = {}) {
  const conversation = setUpConversation([finalAnswer("Yes.")], {
    merge,
    media: { takesImages: true },
  });
  Object.assign(conversation.channel, {
    fetchAttachment: async (file: string) => ({
      kind: "fetched",
      bytes: new TextEncoder().encode(`GIF89a${file}`),
    }),
  });
  const picture = (id: string, message: Partial<IncomingMessage> = {}) =>
    conversation.accept({
      id,
      text: "",
      author: MEI,
      album: "a",
      attachments: [photo(id)],
      ...message,
    });
  const edit = (id: string, message: Partial<IncomingMessage>) =>
    conversation.accept({
      id,
      text: "Cats",
      author: MEI,
      isEdit: true,
      ...message,
    });
  /** Lets pending work reach its next wait, before and after the time. */
  const pass = async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { ...conversation, picture, edit, pass };
}
