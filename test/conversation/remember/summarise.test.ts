import { describe, expect, it, onTestFinished, vi } from "vitest";
import { summarise } from "../../../src/conversation/remember/summarise.ts";
import { ModelError } from "../../../src/types/errors.ts";
import type { HistoryMessage } from "../../../src/types/history.ts";
import {
  createScriptedModel,
  type ScriptedReply,
} from "../../fakes/scripted-model.ts";

const NEVER = new Promise(() => {});
const MESSAGE: HistoryMessage = {
  sequence: 1,
  turn: "1",
  role: "user",
  text: "I am Lai Lai",
  tokens: 3,
  at: 0,
};
const WITHOUT_USAGE = { type: "finish", reason: "stop" } as const;

function ask(
  reply: ScriptedReply,
  { signal = new AbortController().signal } = {},
) {
  return summarise({
    model: createScriptedModel([reply]),
    tools: ["search"],
    summary: undefined,
    messages: [MESSAGE],
    maxTokens: 6_000,
    signal,
  });
}

describe("summarise", () => {
  it("returns what the model wrote, without its reasoning", async () => {
    const reply = "<think>Who is it?</think>\n\nThe user is Lai Lai.\n";
    expect(await ask(reply)).toEqual({
      kind: "summarised",
      summary: "The user is Lai Lai.",
      usage: {
        inputTokens: 10,
        cachedInputTokens: 0,
        outputTokens: 5,
        modelCalls: 1,
      },
    });
  });

  it.each([
    "I'm sorry, but I can't assist with that.",
    "Thank you for sharing. However, I cannot summarise this conversation.",
    "**Notes:** I apologize, but I am unable to do that.",
    "As a large language model, I do not keep notes.",
    "Es tut mir sehr leid, aber dabei kann ich nicht helfen.",
    "Ich kann dabei leider nicht helfen.",
    "Je suis désolé, mais je ne peux pas vous aider.",
    "Lo siento, no puedo ayudar con eso.",
    "Desculpe, não posso ajudar com isso.",
    "Mi dispiace, ma non posso aiutarti.",
    "К сожалению, я не могу с этим помочь.",
    "申し訳ありませんが、お手伝いできません。",
    "죄송하지만 도와드릴 수 없습니다.",
    "عذرًا، لا أستطيع المساعدة في ذلك.",
    "Maaf, saya tidak bisa membantu.",
    "抱歉，我无法处理这个请求。",
    "作为一个人工智能语言模型，我不能总结这段对话。",
    "这个问题，我没办法回答。",
    "I'm unable to help with that.",
    "I apologize, but I can't summarize this.",
    "Assistant: I'm sorry, but I can't assist with that.",
    "As a large language model, I can't.",
    "Your request was flagged.",
    "很抱歉，我无法处理。",
  ])("takes no refusal for a summary: %s", async (reply) => {
    expect(await ask(reply)).toMatchObject({
      failure: { reason: "The model refused to write one." },
    });
  });

  it.each([
    "",
    " \n",
    "None yet.",
    "…",
    "N/A",
    "(empty)",
    "无。",
    "**Notes:**",
    "<think>Who?\nFinal Answer: She is Lai Lai.",
  ])("takes nothing for no summary: %j", async (reply) => {
    expect(await ask(reply)).toMatchObject({
      failure: { reason: "The model wrote no summary." },
    });
  });

  it.each<[ScriptedReply]>([
    ['{"action": "search", "action_input": "them"}'],
    ['```json\n{"action": "search", "action_input": "them"}\n```'],
    ['{"name": "search", "arguments": {"query": "them"}}'],
    ['[TOOL_CALLS] [{"name": "search", "arguments": {}}]'],
    ['search("them")'],
    ["Action: search\nAction Input: them"],
    ["Thought: I look it up."],
    ['< | DSML | invoke name="search">'],
    ['```json\n{"action": "search"}\n```'],
    [
      [
        "I look it up.",
        { type: "tool-call", index: 0, name: "search", arguments: "{}" },
      ],
    ],
  ])("takes no call for a summary: %j", async (reply) => {
    expect(await ask(reply)).toMatchObject({
      failure: { reason: "The model wrote a call instead." },
    });
  });

  it.each([
    ["The user cannot eat nuts and is sorry for it."],
    ["User: Lai Lai\nAction: book a flight (promised)"],
    ["用户说她不能吃花生。"],
    ["- asked: what is 3*8?\n- answer: 24"],
    ["No notes were found at the hotel; she is Lai Lai."],
    ["用户说对不起，他迟到了。"],
    ["This conversation is about kites."],
    ["Sorry is a song that Bob likes."],
  ])("takes notes as they are: %j", async (reply) => {
    expect(await ask(reply)).toMatchObject({ summary: reply });
  });

  it.each([
    "Thought: I need notes.\nFinal Answer: She is Lai Lai.",
    '{"thought": "ok", "action": "Final Answer", "action_input": "She is Lai Lai."}',
  ])("finds the notes in the format of an answer: %j", async (reply) => {
    expect(await ask(reply)).toMatchObject({ summary: "She is Lai Lai." });
  });

  it("cuts a summary at 2,000 characters, not within one", async () => {
    for (const text of ["字".repeat(3_000), `Lai ${"🙂".repeat(3_000)}`]) {
      const result = await ask(text);
      const summary = result.kind === "summarised" ? result.summary : "";
      expect(summary.length).toBeLessThanOrEqual(2_000);
      expect(summary.length).toBeGreaterThan(1_990);
      expect(summary.isWellFormed()).toBe(true);
    }
  });

  it.each(["length", "too-long", "filtered"] as const)(
    "takes no summary whose end is missing (%s)",
    async (reason) => {
      const cut = ["The user is", { type: "finish", reason }] as const;
      expect(await ask(cut)).toMatchObject({
        failure: { reason: `The summary was cut off (${reason}).` },
        usage: { modelCalls: 1 },
      });
    },
  );

  it("has no half characters, which some stores cannot keep", async () => {
    expect(await ask("Lai \ud83d Lai")).toMatchObject({
      summary: "Lai \ufffd Lai",
    });
  });

  it("estimates the usage if the provider sends none", async () => {
    const { usage } = await ask(["The user is Lai Lai.", WITHOUT_USAGE]);
    expect(usage).toMatchObject({ outputTokens: 5, isEstimated: true });
    expect(usage?.inputTokens).toBeGreaterThan(100);
  });

  it("gives up after 15 seconds", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const result = ask([NEVER]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await result).toEqual({
      kind: "failed",
      failure: { reason: "No summary within 15 seconds." },
    });
  });

  it("aborts a model that never stops", async () => {
    const endless = Array.from({ length: 100 }, () => "word ".repeat(1_000));
    const result = await ask(endless);
    expect(result).toMatchObject({
      kind: "failed",
      failure: { reason: "The model wrote on and on." },
    });
    expect(result.usage?.outputTokens).toBeLessThan(15_000);
  });

  it("returns the thrown error for the log", async () => {
    const cause = new Error("model overloaded");
    const error = new ModelError({ kind: "unreachable", status: 503, cause });
    expect(await ask(error)).toEqual({
      kind: "failed",
      failure: { error },
    });
  });

  it("is not tried again if the model has room for hardly any message", async () => {
    const error = new ModelError({ kind: "too-long", excessTokens: 1e6 });
    expect(await ask(error)).toEqual({ kind: "failed", failure: { error } });
  });

  it("throws the signal's reason", async () => {
    const stop = new AbortController();
    const result = ask([NEVER], { signal: stop.signal });
    stop.abort(new Error("forgotten"));
    await expect(result).rejects.toThrow("forgotten");
  });
});
