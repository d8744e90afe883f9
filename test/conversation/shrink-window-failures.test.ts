import { describe, expect, it, vi } from "vitest";
import { ModelError } from "../../src/types/errors.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import type { ScriptedReply } from "../fakes/scripted-model.ts";
import {
  BUDGET,
  four,
  one,
  remembered,
  startOver,
  talk,
  textOf,
  three,
  two,
} from "./long-conversation.ts";
import { setUpConversation } from "./set-up-conversation.ts";

describe("A summary that fails", () => {
  const FAILURES: Readonly<Record<string, ScriptedReply>> = {
    "the model is away": new ModelError({ kind: "unreachable" }),
    "the stream breaks": ["They as", new ModelError({ kind: "unreachable" })],
    "it is empty": " \n",
    "there is reasoning only": "<think>What did they say?</think>",
    "the reasoning has an answer of its own":
      "<think>Thought: easy.\nFinal Answer: They asked.</think>",
    "the reasoning never ends": "<think>They asked",
    "it is cut off": ["They asked", { type: "finish", reason: "length" }],
    "it is a refusal": "I'm sorry, but I can't assist with that.",
    "it is a refusal in Chinese": "抱歉，我无法处理这个请求。",
    "it is an action": '{"action": "search", "action_input": "them"}',
    "it is a call": "<tool_call>{}</tool_call>",
    "it is filtered": ["They", { type: "finish", reason: "filtered" }],
    "the model has a bug": new TypeError("bug"),
  };

  for (const [what, failure] of Object.entries(FAILURES))
    it(`leaves the window uncut until the next turn, when ${what}`, async () => {
      const log = vi.spyOn(console, "error");
      const replies = [one, two, three, failure, four, "They asked 1 to 3."];
      const conversation = setUpConversation(replies, BUDGET);
      await talk(conversation, [1, 2, 3]);
      expect(await remembered(conversation)).toEqual({
        turns: ["1", "2", "3"],
        summary: undefined,
      });
      expect(await conversation.memory.findTurn("3")).toMatchObject({
        status: "delivered",
        reply: "Answer 3",
      });
      expect(log.mock.lastCall?.[0]).toContain("history not summarised");
      await talk(conversation, [4]);
      expect(await remembered(conversation)).toEqual({
        turns: ["4"],
        summary: "They asked 1 to 3.",
      });
    });

  it.each([
    [11, ["3", "4", "5", "6", "7", "8", "9", "10", "11"]],
    [12, ["12"]],
  ])(
    "lets the window grow to four times its budget, then it is cut with the earlier summary: %i turns",
    async (last, turns) => {
      const away = new ModelError({ kind: "unreachable" });
      const failing = Array.from({ length: last - 4 }, (_, index) => [
        finalAnswer(`Answer ${index + 5}`),
        away,
      ]);
      const conversation = setUpConversation(
        [one, two, three, "FIRST", four, ...failing.flat()],
        BUDGET,
      );
      // 42 tokens each.
      await talk(
        conversation,
        Array.from({ length: last }, (_, index) => index + 1),
      );
      expect(await remembered(conversation)).toEqual({
        turns,
        summary: "FIRST",
      });
    },
  );

  it("is made up for: the next one covers every message that leaves", async () => {
    const away = new ModelError({ kind: "unreachable" });
    const long = (text: string) => text.padEnd(2_000, "字");
    const turns = [1, 2, 3, 4, 5, 6, 7, 8];
    const replies = turns.flatMap((turn) => [
      finalAnswer(long(`Answer ${turn} `)),
      ...(turn < 4 ? [] : [turn < 8 ? away : "They asked 1 to 6."]),
    ]);
    const rules = { maxHistoryTokens: 15_000 };
    const conversation = setUpConversation(replies, rules);
    for (const turn of turns) {
      const text = long(`Question ${turn} `);
      await conversation.accept({ id: String(turn), text });
      await conversation.run();
    }
    conversation.model.assertUsedUp();
    expect((await remembered(conversation)).turns).toEqual(["7", "8"]);
    const asked = textOf(conversation.model.prompts.at(-1));
    for (const turn of turns.slice(0, -2))
      for (const said of [`Question ${turn}`, `Answer ${turn}`])
        expect(asked).toContain(said);
  });

  it("counts towards the turn's usage, as far as known", async () => {
    const cut: ScriptedReply = [
      "They asked",
      { type: "finish", reason: "length" },
    ];
    const conversation = setUpConversation([one, two, three, cut], BUDGET);
    await talk(conversation, [1, 2, 3]);
    const turn = await conversation.memory.findTurn("3");
    expect(turn?.usage).toMatchObject({ modelCalls: 2, isEstimated: true });
  });
});

describe("A conversation that is forgotten while it is summarised", () => {
  it("leaves no summary", async () => {
    const summarise = () => {
      void conversation.memory.forget();
      return "They asked 1 and 2.";
    };
    const replies = [one, two, three, summarise];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3]);
    expect(await remembered(conversation)).toEqual({
      turns: [],
      summary: undefined,
    });
  });

  it("aborts the model call without an error", async () => {
    const log = vi.spyOn(console, "error").mockClear();
    const hang = [new Promise(() => {})];
    const summarise = () => {
      conversation.controller.abort(new Error("forgotten"));
      return hang;
    };
    const replies = [one, two, three, summarise];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3]);
    expect((await remembered(conversation)).summary).toBeUndefined();
    expect(log).not.toHaveBeenCalled();
  });

  it("starts over with /new", async () => {
    const replies = [one, two, three, "They asked 1 and 2.", four];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3]);
    await startOver(conversation);
    await talk(conversation, [4]);
    const prompt = textOf(conversation.model.prompts.at(-1));
    expect(prompt).not.toContain("They asked");
    expect(prompt).not.toContain("Question 3");
    expect((await conversation.memory.findTurn("4"))?.reply).toBe("Answer 4");
  });
});
