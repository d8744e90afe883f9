import { describe, expect, it, vi } from "vitest";
import { shrinkWindow } from "../../../src/conversation/remember/shrink-window.ts";
import { DeliveryError, ModelError } from "../../../src/types/errors.ts";
import { finalAnswer } from "../../fakes/create-agent.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";
import {
  acceptMessage,
  BUDGET,
  five,
  four,
  one,
  remembered,
  six,
  talk,
  textOf,
  three,
  two,
} from "../long-conversation.ts";
import { setUpConversation } from "../set-up-conversation.ts";

describe("A window that has grown too large", () => {
  it("is cut between two turns, and what is cut is summarised", async () => {
    const replies = [one, two, three, "They asked 1 and 2."];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3]);
    conversation.model.assertUsedUp();
    const asked = textOf(conversation.model.prompts[3]);
    for (const said of ["Question 1", "Answer 1", "Question 2", "Answer 2"])
      expect(asked).toContain(said);
    expect(asked).not.toContain("Question 3");
    expect(await remembered(conversation)).toEqual({
      turns: ["3"],
      summary: "They asked 1 and 2.",
    });
  });

  it("puts the summary and the rest into the next prompt", async () => {
    const replies = [one, two, three, "They asked 1 and 2.", four];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3, 4]);
    const [system, summary, ...rest] =
      conversation.model.prompts[4]?.messages ?? [];
    expect(system).toEqual(conversation.model.prompts[0]?.messages[0]);
    expect(summary?.content).toContain("They asked 1 and 2.");
    expect(rest.map(({ content }) => content.slice(0, 10))).toEqual([
      "Question 3",
      "Answer 3",
      "Question 4",
    ]);
  });

  it("has the earlier summary folded into the next one", async () => {
    const replies = [one, two, three, "FIRST", four, five, "SECOND", six];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3, 4, 5, 6]);
    const asked = textOf(conversation.model.prompts[6]);
    expect(asked).toContain("FIRST");
    expect(asked).toContain("Question 3");
    expect(asked).not.toContain("Question 2");
    expect(textOf(conversation.model.prompts[7])).toContain("SECOND");
    expect(textOf(conversation.model.prompts[7])).not.toContain("FIRST");
  });

  it("costs no model call while everything fits", async () => {
    const conversation = setUpConversation([one, two], BUDGET);
    await talk(conversation, [1, 2]);
    expect(conversation.model.prompts).toHaveLength(2);
    expect(await remembered(conversation)).toEqual({
      turns: ["1", "2"],
      summary: undefined,
    });
  });

  it("costs no model call with the strategy `window`", async () => {
    const conversation = setUpConversation([one, two, three, four], {
      ...BUDGET,
      memoryStrategy: "window",
    });
    await talk(conversation, [1, 2, 3]);
    expect(conversation.model.prompts).toHaveLength(3);
    expect(await remembered(conversation)).toEqual({
      turns: ["3"],
      summary: undefined,
    });
    await talk(conversation, [4]);
    expect(textOf(conversation.model.prompts[3])).not.toContain("Question 2");
  });

  it("is cut once the reply is sent and its watchers have seen the end", async () => {
    let before: unknown;
    const summarise = () => {
      const { channel, events } = conversation;
      before = { sent: channel.sent.slice(-2), last: events.at(-1)?.type };
      return "Summary";
    };
    const replies = [one, two, three, summarise];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3]);
    expect(before).toEqual({ sent: ["Answer", "3"], last: "end" });
  });

  it("is summarised after the reply is delivered", async () => {
    const replies = [one, two, three, "Summary"];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2]);
    const reason = "slow down";
    conversation.failNext(new DeliveryError({ kind: "rate-limited", reason }));
    await talk(conversation, [3]);
    expect(conversation.model.prompts).toHaveLength(3);
    await conversation.run();
    expect((await remembered(conversation)).summary).toBe("Summary");
  });

  it("is cut after the next turn if the process died before", async () => {
    const conversation = setUpConversation([four, "Summary"], BUDGET);
    const { memory } = conversation;
    for (const id of ["1", "2", "3"]) {
      await memory.openTurn(createMessage({ id }), { limit: 1 });
      const history = [
        { role: "user", text: "Hi", tokens: 21 },
        { role: "assistant", text: "Hi", tokens: 21 },
      ] as const;
      await memory.commitTurn(id, createOutcome({ history }));
      await memory.closeTurn(id, { status: "delivered" });
    }
    await talk(conversation, [4]);
    expect(await remembered(conversation)).toEqual({
      turns: ["4"],
      summary: "Summary",
    });
  });

  it("is cut after a turn that failed, perhaps because of the window's size", async () => {
    const away = new ModelError({ kind: "unreachable" });
    const tooLong = new ModelError({ kind: "refused", status: 400 });
    const replies = [one, two, three, away, tooLong, "They asked 1 and 2."];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3, 4]);
    expect((await conversation.memory.findTurn("4"))?.status).toBe("failed");
    expect(await remembered(conversation)).toEqual({
      turns: ["3"],
      summary: "They asked 1 and 2.",
    });
  });

  it("costs no model call after a command or a notice", async () => {
    const away = new ModelError({ kind: "unreachable" });
    const replies = [one, two, three, away];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3]);
    const command = { name: "help", argument: "" };
    await conversation.accept({ id: "4", text: "/help", command });
    await conversation.accept({ id: "5", text: " " });
    for (let turn = 4; turn <= 5; turn++) await conversation.run();
    expect(conversation.model.prompts).toHaveLength(replies.length);
    expect((await remembered(conversation)).turns).toEqual(["1", "2", "3"]);
  });

  it("counts the summary to the turn's usage", async () => {
    const replies = [one, two, three, "Summary"];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3]);
    const turn = await conversation.memory.findTurn("3");
    expect(turn?.usage).toMatchObject({ inputTokens: 20, modelCalls: 2 });
  });
});

describe("A summary", () => {
  it("is none that calls one of the bot's tools", async () => {
    const replies = [one, two, three, 'echo("them")'];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3]);
    expect(await remembered(conversation)).toEqual({
      turns: ["1", "2", "3"],
      summary: undefined,
    });
  });

  it("knows whose texts it may repeat, also if a later one fails", async () => {
    const failing = Array.from({ length: 8 }, (_, index) => [
      finalAnswer(`Answer ${index + 3}`),
      new ModelError({ kind: "unreachable" }),
    ]);
    const replies = [one, "The page says hi.", two, ...failing.flat()];
    const conversation = setUpConversation(replies, BUDGET);
    const { memory } = conversation;
    await memory.openTurn(createMessage({ id: "page" }), { limit: 1 });
    const history = [
      { role: "user", text: "Read it", tokens: 45 },
      { role: "assistant", text: "Hi", tokens: 45, dataFrom: ["page", "shop"] },
    ] as const;
    await memory.commitTurn("page", createOutcome({ history, parts: [] }));
    await talk(conversation, [1]);
    const summarised = {
      summary: "The page says hi.",
      summaryFrom: ["page", "shop"],
    };
    expect(await memory.recall()).toMatchObject(summarised);
    const turns = Array.from({ length: 9 }, (_, index) => index + 2);
    await talk(conversation, turns);
    expect(await remembered(conversation)).toMatchObject({ turns: ["10"] });
    expect(await memory.recall()).toMatchObject(summarised);
  });
});

describe("A summary while other messages wait", () => {
  it("is deferred until they are answered", async () => {
    const replies = [one, two, three, four, "They asked 1 to 3."];
    const conversation = setUpConversation(replies, BUDGET);
    await acceptMessage(conversation, [1, 2, 3, 4]);
    for (let turn = 1; turn <= 3; turn++) await conversation.run();
    expect((await remembered(conversation)).turns).toEqual(["1", "2", "3"]);
    await conversation.run();
    expect(await remembered(conversation)).toEqual({
      turns: ["4"],
      summary: "They asked 1 to 3.",
    });
  });

  it("is no longer deferred once the window exceeds twice its budget", async () => {
    const replies = [one, two, three, four, five, "They asked 1 to 4.", six];
    const conversation = setUpConversation(replies, BUDGET);
    await acceptMessage(conversation, [1, 2, 3, 4, 5, 6]);
    for (let turn = 1; turn <= 6; turn++) await conversation.run();
    expect(textOf(conversation.model.prompts[6])).toContain(
      "They asked 1 to 4.",
    );
    expect((await remembered(conversation)).turns).toEqual(["5", "6"]);
  });

  it("does not defer cutting with the strategy `window`", async () => {
    const conversation = setUpConversation([one, two, three], {
      ...BUDGET,
      memoryStrategy: "window",
    });
    await acceptMessage(conversation, [1, 2, 3, 4]);
    for (let turn = 1; turn <= 3; turn++) await conversation.run();
    expect((await remembered(conversation)).turns).toEqual(["3"]);
  });
});

describe("shrinkWindow", () => {
  it("logs a memory failure and does not throw", async () => {
    const log = vi.spyOn(console, "error");
    const { bot, memory, controller } = setUpConversation([]);
    const recall = () => Promise.reject(new Error("disk full"));
    await shrinkWindow({
      turn: "1",
      conversation: "web:test",
      bot,
      memory: { ...memory, recall },
      signal: controller.signal,
    });
    expect(log.mock.lastCall?.[0]).toContain('"turn":"1"');
  });
});
