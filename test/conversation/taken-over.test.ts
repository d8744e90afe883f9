import { describe, expect, it } from "vitest";
import { DeliveryError, ModelError } from "../../src/types/errors.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { listedOnTelegram } from "../fixtures/access.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const ANNA = { name: "anna", silenceMs: 3_600_000 };
const HERE = /A person of the team is here now/;
const FOR_EVER = new Promise<never>(() => {});

/** A conversation in which the bot has answered one message. */
async function setUp(replies: Parameters<typeof setUpConversation>[0] = []) {
  const scene = setUpConversation([finalAnswer("Hi!"), ...replies]);
  const { accept, run, memory, channel } = scene;
  await accept({ id: "1", text: "Hello" });
  await run();
  const shownSince = (calls: number) =>
    channel.calls.slice(calls).map((call) => call.replace(/^send \d+: /, ""));
  return {
    ...scene,
    said: () => shownSince(1).join(" "),
    takeOver: () => memory.takeOver(ANNA),
    reply: (id: string, text: string) =>
      memory.openReply({ ...ANNA, id, text }, { limit: 60 }),
    texts: async () => (await memory.recall()).messages.map(({ text }) => text),
    handBack: () => memory.handBack({ askedAt: Date.now() }),
  };
}

describe("a conversation that a person has taken over", () => {
  it("keeps what the user writes without asking the model, and says once that a person is here", async () => {
    const { accept, run, takeOver, said, texts, model } = await setUp();
    await takeOver();
    await accept({ id: "2", text: "I want a refund" });
    await run();
    expect(said()).toMatch(HERE);
    await accept({ id: "3", text: "Anybody?" });
    expect(await run()).toEqual({ kind: "closed" });
    expect(said().match(new RegExp(HERE, "g"))).toHaveLength(1);
    expect(await texts()).toEqual([
      "Hello",
      "Hi!",
      "I want a refund",
      "Anybody?",
    ]);
    expect(model.prompts).toHaveLength(1);
  });

  it("says so in the user's language", async () => {
    const { accept, run, takeOver, said } = await setUp();
    await takeOver();
    await accept({ id: "2", text: "我想退款" });
    await run();
    expect(said()).toContain("团队成员已接手");
    const before = await setUp([finalAnswer("好的。")]);
    await before.accept({ id: "2", text: "我想退款" });
    await before.run();
    await before.reply("a", "我来了。");
    await before.run();
    expect(before.said()).toContain("团队成员已接手");
  });

  it("still refuses strangers, whose words it does not keep", async () => {
    const access = listedOnTelegram({ people: ["someone"] });
    const scene = setUpConversation([finalAnswer("Hi!")], { access });
    const { accept, run, memory, channel } = scene;
    await accept({ id: "1" });
    await run();
    await memory.takeOver(ANNA);
    await accept({ id: "2", text: "Hello?", author: { id: "stranger" } });
    await run();
    expect(channel.sent.join(" ")).toContain("private");
    expect((await memory.recall()).messages).toHaveLength(2);
  });

  it("still runs commands", async () => {
    const { accept, run, takeOver, said, texts } = await setUp();
    await takeOver();
    const command = { name: "help", argument: "" };
    await accept({ id: "2", text: "/help", command });
    await run();
    expect(said()).toContain("Send me a message");
    expect(said()).not.toMatch(HERE);
    expect(await texts()).toEqual(["Hello", "Hi!"]);
  });

  it("sends what a person says, which takes over by itself, once per id", async () => {
    const { run, reply, said, memory, model } = await setUp();
    expect(await reply("a", "I am Anna.")).toMatchObject({ kind: "opened" });
    expect(await reply("a", "I am Anna.")).toMatchObject({ kind: "known" });
    expect(await memory.findOwner()).toMatchObject({ name: "anna" });
    await run();
    expect(said()).toMatch(HERE);
    expect(said()).toMatch(/I am Anna\.$/);
    expect(await memory.nextTurn()).toBeUndefined();
    expect(await reply("a", "I am Anna.")).toMatchObject({ kind: "known" });
    await reply("b", "How can I help?");
    await run();
    expect(said()).toMatch(/I am Anna\. How can I help\?$/);
    expect((await memory.recall()).messages.slice(2)).toMatchObject([
      { role: "assistant", text: "I am Anna.", origin: { name: "anna" } },
      { role: "assistant", text: "How can I help?" },
    ]);
    expect(model.prompts).toHaveLength(1);
  });

  it("says that a person is here in reply to a message, where nobody fetches a person's words", async () => {
    const { accept, run, reply, memory, channel } = await setUp();
    Object.assign(channel.capabilities, { maxPartLength: null });
    await reply("a", "I am Anna.");
    await run();
    await accept({ id: "2" });
    await run();
    expect((await memory.findTurn("2"))?.reply).toMatch(HERE);
  });

  it("runs a person's words after the messages that came before them", async () => {
    const { accept, run, reply, texts, said } = await setUp();
    await accept({ id: "2", text: "Help" });
    await reply("a", "Here I am.");
    await run();
    await run();
    expect(await texts()).toEqual(["Hello", "Hi!", "Help", "Here I am."]);
    expect(said().match(new RegExp(HERE, "g"))).toHaveLength(1);
  });

  it("has room for a limited number of messages", async () => {
    const { memory } = await setUp();
    const said = { ...ANNA, id: "a", text: "Hi" };
    const full = { kind: "full", limit: 0, isFirst: true };
    expect(await memory.openReply(said, { limit: 0 })).toEqual(full);
  });

  it("is none if the user never wrote", async () => {
    const { memory } = setUpConversation([]);
    expect(await memory.takeOver(ANNA)).toBeUndefined();
    const said = { ...ANNA, id: "a", text: "Hi" };
    const nothing = { kind: "outdated" };
    expect(await memory.openReply(said, { limit: 60 })).toEqual(nothing);
  });

  it("stays with the person until they have been silent for the set time", async () => {
    const { accept, run, memory, texts } = await setUp([finalAnswer("Back.")]);
    await memory.takeOver({ name: "anna", silenceMs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await memory.findOwner()).toBeUndefined();
    await accept({ id: "2", text: "And now?" });
    await run();
    expect(await texts()).toEqual(["Hello", "Hi!", "And now?", "Back."]);
  });
});

describe("a takeover while the bot answers", () => {
  const task = { kind: "schedule", id: "s" } as const;
  it.each<[boolean, string, Partial<IncomingMessage>]>([
    [true, "a message", {}],
    [true, "a task", { origin: task }],
    [false, "a reminder", { origin: { ...task, isText: true } }],
    [false, "a command", { command: { name: "help", argument: "" } }],
  ])("takes it from the bot, or not (%s): %s", async (isTaken, _, message) => {
    const { accept, memory, takeOver } = await setUp();
    await accept({ id: "2", ...message });
    await accept({ id: "3", ...message });
    await memory.beginAttempt("2");
    await takeOver();
    const untaken = (id: string) =>
      memory.confirmUntaken(id).then(
        () => true,
        () => false,
      );
    expect(await untaken("2")).toBe(!isTaken);
    expect(await untaken("3")).toBe(true);
  });

  it("keeps what the bot has written for operators, and sends nothing of it", async () => {
    const scene = await setUp([
      ['{"action": "Final Answer", "action_input": "Once upon', FOR_EVER],
    ]);
    const { accept, run, takeOver, memory, events, stopper, said } = scene;
    await accept({ id: "2", text: "A story!" });
    const running = run();
    await expect.poll(() => events.at(-1)?.type).toBe("delta");
    await takeOver();
    stopper.abort();
    expect(await running).toEqual({ kind: "closed" });
    expect(said()).toMatch(HERE);
    expect(said()).not.toContain("Once");
    const record = await memory.readRecord();
    expect(record?.messages.at(-1)).toMatchObject({
      role: "user",
      text: "A story!",
      unsent: "Once upon",
    });
    expect(await memory.findTurn("2")).toMatchObject({
      isForPerson: true,
      usage: { modelCalls: 1 },
    });
    expect(record?.messages).toHaveLength(3);
  });

  it.each([
    [false, "later", ""],
    [true, "closed", "Once upon *(Stopped.)*"],
  ])(
    "that is over has the cut answer tried again, unless the user has stopped it (%s)",
    async (isStopped, kind, shown) => {
      const scene = await setUp([
        ['{"action": "Final Answer", "action_input": "Once upon', FOR_EVER],
      ]);
      const { accept, run, takeOver, handBack, memory, events, stopper } =
        scene;
      await accept({ id: "2", text: "A story!" });
      const running = run();
      await expect.poll(() => events.at(-1)?.type).toBe("delta");
      await takeOver();
      await handBack();
      if (isStopped) await memory.stopTurn("2");
      stopper.abort();
      expect((await running).kind).toBe(kind);
      expect(scene.said().replaceAll(/\s+/g, " ")).toBe(shown);
    },
  );

  it("drops an answer whose commit comes after it", async () => {
    const scene = await setUp([
      () => [scene.takeOver(), finalAnswer("Too late.")],
    ]);
    const { accept, run, memory, texts } = scene;
    await accept({ id: "2", text: "Quick!" });
    await run();
    expect(await texts()).toEqual(["Hello", "Hi!", "Quick!"]);
    expect((await memory.readRecord())?.messages.at(-1)?.unsent).toBe(
      "Too late.",
    );
  });

  it("sends no further part of an answer", async () => {
    const { accept, run, takeOver, channel, memory } = await setUp([
      finalAnswer("One two three"),
    ]);
    await accept({ id: "2" });
    const sent = channel.sent.length;
    let taking: Promise<unknown> | undefined;
    await run(() => {
      taking ??= takeOver();
    });
    await taking;
    expect(channel.sent.slice(sent)).toEqual(["One"]);
    expect(await memory.nextTurn()).toBeUndefined();
    expect((await memory.readRecord())?.messages.at(-1)).toMatchObject({
      text: "One two three",
      unsent: "two\n\nthree",
    });
  });

  it("sends nothing more of the notice that the answer has failed", async () => {
    const { accept, run, takeOver, channel, memory } = await setUp([
      new ModelError({ kind: "refused", status: 401 }),
    ]);
    await accept({ id: "2" });
    const sent = channel.sent.length;
    let taking: Promise<unknown> | undefined;
    await run(() => {
      taking ??= takeOver();
    });
    await taking;
    expect(channel.sent).toHaveLength(sent + 1);
    expect(await memory.nextTurn()).toBeUndefined();
    expect(await memory.findTurn("2")).toMatchObject({
      status: "failed",
      failure: "model-refused",
    });
  });

  it("leaves the messages in which the answer was begun", async () => {
    const { accept, run, takeOver, channel, memory } = await setUp([
      finalAnswer("One two"),
    ]);
    await accept({ id: "2" });
    for (const index of [0, 1, 2, 3])
      await memory.notePreview("2", index, { id: `${index}` });
    channel.onEdited = () => void (taking ??= takeOver());
    let taking: Promise<unknown> | undefined;
    const calls = channel.calls.length;
    await run();
    await taking;
    expect(channel.calls.slice(calls)).toEqual(["edit 0: One"]);
    expect((await memory.readRecord())?.messages.at(-1)?.unsent).toBe("two");
  });

  it("says nothing of an answer that waits for its platform", async () => {
    const scene = await setUp([finalAnswer("Late.")]);
    const { accept, run, takeOver, channel, memory, texts, failNext } = scene;
    await accept({ id: "2", text: "Well?" });
    failNext(new DeliveryError({ kind: "unreachable", reason: "Away." }));
    expect((await run()).kind).toBe("later");
    await takeOver();
    const sent = channel.sent.length;
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.sent).toHaveLength(sent);
    expect(await texts()).toEqual(["Hello", "Hi!", "Well?", ""]);
    expect((await memory.readRecord())?.messages.at(-1)?.unsent).toBe("Late.");
    expect(await memory.findTurn("2")).toMatchObject({ reply: "" });
  });
});

describe("a conversation that is handed back", () => {
  it("is nobody's to hand back once the person was silent for the set time", async () => {
    const { memory } = await setUp();
    await memory.takeOver({ name: "anna", silenceMs: 1 });
    await expect.poll(() => memory.findOwner()).toBeUndefined();
    expect(await memory.handBack({ askedAt: Date.now() })).toBeUndefined();
  });

  it("is answered by the bot, which reads who said what and that the person has left", async () => {
    const scene = await setUp([finalAnswer("Welcome back.")]);
    const { accept, run, takeOver, reply, handBack, model, said } = scene;
    await takeOver();
    await accept({ id: "2", text: "A human, please" });
    await run();
    await reply("a", "You get a refund.");
    await run();
    await handBack();
    await accept({ id: "3", text: "And what is 1+1?" });
    await run();
    expect(said()).toMatch(/Welcome back\.$/);
    const prompt = JSON.stringify(model.prompts.at(-1));
    expect(prompt).toMatch(
      /A human, please.*Not from the user: a person of the team wrote.*You get a refund.*nobody of the team has the conversation any more.*And what is 1\+1/,
    );
  });

  it("stays with a person who came after /bot was sent", async () => {
    const { accept, run, takeOver, said, memory } = await setUp();
    const command = { name: "bot", argument: "" };
    await accept({ id: "2", text: "/bot", command });
    const { acceptedAt = 0 } = (await memory.findTurn("2")) ?? {};
    await expect.poll(() => Date.now()).toBeGreaterThan(acceptedAt);
    await takeOver();
    await run();
    expect(said()).toBe("");
    expect(await memory.findOwner()).toMatchObject({ name: "anna" });
  });

  it("goes back by /bot", async () => {
    const { accept, run, takeOver, said, memory } = await setUp();
    await takeOver();
    const command = { name: "bot", argument: "" };
    await accept({ id: "2", text: "/bot", command });
    await run();
    expect(said()).toContain("I am answering again");
    expect(await memory.findOwner()).toBeUndefined();
    await accept({ id: "3", text: "/bot", command });
    await run();
    expect(said()).toContain("nobody has taken over");
  });

  it("answers a message that came while the person had it, but was not run yet", async () => {
    const scene = await setUp([action("echo", "x"), finalAnswer("Done.")]);
    const { accept, run, takeOver, handBack, said } = scene;
    await takeOver();
    await accept({ id: "2" });
    await handBack();
    await run();
    expect(said()).toBe("Done.");
  });

  it("sends what a person said before it was handed back", async () => {
    const { run, reply, handBack, said } = await setUp();
    await reply("a", "Bye!");
    await handBack();
    await run();
    expect(said()).toMatch(/Bye!$/);
  });
});
