import { describe, expect, it } from "vitest";
import {
  tellMissed,
  writeReminder,
} from "../../src/conversation/reminders/show-reminders.ts";
import type { Outcome } from "../../src/conversation/state/outcome.ts";
import { textsFor } from "../../src/conversation/texts/texts.ts";
import { createRemindMeTool } from "../../src/tools/remind-me/remind-me-tool.ts";
import { DeliveryError, ModelError } from "../../src/types/errors.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import { GRACE_MS, MAX_SCHEDULED_TEXT } from "../../src/types/schedule.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createSchedule } from "../fixtures/schedules.ts";
import { createOutcome, createTurn } from "../fixtures/turns.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const HOUR_MS = 3_600_000;
const TO = {
  conversation: "web:test",
  channel: "telegram",
  author: { id: "someone" },
  replyTo: {},
};

function setUp(
  replies: Parameters<typeof setUpConversation>[0] = [],
  language = "en",
) {
  const made = setUpConversation(replies, { timeZone: "Asia/Shanghai" });
  const author = { id: "someone", language, timeZone: "Europe/Berlin" };
  let count = 0;
  /** The reply to a `/reminders` command. */
  const say = async (argument: string) => {
    const id = `c${count++}`;
    const command = { name: "reminders", argument };
    await made.accept({ id, text: "/reminders", command, author });
    const { length } = made.channel.sent;
    await made.run();
    return made.channel.sent.slice(length).join(" ");
  };
  const openDue = () => made.memory.openDue({ limit: 60 });
  return { ...made, say, openDue };
}

describe("/reminders", () => {
  it("adds, lists, changes and cancels them", async () => {
    const { say, memory } = setUp();
    expect(await say("")).toContain("You have no reminders.");
    const added = await say("add in 2 hours [every Monday] Water *all* plants");
    expect(added).toMatch(
      /I will remind you:\n\n.*1.*\(Europe\/Berlin\), every week on Monday.*: Water/s,
    );
    const [made] = await memory.listSchedules();
    expect(made).toMatchObject({
      text: String.raw`Water \*all\* plants`,
      timeZone: "Europe/Berlin",
    });
    expect(await say("change 1 2030-01-01 09:00 Tea")).toContain(
      "2030-01-07 09:00",
    );
    expect(await say("")).toContain("Tea");
    const long = "x".repeat(MAX_SCHEDULED_TEXT);
    expect(await say(`change 1 ${long}x`)).toContain("more than 2000");
    expect(await say("change 1")).toContain("The time is not clear");
    const often = "change 1 2030-01-01 09:00 [every 5 minutes]";
    expect(await say(often)).toContain("every 15 minutes");
    await say("change 1 *Coffee*");
    expect(await memory.listSchedules()).toMatchObject([
      { text: String.raw`\*Coffee\*` },
    ]);
    expect(await say(`add in 2 hours ${long}`)).toMatch(
      /remind you.*: x{119}…$/s,
    );
    expect(await say("cancel 1")).toBe("Reminder 1 is cancelled.");
    expect(await say("cancel 1")).toBe("There is no reminder 1.");
  });

  it("counts by the deployment's clock if the app does not say where somebody is", async () => {
    const { accept, run, memory } = setUp();
    const command = { name: "reminders", argument: "add 2030-01-01 09:00 Tea" };
    await accept({ id: "1", text: "/reminders", command });
    await run();
    expect(await memory.listSchedules()).toMatchObject([
      { due: Date.UTC(2030, 0, 1, 1), timeZone: "Asia/Shanghai" },
    ]);
  });

  it.each([
    ["2 hours", "Tea", false],
    ["2 hours of sport", "2 hours of sport", true],
  ])(
    "are changed by `%s` to be “%s”, at the same time: %s",
    async (given, text, isSame) => {
      const { say, memory } = setUp();
      await say("add 2030-01-01 09:00 Tea");
      const [before] = await memory.listSchedules();
      await say(`change 1 ${given}`);
      const [after] = await memory.listSchedules();
      expect(after?.text).toBe(text);
      expect(after?.due === before?.due).toBe(isSame);
    },
  );

  it("says how far a reminder reaches", async () => {
    const { say, channel } = setUp();
    Object.assign(channel.capabilities, { reach: { kind: "fetched" } });
    expect(await say("add in 2 hours tea")).toMatch(
      /: tea\n\nYou will see it here when you come back\.$/,
    );
  });

  it("keeps the last day of a rule whose time is moved", async () => {
    const { say, memory } = setUp();
    await say("add 2030-01-01 09:00 [FREQ=DAILY;COUNT=5] Tea");
    await say("change 1 2030-01-01 11:00");
    const [changed] = await memory.listSchedules();
    expect(changed?.rule).toMatch(/UNTIL=20300105T235959Z$/);
  });

  it("shows a task as it was written, and keeps it so", async () => {
    const { say, memory } = setUp();
    const task = { kind: "prompt", text: "*All* mails", to: TO } as const;
    await memory.schedule(createSchedule({ id: "a", ...task }));
    expect(await say("")).toContain(String.raw`: \*All\* mails`);
    await say("change 1 *No* mails");
    expect(await memory.listSchedules()).toMatchObject([
      { text: "*No* mails" },
    ]);
  });

  it("makes none where nobody could be written to", async () => {
    const { say, channel, memory } = setUp();
    Object.assign(channel.capabilities, { reach: { kind: "none" } });
    expect(await say("add in 2 hours tea")).toContain(
      "I cannot write first in this chat, so no reminder would come.",
    );
    expect(await memory.listSchedules()).toEqual([]);
  });

  it("works in Chinese", async () => {
    const { say } = setUp([], "zh");
    expect(await say("添加 2小时后 [每天] 喝水")).toMatch(
      /我会提醒你：.*每.*: 喝水/s,
    );
    expect(await say("取消 1")).toBe("提醒 1 已取消。");
  });

  it.each([
    ["add", "change", "cancel"],
    ["New", "edit", "delete"],
    ["新建", "修改", "删除"],
    ["新增", "改", "刪除"],
    ["添加", "修改", "remove"],
  ])("are known by the words %s, %s and %s", async (add, change, cancel) => {
    const { say, memory } = setUp();
    await say(`${add} 2小时后 喝水`);
    await say(`${change} #1 喝茶`);
    expect(await memory.listSchedules()).toMatchObject([{ text: "喝茶" }]);
    await say(`${cancel} #1`);
    expect(await memory.listSchedules()).toEqual([]);
  });

  it.each([
    ["add soon tea", "The time is not clear"],
    ["add 2020-01-01 09:00 tea", "That time has passed"],
    ["add in 2 hours", "The text is missing"],
    [`add in 2 hours ${"x".repeat(2_001)}`, "more than 2000 characters"],
    ["add in 2 hours [every 5 minutes] tea", "every 15 minutes"],
    ["change 7 tea", "There is no reminder 7"],
  ])("says what is wrong with %j", async (argument, problem) => {
    expect(await setUp().say(argument)).toContain(problem);
  });
});

describe("a reminder that is due", () => {
  it("is said once, without the model, as the bot's own words", async () => {
    const { memory, run, channel, openDue } = setUp();
    await memory.schedule(createSchedule({ id: "a", to: TO }));
    await openDue();
    await run();
    expect(channel.sent.join(" ")).toBe("⏰ Drink some water");
    expect((await memory.recall()).messages).toMatchObject([
      { role: "assistant", text: "⏰ Drink some water", origin: { id: "a" } },
    ]);
    expect(await memory.nextTurn()).toBeUndefined();
  });

  it("asks the agent its task, which is not remembered as the user's", async () => {
    const { memory, run, channel, openDue, model } = setUp([
      "Final Answer: Sunny.",
    ]);
    await memory.schedule(
      createSchedule({
        id: "a",
        kind: "prompt",
        text: "Tell the weather.",
        to: TO,
      }),
    );
    await openDue();
    await run();
    expect(channel.sent).toEqual(["Sunny."]);
    const prompt = JSON.stringify(model.prompts.at(-1));
    expect(prompt).toContain("[Not from the user: a schedule");
    expect((await memory.recall()).messages).toMatchObject([
      { role: "user", origin: { kind: "schedule", id: "a" } },
      { role: "assistant", text: "Sunny." },
    ]);
  });

  it("is not sent once it is cancelled, or its author may not use the bot any more", async () => {
    const { memory, run, channel, openDue } = setUp();
    await memory.schedule(createSchedule({ id: "a", to: TO }));
    await openDue();
    await memory.cancelSchedule("a");
    await run();
    await memory.schedule(
      createSchedule({ id: "b", to: { ...TO, channel: "unknown" } }),
    );
    await openDue();
    await run();
    expect(channel.sent).toEqual([]);
    expect((await memory.recall()).messages).toEqual([]);
  });

  it("is said while a person has the conversation", async () => {
    const { memory, run, channel, openDue, accept } = setUp([
      "Final Answer: Hi.",
    ]);
    await accept({ id: "1", text: "Hello" });
    await run();
    await memory.takeOver({ name: "anna", silenceMs: 0 });
    await memory.schedule(createSchedule({ id: "a", to: TO }));
    await openDue();
    await run();
    expect(channel.sent.join(" ")).toBe("Hi. ⏰ Drink some water");
  });

  it("arrives although a person takes the conversation over while it is sent", async () => {
    const { memory, run, channel, openDue, accept, failNext } = setUp([
      "Final Answer: Hi.",
    ]);
    await accept({ id: "1", text: "Hello" });
    await run();
    await memory.schedule(createSchedule({ id: "a", to: TO }));
    await openDue();
    failNext(new DeliveryError({ kind: "unreachable", reason: "Away." }));
    await run();
    await memory.takeOver({ name: "anna", silenceMs: 0 });
    await run();
    expect(channel.sent.join(" ")).toMatch(/⏰ Drink some water$/);
  });

  it("is not stopped by /stop, which finds nothing to stop", async () => {
    const { memory, run, channel, openDue, accept } = setUp();
    await memory.schedule(createSchedule({ id: "a", to: TO }));
    await openDue();
    const command = { name: "stop", argument: "" };
    await accept({ id: "1", text: "/stop", command });
    await run();
    await run();
    expect(channel.sent.join(" ")).toBe(
      "⏰ Drink some water I am not answering anything right now.",
    );
  });

  it("leaves a question before it, which failed, to be tried again", async () => {
    const { memory, run, openDue, accept } = setUp([
      new ModelError({ kind: "quota", status: 429 }),
    ]);
    await accept({ id: "1", text: "Hello" });
    await run();
    await memory.schedule(createSchedule({ id: "a", to: TO }));
    await openDue();
    await run();
    const record = await memory.readRecord();
    expect(record?.openTurns.map(({ id }) => id)).toEqual(["1"]);
  });

  it("is told from another schedule's whose id begins with its own", async () => {
    const { memory, openDue } = setUp();
    await memory.schedule(createSchedule({ id: "a:1", to: TO }));
    await openDue();
    expect(await memory.cancelSchedule("a")).toBe(false);
    await memory.schedule(createSchedule({ id: "a", to: TO }));
    expect(await openDue()).toHaveLength(1);
  });

  it("tells of those that were skipped, once", async () => {
    const { memory, run, channel, openDue } = setUp();
    const due = Date.now() - GRACE_MS - HOUR_MS;
    await memory.schedule(
      createSchedule({ id: "late", due, text: "Feed the cat", to: TO }),
    );
    await memory.schedule(createSchedule({ id: "a", to: TO }));
    await memory.schedule(createSchedule({ id: "b", to: TO }));
    await openDue();
    await run();
    expect(channel.sent.join(" ")).toMatch(
      /^⏰ Drink some water\s.*were skipped.*Feed the cat$/s,
    );
    const { length } = channel.sent;
    await run();
    expect(channel.sent.slice(length).join(" ")).toBe("⏰ Drink some water");
  });
});

it("A program hears what it has scheduled as it is", () => {
  const message = createMessage({ id: "1", channel: "webhook", text: "Tea" });
  expect(writeReminder(message)).toBe("Tea");
});

it.each<[string, Partial<Outcome>, Partial<IncomingMessage>]>([
  ["has failed", { status: "failed" }, {}],
  ["is not sent", { reply: "" }, {}],
  ["is JSON", {}, { answerFormat: { schema: {}, isStrict: true } as never }],
  ["a program has asked for", {}, { isAppended: true }],
])("No reply that %s tells of skipped reminders", async (_, ending, more) => {
  const { memory, openDue } = setUp();
  const due = Date.now() - GRACE_MS - HOUR_MS;
  await memory.schedule(createSchedule({ id: "late", due, to: TO }));
  await openDue();
  const tell = (outcome: Outcome, message: IncomingMessage) =>
    tellMissed(
      { outcome },
      {
        turn: createTurn({ message }),
        memory,
        texts: textsFor(message),
        publish: () => {},
      },
    );
  const message = createMessage({ id: "1" });
  const outcome = createOutcome(ending);
  const resolved = await tell(outcome, { ...message, ...more });
  expect(resolved.outcome).toBe(outcome);
  const told = await tell(createOutcome(), message);
  expect(told.outcome.reply).toContain("were skipped");
});

describe("the tool remind_me", () => {
  const TEA = action("remind_me", {
    text: "Tea",
    in_minutes: 60,
    repeat: "daily",
  });
  type Scene = ReturnType<typeof setUpConversation>;
  /** A function acts before the model asks for tea. */
  type Reply = string | ((scene: Scene) => unknown);
  const askWhere = async (
    capabilities: Partial<Scene["channel"]["capabilities"]>,
    ...replies: readonly Reply[]
  ) => {
    const model = createScriptedModel([
      ...replies.map((reply) =>
        typeof reply === "string"
          ? reply
          : () => [Promise.resolve(reply(scene)), TEA],
      ),
      finalAnswer("Done."),
    ]);
    const agent = createAgent({ model, tools: [createRemindMeTool()] });
    const scene = setUpConversation([], { agent });
    const { accept, run, memory, channel } = scene;
    Object.assign(channel.capabilities, capabilities);
    await accept({ id: "1", text: "Remind me of tea each day" });
    await run();
    expect(channel.sent).toEqual(["Done."]);
    const { steps = [] } = (await memory.findTurn("1")) ?? {};
    return { memory, observed: steps.map((step) => step.observation) };
  };
  const ask = (...replies: readonly Reply[]) => askWhere({}, ...replies);

  it("schedules once for each request of a turn, also after a crash", async () => {
    const { memory } = await ask(TEA, TEA);
    expect(await memory.listSchedules()).toMatchObject([
      { kind: "text", text: "Tea", number: 1, rule: "FREQ=DAILY" },
    ]);
  });

  it("knows how far what it makes reaches", async () => {
    const { observed } = await ask(TEA);
    expect(observed[0]).not.toContain("Say that");
    const far = await askWhere({ reach: { kind: "plan" } }, TEA);
    expect(far.observed[0]).toContain(
      "Say that it counts against a monthly number of messages and does not arrive once that is used up.",
    );
  });

  it("makes none again that was cancelled meanwhile", async () => {
    const { memory, observed } = await ask(TEA, async (scene) => {
      const [made] = await scene.memory.listSchedules();
      return scene.memory.cancelSchedule(made?.id ?? "");
    });
    expect(observed[1]).toContain("That time has passed.");
    expect(await memory.listSchedules()).toEqual([]);
  });

  it.each([
    ["soon", "The time is not clear."],
    ["tomorrow 9:00 or so", "The time is not clear."],
    ["2020-01-01 09:00", "That time has passed."],
  ])("says what is wrong with %j", async (when, problem) => {
    const { memory, observed } = await ask(
      action("remind_me", { text: "Tea", when }),
    );
    expect(observed).toEqual([expect.stringContaining(problem)]);
    expect(await memory.listSchedules()).toEqual([]);
  });
});
