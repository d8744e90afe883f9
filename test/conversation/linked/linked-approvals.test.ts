import { expect, it } from "vitest";
import type { Bot } from "../../../src/conversation/bot.ts";
import { createAskUserTool } from "../../../src/tools/ask-user/ask-user-tool.ts";
import { action, createAgent, finalAnswer } from "../../fakes/create-agent.ts";
import { createScriptedModel } from "../../fakes/scripted-model.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";
import { openChats } from "./linked-chats.ts";

const PHONE = "telegram:ada";
const DESK = "slack:ada";

/** A phone that was asked to approve something. */
async function ask(
  approvers: Bot["trust"]["approvers"],
  replies: readonly string[],
) {
  let at = 1_000;
  const ran: string[] = [];
  const model = createScriptedModel([
    action("read", "orders"),
    action("order", "tea"),
    ...replies,
  ]);
  const tools = [
    createScriptedTool("read", () => "Tea is out."),
    {
      ...createScriptedTool("order", (text) => {
        ran.push(text);
        return "Done.";
      }),
      effect: "harmful" as const,
    },
  ];
  const chats = openChats(model, {
    agent: createAgent({ model, tools }),
    memoryStrategy: "window",
    trust: { linkHosts: [], unaskedTools: [], approvers },
    now: () => (at += 1_000),
  });
  await chats.say(PHONE, "Order what is out");
  const { question } = (await chats.memoryOf(PHONE).findTurn("m1")) ?? {};
  return { ...chats, ran, code: question?.code ?? "" };
}

/** The same, which was then linked. */
async function askThenLink(approvers: Bot["trust"]["approvers"]) {
  const replies = [finalAnswer("Hi."), finalAnswer("Ordered.")];
  const chats = await ask(approvers, replies);
  await chats.say(DESK, "Hello");
  await chats.say(DESK, `/link ${await chats.codeOf(PHONE)} yes`);
  expect((await chats.memoryOf(PHONE).findLink()).home).toBe(DESK);
  return chats;
}

it("what was asked in a chat that is linked with none goes on there", async () => {
  const { say, code, ran } = await ask("asker", [finalAnswer("Ordered.")]);
  expect(await say(PHONE, `approve ${code}`)).toBe("Ordered.");
  expect(ran).toEqual(["tea"]);
});

it.each([PHONE, DESK])(
  "the team approves by %s what was asked before it was linked, once",
  async (name) => {
    const chats = await askThenLink("operators");
    const { mailbox, code, ran, runAll, sent } = chats;
    const approve = (kind: "approve" | "refuse") =>
      mailbox.handOver(name, { kind, code, operator: "ann" });
    expect((await approve("approve")).kind).toBe("accepted");
    await runAll();
    expect(ran).toEqual(["tea"]);
    expect(sent.at(-1)).toEqual({ chat: PHONE, text: "Ordered." });
    expect((await approve("approve")).kind).toBe("duplicate");
    expect((await approve("refuse")).kind).toBe("over");
    const wrong = { kind: "approve", code: "abcdef", operator: "ann" } as const;
    expect((await mailbox.handOver(name, wrong)).kind).toBe("over");
    expect(ran).toEqual(["tea"]);
  },
);

it("what was asked before chats were linked waits while a person has the home", async () => {
  const { mailbox, code, ran, say } = await askThenLink("asker");
  const turn = (kind: "take-over" | "hand-back") =>
    mailbox.handOver(DESK, { kind, operator: "ann" });
  await turn("take-over");
  expect(await say(PHONE, `approve ${code}`)).toContain(
    "The question still waits",
  );
  expect(ran).toEqual([]);
  await turn("hand-back");
  expect(await say(PHONE, `approve ${code}`)).toBe("Ordered.");
  expect(ran).toEqual(["tea"]);
});

it("what answers such a question in words is left to the person who has the home, once", async () => {
  const choices = ["Green", "Black"];
  const model = createScriptedModel([
    action("ask_user", { question: "Which tea?", choices }),
    finalAnswer("Hi."),
  ]);
  const chats = openChats(model, {
    agent: createAgent({ model, tools: [createAskUserTool()] }),
    memoryStrategy: "window",
  });
  const { mailbox, memoryOf, say, codeOf } = chats;
  await say(PHONE, "Order tea");
  await say(DESK, "Hello");
  await say(DESK, `/link ${await codeOf(PHONE)} yes`);
  await mailbox.handOver(DESK, { kind: "take-over", operator: "ann" });
  await say(PHONE, "Neither, thanks");
  await say(PHONE, "And you?");
  const { messages = [] } = (await memoryOf(DESK).readRecord()) ?? {};
  expect(messages.slice(-2)).toMatchObject([
    { text: "Neither, thanks", isForPerson: true },
    { text: "And you?", isForPerson: true },
  ]);
  expect(model.prompts).toHaveLength(2);
});
