import { describe, expect, it } from "vitest";
import { toTelegramParts } from "../../../src/channels/telegram/to-telegram-parts.ts";
import { explainAnswer } from "../../../src/conversation/commands/commands.ts";
import { textsFor } from "../../../src/conversation/texts/texts.ts";
import { action, createAgent, finalAnswer } from "../../fakes/create-agent.ts";
import { createScriptedModel } from "../../fakes/scripted-model.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";
import { createOutcome, createStep, USAGE } from "../../fixtures/turns.ts";
import { toHtml } from "../../stubs/telegram-text.ts";
import { setUpConversation } from "../set-up-conversation.ts";

/**
 * Asks a question that the model answers after looking these up, then `/why`.
 */
async function askWhy(
  looked: readonly string[],
  { language = "en", find = (text: string) => `Something about ${text}.` } = {},
) {
  const tool = createScriptedTool("look_up", (text) => ({
    text: find(text),
    sources: [{ title: text, url: `https://example.org/${text.length}` }],
  }));
  const model = createScriptedModel([
    ...looked.map((text) => action("look_up", text)),
    finalAnswer("So it is."),
  ]);
  const agent = createAgent({ model, tools: [tool], maxSteps: 50 });
  const { accept, run, memory } = setUpConversation([], { agent });
  await accept({ id: "1" });
  await run();
  const texts = textsFor({ author: { language }, text: "" });
  const { reply, sources } = await explainAnswer({ memory, texts });
  return { reply, parts: await toTelegramParts(reply, { sources }) };
}

const withoutTimes = (text: string): string =>
  text.replaceAll(/(?<=model|tool) \d+ ms/g, "");

describe("/why", () => {
  it("shows each step with its tool, its input, what it found and what it cost, and the sources", async () => {
    const { parts } = await askWhy(["ada", "babbage"]);
    expect(parts.map(toHtml).map(withoutTimes)).toEqual([
      'My last answer took 2 steps:\n\n<blockquote><b>1. look_up</b> ada\nSomething about ada.\n<i>model · 10 tokens in (0 cached), 5 out · tool</i>\n\n<b>2. look_up</b> babbage\nSomething about babbage.\n<i>model · 10 tokens in (0 cached), 5 out · tool</i></blockquote>\n\n<blockquote expandable><b>Sources</b>\n1. <a href="https://example.org/3">ada</a>\n2. <a href="https://example.org/7">babbage</a></blockquote>',
    ]);
  });

  it("collapses and truncates long texts", async () => {
    const looked = Array.from({ length: 30 }, (_, index) =>
      `${index} `.repeat(300),
    );
    const { parts } = await askWhy(looked, { find: (text) => text.repeat(9) });
    expect(parts.length).toBeLessThanOrEqual(2);
    const [first = ""] = parts.map(toHtml);
    expect(first).toMatch(/^My last answer took 30 steps; the first 8 were:/);
    expect(first).toContain("<blockquote expandable><b>1. look_up</b>");
    expect(first).not.toContain("9. look_up");
  });

  it("shows of a step what users may see", async () => {
    const { accept, memory } = setUpConversation([]);
    await accept({ id: "1" });
    await memory.beginAttempt("1");
    const step = createStep({ input: { a: "secret", b: 1 }, observation: "x" });
    const shown = { thought: "", input: { a: "seen", b: 1 }, observation: "y" };
    await memory.saveSteps("1", 0, [{ ...step, shown }]);
    await memory.commitTurn("1", createOutcome({ parts: [] }));
    const texts = textsFor({ author: {}, text: "" });
    const { reply } = await explainAnswer({ memory, texts });
    expect(reply).toMatch(/a.*seen.*b.*1.*\n> y/);
    expect(reply).not.toContain("secret");
  });

  it("shows of a step that waits what it would do", async () => {
    const { accept, memory } = setUpConversation([]);
    await accept({ id: "1" });
    await memory.beginAttempt("1");
    const usage = { ...USAGE, modelCalls: 0 };
    await memory.saveSteps("1", 0, [{ ...createStep({ tool: "pay" }), usage }]);
    await memory.commitTurn("1", createOutcome({ parts: [] }));
    const texts = textsFor({ author: {}, text: "" });
    expect((await explainAnswer({ memory, texts })).reply).toBe(
      "My last answer took 1 step:\n\n> **1\\. pay** 1\\+1\n> (not finished)",
    );
  });

  it("shows an input in one line", async () => {
    expect((await askWhy(["ada\n\n# babbage"])).reply).toContain(
      "> **1\\. look\\_up** ada \\# babbage\n",
    );
  });

  it("escapes all tool output", async () => {
    const { parts } = await askWhy(["x"], {
      find: () =>
        "[click](https://evil.example) <b>\n# $a$ \\(b\\) **c**\n    d\n```\ne",
    });
    expect(parts[0]?.text).toContain(
      "[click](https://evil.example) <b>\n# $a$ \\(b\\) **c**\nd\n```\ne",
    );
    expect(parts.map(toHtml).join()).not.toMatch(
      /<(?:pre|code)\b|<a [^>]*evil/,
    );
  });

  it("says so if the last answer took no steps, or there is none", async () => {
    expect((await askWhy([])).reply).toContain("took no steps");
    expect((await askWhy([], { language: "zh" })).reply).toContain(
      "没有使用工具",
    );
    const { memory } = setUpConversation([]);
    const texts = textsFor({ author: { language: "en" }, text: "" });
    expect((await explainAnswer({ memory, texts })).reply).toContain(
      "no answer yet",
    );
    expect((await askWhy(["a"], { language: "zh" })).reply).toMatch(
      /模型 \d+ 毫秒 · 输入 10 token（缓存 0），输出 5 token · 工具 \d+ 毫秒/,
    );
  });

  it("describes the last answer, ignoring commands since", async () => {
    const { accept, run, channel } = setUpConversation([
      action("echo", "one"),
      finalAnswer("First."),
      finalAnswer("Second."),
    ]);
    const why = { text: "/why", command: { name: "why", argument: "" } };
    await accept({ id: "1" });
    await accept({ id: "2", ...why });
    await accept({ id: "3", ...why });
    await accept({ id: "4" });
    await accept({ id: "5", ...why });
    const sent: string[] = [];
    for (let turn = 1; turn <= 5; turn++) {
      const before = channel.sent.length;
      await run();
      sent.push(channel.sent.slice(before).join(" "));
    }
    expect(sent[1]).toContain(
      "took 1 step:\n\n> **1\\. echo** one\n> You said one\\.",
    );
    expect(sent[2]).toBe(sent[1]);
    expect(sent[4]).toContain("took no steps");
  });
});
