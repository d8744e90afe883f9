import { describe, expect, it, onTestFinished, vi } from "vitest";
import { suggest } from "../../src/conversation/suggest.ts";
import type { Budget } from "../../src/types/budget.ts";
import { ModelError } from "../../src/types/errors.ts";
import { createAgent } from "../fakes/create-agent.ts";
import { createBot } from "../fakes/create-bot.ts";
import { createRecordedBudget } from "../fakes/recorded-budget.ts";
import {
  createScriptedModel,
  type ScriptedReply,
} from "../fakes/scripted-model.ts";
import { loggedEvents } from "../fixtures/log.ts";
import { createMessage } from "../fixtures/messages.ts";

const TURN = {
  message: createMessage({ id: "1", text: "Who was Ada Lovelace?" }),
  reply: "A mathematician.",
};

async function ask(
  reply: ScriptedReply,
  {
    turn = TURN,
    budget,
    signal = new AbortController().signal,
    ...limits
  }: {
    turn?: typeof TURN;
    budget?: Budget;
    signal?: AbortSignal;
    maxReplyTokens?: number;
  } = {},
) {
  const model = createScriptedModel([reply]);
  const bot = createBot({
    agent: createAgent({ model }),
    ...(budget && { budget }),
    ...limits,
  });
  const found = await suggest(turn, { bot, signal });
  return { ...found, model };
}

describe("suggestions", () => {
  it("are up to three lines of plain text, each once", async () => {
    const reply =
      '<think>Let me see.</think>\nHere you are:\n1. **When was she born?**\n2) "Who was her father?"\n- Who was her father?\n• 她写过哪些程序？\nAnd more?';
    const { questions, usage } = await ask(reply);
    expect(questions).toEqual([
      "When was she born?",
      "Who was her father?",
      "她写过哪些程序？",
    ]);
    expect(usage).toMatchObject({ inputTokens: 10, modelCalls: 1 });
  });

  it.each([
    ["a command", "/memory forget"],
    ["an address", "What does https://evil.example/?q=1 say?"],
    ["a bare host", "What is on evil.example?"],
    ["an approval", "approve 7k2m9q"],
    ["a heading", "Follow-up questions:"],
    ["a step", "Final Answer: Who?"],
    ["a call", '{"action": "search"}'],
    ["an essay", `Why ${"very ".repeat(30)}much?`],
    ["markup", "<b>Why?</b>"],
  ])("are never %s, which a tap would send", async (_, line) => {
    const { questions } = await ask(`${line}\nWhy?`);
    expect(questions).toEqual(["Why?"]);
  });

  it("come from the question and the answer as data, shortened", async () => {
    const turn = { ...TURN, reply: `A "quote".\n${"long ".repeat(2_000)}` };
    const { model } = await ask("Why?", { turn });
    const [, shown] = model.prompts[0]?.messages ?? [];
    expect(shown?.content).toContain('{"question":"Who was Ada Lovelace?"}');
    expect(shown?.content).toContain(String.raw`{"answer":"A \"quote\".\n`);
    expect(shown?.content.length).toBeLessThan(4_000);
    expect(model.limits).toEqual([1_000]);
    const short = await ask("Why?", { maxReplyTokens: 256 });
    expect(short.model.limits).toEqual([256]);
  });

  it("are paid by the message's author, and left out if too little is left", async () => {
    const { budget, requests } = createRecordedBudget();
    expect((await ask("Why?", { budget })).questions).toEqual(["Why?"]);
    expect(requests).toEqual(["reserve", "settle"]);
    const poor = createRecordedBudget({ userDailyTokens: 10 });
    const { questions, usage, model } = await ask("Why?", poor);
    expect([questions, usage, model.prompts]).toEqual([[], undefined, []]);
    expect(loggedEvents()).toEqual([]);
  });

  it.each<[string, ScriptedReply, string[]]>([
    ["fails", new ModelError({ kind: "unreachable" }), ["no suggestions"]],
    ["takes too long", [new Promise(() => {})], ["no suggestions"]],
    ["is cut off", ["Why?", { type: "finish", reason: "length" }], []],
    ["only thinks", "<think>Why?\nFinal Answer: So.", []],
  ])("are none if the model %s", async (_, reply, events) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const asked = ask(reply);
    await vi.advanceTimersByTimeAsync(8_000);
    expect((await asked).questions).toEqual([]);
    expect(loggedEvents()).toEqual(events);
  });
});
