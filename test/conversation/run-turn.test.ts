import { describe, expect, it } from "vitest";
import { MAX_ATTEMPTS } from "../../src/runtime/backoff.ts";
import { sumUsage } from "../../src/text/tokens.ts";
import { DeliveryError, ModelError } from "../../src/types/errors.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { listedOnTelegram } from "../fixtures/access.ts";
import { logged, loggedEvents } from "../fixtures/log.ts";
import { createMessage } from "../fixtures/messages.ts";
import { setUpConversation } from "./set-up-conversation.ts";

describe("runTurn", () => {
  it("answers, remembers and sends", async () => {
    const { accept, run, channel, memory, events } = setUpConversation([
      finalAnswer("Hello to you"),
    ]);
    await accept({ id: "1", text: "Hello" });
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.sent).toEqual(["Hello", "to", "you"]);
    expect(await memory.findTurn("1")).toMatchObject({
      status: "delivered",
      reply: "Hello to you",
    });
    expect((await memory.recall()).messages.map(({ text }) => text)).toEqual([
      "Hello",
      "Hello to you",
    ]);
    expect(events.map(({ type }) => type)).toEqual(["delta", "end"]);
  });

  it("puts the history into the prompt", async () => {
    const { accept, run, model } = setUpConversation([
      finalAnswer("Hello Lai Lai"),
      finalAnswer("Lai Lai"),
    ]);
    await accept({ id: "1", text: "I am Lai Lai" });
    await run();
    await accept({ id: "2", text: "Who am I?" });
    await run();
    expect(model.prompts[1]?.messages.slice(1)).toEqual([
      { role: "user", content: "I am Lai Lai" },
      { role: "assistant", content: "Hello Lai Lai" },
      { role: "user", content: "Who am I?" },
    ]);
  });

  it("keeps the system message the same from turn to turn", async () => {
    const { accept, run, model } = setUpConversation([
      finalAnswer("a"),
      finalAnswer("b"),
    ]);
    for (const id of ["1", "2"]) {
      await accept({ id, author: { id, name: id } });
      await run();
    }
    expect(model.prompts[1]?.messages[0]).toEqual(
      model.prompts[0]?.messages[0],
    );
  });

  it("retries when the model is unreachable for a while, after the provider's delay", async () => {
    const { accept, run, memory, events } = setUpConversation([
      new ModelError({ kind: "rate-limited", retryAfterMs: 40_000 }),
      finalAnswer("Back again"),
    ]);
    await accept({ id: "1" });
    expect(await run()).toEqual({ kind: "later", delayMs: 40_000 });
    expect(events).toEqual([{ type: "waiting", delayMs: 40_000 }]);
    expect(await memory.findTurn("1")).toMatchObject({
      status: "thinking",
      attempts: 1,
    });
    expect(await run()).toEqual({ kind: "closed" });
    expect(await memory.findTurn("1")).toMatchObject({
      status: "delivered",
      reply: "Back again",
    });
  });

  it("does not repeat a finished step in a retry", async () => {
    const { accept, run, tool } = setUpConversation([
      action("echo", "one"),
      new ModelError({ kind: "unreachable" }),
      finalAnswer("Done"),
    ]);
    await accept({ id: "1" });
    await run();
    await run();
    expect(tool.inputs).toEqual(["one"]);
  });

  it("notifies the user once all attempts are used up, then answers the next message", async () => {
    const failures = Array.from(
      { length: MAX_ATTEMPTS },
      () => new ModelError({ kind: "unreachable" }),
    );
    const { accept, run, memory, channel } = setUpConversation([
      ...failures,
      finalAnswer("Next"),
    ]);
    await accept({ id: "1" });
    await accept({ id: "2" });
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++)
      expect((await run()).kind).toBe("later");
    expect(await run()).toEqual({ kind: "closed" });
    expect(await memory.findTurn("1")).toMatchObject({ status: "failed" });
    expect(channel.shown().join(" ")).toMatch(
      /^I could not reach my language model/,
    );
    expect((await memory.recall()).messages).toEqual([]);
    await run();
    expect(await memory.findTurn("2")).toMatchObject({ status: "delivered" });
  });

  it("notifies the user at once if a retry cannot help", async () => {
    const { accept, run, channel } = setUpConversation([
      new ModelError({ kind: "refused", status: 401 }),
    ]);
    await accept({ id: "1", text: "你好" });
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.sent.join(" ")).toMatch(/^语言模型的服务商拒绝了请求/);
  });

  it.each([
    [
      "with the provider's message",
      new Error("Incorrect `key`\nprovided."),
      /^\*\*The model's provider did not accept the key.*`Incorrect 'key' provided\.`/s,
    ],
    [
      "if it says nothing, too",
      undefined,
      /^\*\*The model's provider did not accept the key.*needs that provider's address there\.$/s,
    ],
  ])(
    "explains the failure to the owner in development, %s",
    async (_, cause, told) => {
      const { accept, run, channel } = setUpConversation(
        [new ModelError({ kind: "unauthorized", status: 401, cause })],
        { isDevelopment: true },
      );
      await accept({ id: "1" });
      await run();
      expect(channel.sent.join(" ")).toMatch(told);
    },
  );

  it("asks the model no second time if there is nothing to leave out", async () => {
    const { accept, run, model, memory } = setUpConversation([
      new ModelError({ kind: "too-long", excessTokens: 10 }),
    ]);
    await accept({ id: "1" });
    await run();
    expect(model.prompts).toHaveLength(1);
    expect((await memory.findTurn("1"))?.failure).toBe("model-too-long");
  });

  it.each([
    ["refuses", { kind: "refused", status: 401 } as const],
    ["has no room", { kind: "too-long", excessTokens: 10 } as const],
  ])(
    "says nothing in a conversation that was forgotten while the model %s",
    async (_, failure) => {
      const { accept, run, memory, channel } = setUpConversation([
        () => [memory.forget(), new ModelError(failure)],
        finalAnswer("Hello?"),
      ]);
      await accept({ id: "1", preceding: [{ role: "user", text: "Hi" }] });
      expect(await run()).toEqual({ kind: "closed" });
      expect(channel.sent).toEqual([]);
      expect(await memory.readRecord()).toBeUndefined();
    },
  );

  it("shows a developer what the agent does", async () => {
    const seen: string[] = [];
    const { accept, run } = setUpConversation([finalAnswer("Hi")], {
      observe:
        ({ id }) =>
        ({ type }) =>
          void seen.push(`${id} ${type}`),
    });
    await accept({ id: "1" });
    await run();
    expect(seen).toEqual([
      "1 prompt",
      "1 written",
      "1 delta",
      "1 written",
      "1 called",
      "1 finish",
    ]);
  });

  it("counts the finished steps of all attempts when it fails", async () => {
    const away = new ModelError({ kind: "unreachable" });
    const refused = new ModelError({ kind: "refused", status: 401 });
    const { accept, run, memory } = setUpConversation([
      action("echo", "one"),
      away,
      action("echo", "two"),
      action("echo", "three"),
      refused,
    ]);
    await accept({ id: "1" });
    expect((await run()).kind).toBe("later");
    expect(await run()).toEqual({ kind: "closed" });
    expect(await memory.findTurn("1")).toMatchObject({
      status: "failed",
      usage: { inputTokens: 30, outputTokens: 15, modelCalls: 3 },
    });
  });

  it("counts the steps of the last attempt, too", async () => {
    const replies = Array.from({ length: MAX_ATTEMPTS }, (_, attempt) => [
      action("echo", String(attempt)),
      new ModelError({ kind: "unreachable" }),
    ]).flat();
    const { accept, run, memory } = setUpConversation(replies);
    await accept({ id: "1" });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) await run();
    expect(await memory.findTurn("1")).toMatchObject({
      status: "failed",
      usage: { inputTokens: 10 * MAX_ATTEMPTS, modelCalls: MAX_ATTEMPTS },
    });
  });

  it("gives up a turn that crashes every time", async () => {
    const { accept, run, memory, model } = setUpConversation([]);
    await accept({ id: "1" });
    for (let crash = 0; crash < MAX_ATTEMPTS; crash++)
      await memory.beginAttempt("1");
    await run();
    expect(model.prompts).toHaveLength(0);
    expect(await memory.findTurn("1")).toMatchObject({ status: "failed" });
  });

  it("sends only the parts that were not sent before a crash", async () => {
    const { accept, run, memory, channel } = setUpConversation([]);
    await accept({ id: "1" });
    const parts = ["one", "two", "three"].map((text) => ({ text }));
    await memory.commitTurn("1", {
      status: "answered",
      reply: "one two three",
      parts,
      usage: sumUsage([]),
      history: [],
    });
    await memory.noteSent("1", 0, { id: "x" });
    await run();
    expect(channel.sent).toEqual(["two", "three"]);
  });

  it("resumes with the part that the platform could not accept yet", async () => {
    const limited = new DeliveryError({
      kind: "rate-limited",
      reason: "slow down",
      retryAfterMs: 7_000,
    });
    const { accept, run, channel } = setUpConversation(
      [finalAnswer("one two")],
      {
        failures: [limited],
      },
    );
    await accept({ id: "1" });
    expect(await run()).toEqual({ kind: "later", delayMs: 7_000 });
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.sent).toEqual(["one", "two"]);
    expect(logged.map((line): unknown => JSON.parse(line))).toEqual([
      {
        event: "reply not delivered",
        turn: "1",
        attempts: 1,
        kind: "rate-limited",
        reason: "The reply was not delivered (rate-limited): slow down",
      },
    ]);
  });

  it("sends three parts at once, and what follows at the pace of the platform", async () => {
    const { accept, run, channel } = setUpConversation(
      [finalAnswer("one two three four")],
      { presentation: { intervalMs: 60_000, preview: "none" } },
    );
    await accept({ id: "1" });
    expect((await run()).kind).toBe("later");
    expect(channel.sent).toEqual(["one", "two", "three"]);
  });

  it("closes the turn of a person who has left", async () => {
    const { accept, run, memory } = setUpConversation(
      [finalAnswer("one two")],
      {
        failures: [new DeliveryError({ kind: "gone", reason: "blocked" })],
      },
    );
    await accept({ id: "1" });
    expect(await run()).toEqual({ kind: "closed" });
    expect(await memory.findTurn("1")).toMatchObject({ status: "failed" });
    expect(await memory.nextTurn()).toBeUndefined();
    expect(loggedEvents()).toEqual(["reply not delivered"]);
  });

  it("answers commands without the model; /new asks, and forgets once that is confirmed", async () => {
    const { accept, run, memory, channel, model } = setUpConversation([
      finalAnswer("Hi"),
      finalAnswer("Anew"),
    ]);
    await accept({ id: "1" });
    await run();
    await accept({
      id: "2",
      text: "/new",
      command: { name: "new", argument: "" },
    });
    await run();
    expect(channel.sent.join(" ")).toContain("Forget everything?");
    expect((await memory.recall()).messages).toHaveLength(2);
    const confirmed = { name: "memory", argument: "forget 2" };
    await accept({ id: "3", text: "", command: confirmed });
    await accept({ id: "4" });
    await run();
    expect(channel.sent.join(" ")).toContain(
      "I have forgotten our conversation.",
    );
    expect((await memory.recall()).messages).toEqual([]);
    expect(model.prompts).toHaveLength(1);
    await run();
    expect(channel.sent.at(-1)).toBe("Anew");
    expect(
      (await memory.openTurn(createMessage({ id: "1" }), { limit: 9 })).kind,
    ).toBe("forgotten");
  });

  it("rejects people who are not listed, with their id", async () => {
    const access = listedOnTelegram({ people: ["7"], chats: ["-100"] });
    const { accept, run, channel, model } = setUpConversation(
      [finalAnswer("Hi")],
      {
        access,
      },
    );
    await accept({ id: "1", author: { id: "8" }, replyTo: { chat: 8 } });
    await run();
    expect(channel.sent.join(" ")).toContain("`8`");
    expect(model.prompts).toHaveLength(0);
    await accept({ id: "2", author: { id: "8" }, replyTo: { chat: -100 } });
    await run();
    expect(model.prompts).toHaveLength(1);
  });

  it("says so if there is nothing to read", async () => {
    const { accept, run, channel } = setUpConversation([]);
    await accept({
      id: "1",
      text: "",
      attachments: [{ kind: "photo" }],
      author: { id: "1", language: "zh-hans" },
    });
    await run();
    expect(channel.sent.join(" ")).toBe(
      "我看不了图片。请用文字描述你想知道的内容。",
    );
  });

  it("delivers a long reply whole, however often the platform asks it to slow down", async () => {
    const limited = () =>
      new DeliveryError({
        kind: "rate-limited",
        reason: "slow",
        retryAfterMs: 1,
      });
    const text = Array.from({ length: 40 }, (_, index) => `part${index}`);
    const { accept, run, channel, failNext } = setUpConversation([
      finalAnswer(text.join(" ")),
    ]);
    await accept({ id: "1" });
    let result = await run(() => failNext(limited()));
    for (let runs = 0; result.kind === "later" && runs < 100; runs++) {
      result = await run(() => failNext(limited()));
    }
    expect(channel.sent).toEqual(text);
  });

  it("continues with the next part if the platform rejects one", async () => {
    const refused = new DeliveryError({ kind: "refused", reason: "no" });
    const { accept, run, channel, memory } = setUpConversation(
      [finalAnswer("one two")],
      {
        failures: [refused],
      },
    );
    await accept({ id: "1" });
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.sent).toEqual(["two"]);
    expect(await memory.findTurn("1")).toMatchObject({ status: "failed" });
    expect(loggedEvents()).toEqual(["reply not delivered"]);
  });

  it("tries each part as often as the first, after one that the platform rejects", async () => {
    const refused = new DeliveryError({ kind: "refused", reason: "no" });
    const away = new DeliveryError({ kind: "unreachable", reason: "away" });
    const { accept, run, channel, failNext } = setUpConversation([
      finalAnswer("one two three"),
    ]);
    await accept({ id: "1" });
    const failBefore = async (...errors: readonly Error[]) => {
      for (const error of errors) failNext(error);
      return run();
    };
    for (const delayMs of [2_000, 20_000, 120_000])
      expect(await failBefore(away)).toEqual({ kind: "later", delayMs });
    for (const [error, delayMs] of [
      [[refused, away], 2_000],
      // The rejected part is not sent again.
      [[away], 20_000],
    ] as const)
      expect(await failBefore(...error)).toEqual({ kind: "later", delayMs });
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.sent).toEqual(["two", "three"]);
  });

  it("sends the parts after one that crashes every time", async () => {
    const { accept, run, memory, channel, failNext } = setUpConversation([
      finalAnswer("one two three"),
    ]);
    await accept({ id: "1" });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      failNext(new TypeError("bug"));
      await expect(run()).rejects.toThrow("bug");
    }
    failNext(new TypeError("bug"));
    await expect(run()).rejects.toThrow("bug");
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.sent).toEqual(["two", "three"]);
    expect(await memory.findTurn("1")).toMatchObject({ status: "failed" });
  });

  it("gives up a reply with the fifth failure, so that the next messages need not wait", async () => {
    const away = new DeliveryError({ kind: "unreachable", reason: "away" });
    const { accept, run, memory, failNext } = setUpConversation([
      finalAnswer("one"),
    ]);
    await accept({ id: "1" });
    const results = [];
    for (let attempt = 1; attempt <= 5; attempt++) {
      failNext(away);
      results.push((await run()).kind);
    }
    expect(results).toEqual(["later", "later", "later", "later", "closed"]);
    expect(await memory.findTurn("1")).toMatchObject({
      status: "failed",
      failure: "undelivered",
    });
  });

  it("stops retrying a part that fails in an unexpected way", async () => {
    const failures = Array.from({ length: 50 }, () => new TypeError("bug"));
    const { accept, run, memory } = setUpConversation([finalAnswer("one")], {
      failures,
    });
    await accept({ id: "1" });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await expect(run()).rejects.toThrow("bug");
    }
    expect(await run()).toEqual({ kind: "closed" });
    expect(await memory.nextTurn()).toBeUndefined();
  });

  it("tells the user at once if the provider asks for a longer wait than people have", async () => {
    const day = 86_400_000;
    const { accept, run, channel } = setUpConversation([
      new ModelError({ kind: "rate-limited", retryAfterMs: day }),
    ]);
    await accept({ id: "1" });
    expect(await run()).toEqual({ kind: "closed" });
    expect(channel.shown().join(" ")).toMatch(/too much to do/);
  });
});
