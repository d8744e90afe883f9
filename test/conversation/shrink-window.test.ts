import { describe, expect, it, vi } from "vitest";
import { shrinkWindow } from "../../src/conversation/shrink-window.ts";
import { DeliveryError, ModelError } from "../../src/errors.ts";
import type { Author } from "../../src/message.ts";
import type { Prompt } from "../../src/prompt.ts";
import type { TurnEvent } from "../../src/turn.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import type { ScriptedReply } from "../fakes/scripted-model.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { setUpConversation } from "./set-up-conversation.ts";

type Conversation = ReturnType<typeof setUpConversation>;

/** Two turns of `talk` fit into it, a third does not: only the third stays then. */
const BUDGET = { maxHistoryTokens: 100 };

const one = finalAnswer("Answer 1");
const two = finalAnswer("Answer 2");
const three = finalAnswer("Answer 3");
const four = finalAnswer("Answer 4");
const five = finalAnswer("Answer 5");
const six = finalAnswer("Answer 6");
const seven = finalAnswer("Answer 7");

/** Runs the turns with these numbers; each is 42 tokens long. */
async function talk(
  { accept, run }: Pick<Conversation, "accept" | "run">,
  turns: readonly number[],
  author: Author = { id: "7" },
): Promise<void> {
  for (const turn of turns) {
    const text = `Question ${turn} `.padEnd(160, "?");
    await accept({ id: String(turn), text, author });
    await run();
  }
}

async function remembered({ memory }: Pick<Conversation, "memory">) {
  const { messages, summary } = await memory.recall();
  return { turns: [...new Set(messages.map(({ turn }) => turn))], summary };
}

/** All that a prompt says, as one text. */
function textOf(prompt: Prompt | undefined): string {
  return prompt?.messages.map(({ content }) => content).join("\n") ?? "";
}

/** The answer as a watcher of the events puts it together. */
function streamedAnswer(events: readonly TurnEvent[]): string {
  return events.reduce(
    (text, event) =>
      event.type === "delta" ? text.slice(0, event.offset) + event.text : text,
    "",
  );
}

describe("A window that has grown too large", () => {
  it("is cut at a turn's border, and what is cut is summarised", async () => {
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

  it("puts the summary and what is left into the next prompt", async () => {
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

  it("lets nobody wait: the reply is sent, and its watchers have left", async () => {
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

  it("waits with the summary until the reply is delivered", async () => {
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

  it("is cut behind the next turn when the process died before it could be", async () => {
    const conversation = setUpConversation([four, "Summary"], BUDGET);
    const { memory } = conversation;
    for (const id of ["1", "2", "3"]) {
      await memory.openTurn(createMessage({ id }), { limit: 1 });
      const history = [{ role: "user", text: "Hi", tokens: 42 }] as const;
      await memory.commitTurn(id, createOutcome({ history }));
      await memory.closeTurn(id, { status: "delivered" });
    }
    await talk(conversation, [4]);
    expect(await remembered(conversation)).toEqual({
      turns: ["4"],
      summary: "Summary",
    });
  });

  it("is left alone by turns that are not remembered", async () => {
    const failed = new ModelError({ kind: "unreachable" });
    const refused = new ModelError({ kind: "refused", status: 401 });
    const replies = [one, two, three, failed, refused];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3, 4]);
    const command = { name: "help", argument: "" };
    await conversation.accept({ id: "5", text: "/help", command });
    await conversation.run();
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

  it("lets the window grow to twice its budget, then it is cut with the earlier summary", async () => {
    const away = new ModelError({ kind: "unreachable" });
    const conversation = setUpConversation(
      [one, two, three, "FIRST", four, five, away, six, away, seven, away],
      BUDGET,
    );
    await talk(conversation, [1, 2, 3, 4, 5, 6]);
    const turns = ["3", "4", "5", "6"];
    const summary = "FIRST";
    expect(await remembered(conversation)).toEqual({ turns, summary });
    await talk(conversation, [7]);
    expect(await remembered(conversation)).toEqual({ turns: ["7"], summary });
  });

  it("counts to the turn's usage all the same, as far as it is known", async () => {
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
  it("leaves no summary behind", async () => {
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

  it("stops the model, and ends in peace", async () => {
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

  it("begins anew with /new", async () => {
    const replies = [one, two, three, "They asked 1 and 2.", four];
    const conversation = setUpConversation(replies, BUDGET);
    await talk(conversation, [1, 2, 3]);
    const command = { name: "new", argument: "" };
    await conversation.accept({ id: "new", text: "/new", command });
    await conversation.run();
    await talk(conversation, [4]);
    const prompt = textOf(conversation.model.prompts.at(-1));
    expect(prompt).not.toContain("They asked");
    expect(prompt).not.toContain("Question 3");
    expect((await conversation.memory.findTurn("4"))?.reply).toBe("Answer 4");
  });
});

describe("A user whose older messages were cut", () => {
  const REPLIES = [one, two, three, "FIRST", four, five, "SECOND", six];

  it("is told once, behind the next answer, and the model does not see it", async () => {
    const conversation = setUpConversation(REPLIES, BUDGET);
    await talk(conversation, [1, 2, 3, 4, 5, 6]);
    const replies = await Promise.all(
      ["3", "4", "5", "6"].map(
        async (id) => (await conversation.memory.findTurn(id))?.reply,
      ),
    );
    expect(replies).toEqual([
      "Answer 3",
      "Answer 4\n\n*Our conversation has become long: of its oldest messages I keep a summary. /new begins afresh.*",
      "Answer 5",
      "Answer 6",
    ]);
    const texts = (await conversation.memory.read())?.messages ?? [];
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

  it("is told in Chinese where the rest is Chinese", async () => {
    const conversation = setUpConversation(REPLIES, BUDGET);
    await talk(conversation, [1, 2, 3, 4], { id: "7", language: "zh-hans" });
    expect((await conversation.memory.findTurn("4"))?.reply).toBe(
      "Answer 4\n\n*我们的对话已经很长：最早的消息我只保留了摘要。发送 /new 可以重新开始。*",
    );
  });

  it("is not told of commands where the channel has none", async () => {
    const conversation = setUpConversation(REPLIES, BUDGET);
    await talk(conversation, [1, 2, 3]);
    await conversation.accept({ id: "4", channel: "web" });
    // The recording channel stands in for every channel.
    await conversation.run();
    const reply = (await conversation.memory.findTurn("4"))?.reply;
    expect(reply).toMatch(/I keep a summary\.\*$/);
  });

  it("is told the truth where there is no summary", async () => {
    const conversation = setUpConversation([one, two, three, four], {
      ...BUDGET,
      memoryStrategy: "window",
    });
    await talk(conversation, [1, 2, 3, 4]);
    expect((await conversation.memory.findTurn("4"))?.reply).toContain(
      "I no longer see its oldest messages.",
    );
  });

  it("is told by the next answer when one fails", async () => {
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

describe("A message of 100,000 characters", () => {
  it("stays while it is the newest, and is summarised by its beginning and its end", async () => {
    const long = `Read this: ${"很长".repeat(50_000)} What is it about?`;
    const replies = [one, two, "They asked 1.", three, "They sent a novel."];
    const conversation = setUpConversation(replies);
    await talk(conversation, [1]);
    await conversation.accept({ id: "2", text: long });
    await conversation.run();
    expect((await remembered(conversation)).turns).toEqual(["2"]);
    await talk(conversation, [3]);
    expect(await remembered(conversation)).toEqual({
      turns: ["3"],
      summary: "They sent a novel.",
    });
    const asked = textOf(conversation.model.prompts.at(-1));
    expect(asked).toContain("Read this: ");
    expect(asked).toContain("What is it about?");
    expect(asked.length).toBeLessThan(5_000);
  });
});

describe("shrinkWindow", () => {
  it("does not throw when the memory fails, and tells the operator", async () => {
    const log = vi.spyOn(console, "error");
    const { bot, memory, controller } = setUpConversation([]);
    const recall = () => Promise.reject(new Error("disk full"));
    await shrinkWindow({
      turn: "1",
      bot,
      memory: { ...memory, recall },
      signal: controller.signal,
    });
    expect(log.mock.lastCall?.[0]).toContain('"turn":"1"');
  });
});
