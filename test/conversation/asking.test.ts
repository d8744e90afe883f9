import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTalkToHumanTool } from "../../src/tools/talk-to-human/talk-to-human-tool.ts";
import type { Team } from "../../src/types/asking.ts";
import type { Channel } from "../../src/types/channel.ts";
import { ModelError } from "../../src/types/errors.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { setUpConversation } from "./set-up-conversation.ts";

/** A Friday. */
const NOW = Date.UTC(2026, 10, 27, 12);
const MINUTE_MS = 60_000;
const TEAM: Team = { waits: false, waitMs: 30 * MINUTE_MS };
const WEEKDAYS = [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, to: 1080 }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

function pass(minutes: number): void {
  vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
}

function setUp({
  team = TEAM,
  replies = [] as Parameters<typeof createScriptedModel>[0],
  hasTeam = true,
} = {}) {
  const model = createScriptedModel(replies);
  const agent = createAgent({ model, tools: [createTalkToHumanTool()] });
  const scene = setUpConversation([], { agent, ...(hasTeam && { team }) });
  const { accept, run, memory, channel } = scene;
  let told = 0;
  const command = (name: string, argument = "") => ({
    text: `/${name} ${argument}`.trim(),
    command: { name, argument },
  });
  /** What the user is told in reply. */
  const runNext = async (): Promise<string> => {
    await run();
    const said = channel.sent.slice(told).join(" ");
    told = channel.sent.length;
    return said.replaceAll(/\s+/g, " ");
  };
  return {
    ...scene,
    model,
    command,
    runNext,
    say: async (id: string, message: Partial<IncomingMessage>) => {
      await accept({ id, ...message });
      return runNext();
    },
    openDue: () => memory.openDue({ limit: 60 }),
    wanted: async () => (await memory.readRecord())?.wanted,
  };
}

describe("/human", () => {
  it("asks the team for a person, with the reason, and says what happens next", async () => {
    const { say, command, wanted } = setUp();
    expect(await say("1", command("human", "My parcel is lost"))).toBe(
      "I have asked the team for a person. Somebody answers here as soon as they can. Until then I go on answering.",
    );
    expect(await wanted()).toEqual({
      message: "1",
      reason: "My parcel is lost",
      since: NOW,
      until: NOW + TEAM.waitMs,
    });
  });

  it.each<[string, Partial<IncomingMessage>, Partial<Channel["capabilities"]>]>(
    [
      ["a schedule", { origin: { kind: "schedule", id: "s" } }, {}],
      ["a program", { isAppended: true }, {}],
      ["people who cannot be written to", {}, { reach: { kind: "none" } }],
    ],
  )("asks nobody for %s", async (_, message, capabilities) => {
    const { say, command, channel, wanted } = setUp();
    Object.assign(channel.capabilities, capabilities);
    await say("1", { ...command("human"), ...message });
    expect(await wanted()).toBeUndefined();
  });

  it("waits for ever if no time is set", async () => {
    const { say, command, wanted } = setUp({ team: { ...TEAM, waitMs: 0 } });
    await say("1", command("human"));
    expect(await wanted()).toEqual({ message: "1", reason: "", since: NOW });
  });

  it("asks once, and says that the team knows", async () => {
    const { say, command, wanted } = setUp();
    await say("1", command("human", "First"));
    pass(1);
    expect(await say("2", command("human", "Second"))).toMatch(
      /^The team knows already\./,
    );
    expect(await wanted()).toMatchObject({ reason: "First", since: NOW });
  });

  it("says so where a person has the conversation, or none can come", async () => {
    const { say, command, memory } = setUp({
      replies: [finalAnswer("Hi!")],
    });
    await say("1", { text: "Hello" });
    await memory.takeOver({ name: "anna", silenceMs: 0 });
    expect(await say("2", command("human"))).toContain("is here already");
    const alone = setUp({ hasTeam: false });
    expect(await alone.say("1", alone.command("human"))).toContain(
      "only I answer",
    );
    expect(await alone.wanted()).toBeUndefined();
  });

  it("says outside of hours when the team is back, in the user's language, and asks for a contact", async () => {
    const { say, command, wanted } = setUp({
      team: { ...TEAM, hours: WEEKDAYS },
    });
    vi.setSystemTime(Date.UTC(2026, 10, 27, 20));
    const author = { id: "1", language: "zh" };
    const said = await say("1", { ...command("human"), author });
    expect(said).toContain("团队在星期一 09:00（UTC）回来");
    expect(said).toContain("留下电话或邮箱");
    // From the opening on.
    expect((await wanted())?.until).toBe(Date.UTC(2026, 10, 30, 9, 30));
    const timeZone = "Asia/Shanghai";
    const local = { author: { ...author, id: "2", timeZone } };
    expect(await say("2", { ...command("human"), ...local })).toContain(
      "团队在星期一 17:00回来",
    );
  });
});

describe("talk_to_human", () => {
  const ASKS = action("talk_to_human", "The user is angry");

  it("asks at the end of the turn, and Parley tells the user what happens next", async () => {
    const { say, wanted, model } = setUp({
      replies: [ASKS, finalAnswer("I am sorry.")],
    });
    expect(await say("1", { text: "A person, please!" })).toBe(
      "I am sorry. I have asked the team for a person. Somebody answers here as soon as they can. Until then I go on answering.",
    );
    expect(await wanted()).toMatchObject({ reason: "The user is angry" });
    expect(JSON.stringify(model.prompts[1])).toContain(
      "The team is asked for a person.",
    );
  });

  it.each<[string, Team, string]>([
    [
      "somebody comes",
      TEAM,
      "The team is asked for a person. Somebody comes as soon as they can. The user reads all this below your answer, so do not repeat it. Until somebody comes, you go on answering: help as far as you can.",
    ],
    [
      "the team is back, and to whom the conversation is left",
      { ...TEAM, hours: WEEKDAYS, waits: true },
      "The team is asked for a person. The team is here again on Monday, 09:00 (UTC). The user is invited to leave a phone number or an e-mail address in the conversation, where the team finds it. The user reads all this below your answer, so do not repeat it. After your answer you leave the conversation to the team, so end it in a sentence or two.",
    ],
  ])("tells the model when %s", async (_, team, told) => {
    const { say, memory } = setUp({
      team,
      replies: [ASKS, finalAnswer("Hm.")],
    });
    vi.setSystemTime(Date.UTC(2026, 10, 27, 20));
    await say("1", { text: "A person, please!" });
    const { steps = [] } = (await memory.findTurn("1")) ?? {};
    expect(steps[0]?.observation).toBe(told);
  });

  it("tells the model to answer itself if somebody has come, and gone again", async () => {
    const { say, memory, wanted } = setUp({
      replies: [
        () => [memory.takeOver({ name: "anna", silenceMs: 0 }), ASKS],
        () => [
          memory.handBack({ askedAt: Date.now() }),
          finalAnswer("I help you."),
        ],
      ],
    });
    expect(await say("1", { text: "A person, please!" })).toBe("I help you.");
    const { steps = [] } = (await memory.findTurn("1")) ?? {};
    expect(steps[0]?.observation).toBe(
      "Nobody can come. Answer yourself, and tell the user so.",
    );
    expect(await wanted()).toBeUndefined();
  });

  it("has the model know later that it has asked", async () => {
    const { say, model } = setUp({
      replies: [ASKS, finalAnswer("I am sorry."), ASKS, finalAnswer("Soon.")],
    });
    await say("1", { text: "A person, please!" });
    expect(await say("2", { text: "And?" })).toBe("Soon.");
    expect(JSON.stringify(model.prompts[2])).toContain(
      "a person of the team was asked for here",
    );
    expect(JSON.stringify(model.prompts[3])).toContain("was asked before");
  });

  it("asks also if the model then fails", async () => {
    const { say, wanted } = setUp({ replies: [ASKS, "", "", "", "", ""] });
    expect(await say("1", { text: "A person, please!" })).toContain(
      "I have asked the team",
    );
    expect(await wanted()).toBeDefined();
  });

  it("asks for nobody if a person comes during the turn", async () => {
    const takeOver = (): Promise<unknown> =>
      memory.takeOver({ name: "anna", silenceMs: 0 });
    const { say, wanted, memory } = setUp({
      replies: [ASKS, () => [takeOver(), finalAnswer("I am sorry.")]],
    });
    expect(await say("1", { text: "A person, please!" })).toContain(
      "A person of the team is here now",
    );
    expect(await wanted()).toBeUndefined();
  });
});

describe("a conversation that waits for a person", () => {
  const WAITS = { ...TEAM, waits: true };

  it("leaves messages to the team from then on, and says so once", async () => {
    const { say, command, model, memory } = setUp({ team: WAITS });
    expect(await say("1", command("human"))).toContain(
      "Until then I leave what you write to them. To talk to me again, send /bot.",
    );
    expect(await say("2", { text: "Hello?" })).toBe("");
    expect(await say("3", command("help"))).toContain("/human");
    expect(model.prompts).toEqual([]);
    const { messages = [] } = (await memory.readRecord()) ?? {};
    expect(messages.at(-1)).toMatchObject({
      text: "Hello?",
      isForPerson: true,
    });
  });

  it("goes on with the bot after /bot", async () => {
    const { say, command, wanted } = setUp({
      team: WAITS,
      replies: [finalAnswer("Hi!")],
    });
    await say("1", command("human"));
    expect(await say("2", command("bot"))).toContain("answering again");
    expect(await wanted()).toBeUndefined();
    expect(await say("3", { text: "Hello" })).toBe("Hi!");
  });

  it("says once that nobody came, and goes on with the bot", async () => {
    const scene = setUp({ team: WAITS, replies: [finalAnswer("Hi!")] });
    const { say, command, openDue, runNext, model, memory } = scene;
    await say("1", command("human"));
    await say("2", { text: "Hello?" });
    expect(await openDue()).toEqual([]);
    pass(30);
    await openDue();
    await openDue();
    expect(await runNext()).toBe(
      "I am sorry: nobody of the team could come so far. They can still read what you have written. I am answering again. To ask for a person once more, send /human.",
    );
    expect(await memory.nextTurn()).toBeUndefined();
    expect(await say("3", { text: "You then" })).toBe("Hi!");
    expect(JSON.stringify(model.prompts[0])).toContain(
      "nobody of the team has the conversation any more",
    );
  });

  it("asks again, with a new deadline, by a turn that is tried again after nobody came", async () => {
    const { say, wanted, openDue, runNext } = setUp({
      replies: [
        action("talk_to_human", "A refund"),
        action("talk_to_human", "A refund at once"),
        new ModelError({ kind: "refused", status: 401 }),
        finalAnswer("They know."),
      ],
    });
    await say("1", { text: "I want a refund" });
    expect(await wanted()).toMatchObject({ until: NOW + TEAM.waitMs });
    pass(30);
    await openDue();
    await runNext();
    expect(await wanted()).toBeUndefined();
    pass(30);
    const command = { name: "retry", argument: "" };
    await say("2", { text: "/retry", command });
    expect(await runNext()).toMatch(/^They know\. I have asked the team/);
    expect(await wanted()).toMatchObject({
      message: "1",
      until: NOW + 3 * TEAM.waitMs,
    });
    expect(await openDue()).toEqual([]);
    pass(30);
    await openDue();
    expect(await runNext()).toContain("nobody of the team could come");
  });

  it("says nothing of that if a person comes at the same time", async () => {
    const scene = setUp({ team: WAITS });
    const { say, command, openDue, runNext, memory } = scene;
    await say("1", command("human"));
    pass(30);
    await openDue();
    await memory.takeOver({ name: "anna", silenceMs: 0 });
    expect(await runNext()).toBe("");
    expect(await memory.nextTurn()).toBeUndefined();
  });
});
