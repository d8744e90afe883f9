import { describe, expect, it } from "vitest";
import type { Bot } from "../../../src/conversation/bot.ts";
import { part } from "../../../src/conversation/linked/links.ts";
import { decideLink } from "../../../src/conversation/state/people/link.ts";
import { EMPTY_STATE } from "../../../src/conversation/state/state.ts";
import { toConversationBody } from "../../../src/page/server/shown-conversation.ts";
import { forgetSignIns } from "../../../src/platforms/forget-sign-ins.ts";
import { createSignInStore } from "../../../src/stores/sign-ins.ts";
import { createSignIns } from "../../../src/tools/mcp/sign-in/sign-ins.ts";
import type { Archive } from "../../../src/types/archive.ts";
import {
  MAX_LINKED,
  type ConversationLink,
  type LinkChange,
} from "../../../src/types/link.ts";
import { MAX_SCHEDULES } from "../../../src/types/schedule.ts";
import { createMemoryStores } from "../../fakes/memory-store.ts";
import { createScriptedModel } from "../../fakes/scripted-model.ts";
import { createSchedule } from "../../fixtures/schedules.ts";
import { openChats } from "./linked-chats.ts";

const PHONE = "telegram:ada";
const DESK = "slack:ada";
const HOME = "line:ada";

type Say = ReturnType<typeof openChats>["say"];

/** Two chats with a message each, the desk's later, that are linked. */
async function linkTwo(
  replies: readonly string[] = [],
  rules: Partial<Bot> = {},
) {
  let at = 1_000;
  const model = createScriptedModel([
    "Hello on the phone.",
    "Hello at the desk.",
    "The phone said: the cat is called Mia.",
    ...replies,
  ]);
  const chats = openChats(model, { ...rules, now: () => (at += 1_000) });
  await chats.say(PHONE, "The cat is called Mia");
  await chats.say(DESK, "The dog is called Rex");
  const code = await chats.codeOf(PHONE);
  const answer = await chats.say(DESK, `/link ${code} yes`);
  return { ...chats, model, code, answer };
}

const textsOf = (
  record: { messages: readonly { text: string }[] } | undefined,
) => record?.messages.map(({ text }) => text);

describe("Linked chats", () => {
  it("are one conversation from then on, each reply where it was asked", async () => {
    const { say, model, mailbox, answer } = await linkTwo(["Mia.", "Rex."]);
    expect(answer).toContain("now linked with Telegram");
    expect(await say(PHONE, "Who is the cat?")).toBe("Mia.");
    expect(await say(DESK, "Who is the dog?")).toBe("Rex.");
    const prompt = JSON.stringify(model.prompts.at(-1));
    expect(prompt).toContain("Who is the cat?");
    expect(prompt).toContain("The dog is called Rex");
    expect(prompt).toContain("The phone said: the cat is called Mia.");
    const history = textsOf(await mailbox.read(PHONE));
    expect(history).toEqual(textsOf(await mailbox.read(DESK)));
    expect(history?.slice(-4)).toEqual([
      "Who is the cat?",
      "Mia.",
      "Who is the dog?",
      "Rex.",
    ]);
    const own = await mailbox.read(PHONE, { isOwn: true });
    expect(textsOf(own)).toEqual([
      "The cat is called Mia",
      "Hello on the phone.",
    ]);
  });

  it.each([
    ["the command", (say: Say) => say(DESK, "/memory forget m2")],
    ["the team", (_: Say, archive: Archive) => archive.forget(PHONE)],
    ["a program", (_: Say, archive: Archive) => archive.forget(DESK)],
  ])("end the sign-ins of both when %s forgets one", async (_, forget) => {
    const signIns = createSignIns({
      servers: [],
      store: createSignInStore({ storeOf: createMemoryStores() }),
      secret: "the secret of this deployment",
    });
    const { say, mailbox } = await linkTwo([], { signIns });
    const invite = async (conversation: string) => {
      const invitation = { server: "shop", person: "ada", who: "Ada" };
      const path = await signIns.invite({ ...invitation, conversation });
      return path.split("/").at(-1) ?? "";
    };
    const tokens = [await invite(PHONE), await invite(DESK)];
    await forget(say, forgetSignIns(mailbox, signIns));
    for (const token of tokens)
      expect(await signIns.findInvitation(token)).toBeUndefined();
    const own = await mailbox.read(PHONE, { isOwn: true });
    expect(own?.messages).toEqual([]);
  });

  it("say to the page that they are linked, and no longer", async () => {
    const { say, mailbox } = await linkTwo();
    const read = async () =>
      toConversationBody(
        { model: { demo: false }, botName: "Parley" },
        await mailbox.read(PHONE),
      );
    expect(await read()).toMatchObject({ is_linked: true });
    await say(PHONE, "/unlink");
    expect(await read()).not.toHaveProperty("is_linked");
  });

  it("tell the chat that gave the code", async () => {
    const { sent } = await linkTwo();
    const told = sent.filter(({ chat }) => chat === PHONE).at(-1);
    expect(told?.text).toContain("now linked with Slack");
    expect(told?.text).toContain("/unlink");
  });

  it("have the one spoken in last as their home, to which more can come", async () => {
    const { say, codeOf, mailbox, memoryOf } = await linkTwo(["Three."]);
    const code = await codeOf(PHONE);
    expect(await say(HOME, `/link ${code} 是`)).toContain("Telegram");
    expect(await memoryOf(DESK).findLink()).toMatchObject({
      members: [{ name: PHONE }, { name: HOME }],
    });
    await say(HOME, "And here?");
    expect(textsOf(await mailbox.read(PHONE))).toContain("Three.");
  });

  it("say so if they are linked already", async () => {
    const { say, codeOf } = await linkTwo();
    const code = await codeOf(DESK);
    expect(await say(PHONE, `/link ${code} yes`)).toContain("linked already");
  });

  it("show what a code would link before it is used", async () => {
    const model = createScriptedModel([]);
    const { say, memoryOf } = openChats(model);
    const author = { id: "1", name: "Ada *L*", language: "en" };
    const offered = await say(PHONE, "/link", { author });
    const [, code = ""] = /\/link (\S+?)`/.exec(offered) ?? [];
    const asked = await say(DESK, `/link ${code.toLowerCase()}`);
    expect(asked).toContain(String.raw`Telegram (Ada \*L\*)`);
    expect(await memoryOf(DESK).findLink()).not.toHaveProperty("home");
    expect(await say(DESK, `/link ${code} yes`)).toContain("now linked");
  });

  it("take a code once, and none that is old", async () => {
    let at = 1_000;
    const model = createScriptedModel([]);
    const { say, codeOf } = openChats(model, { now: () => at });
    const first = await codeOf(PHONE);
    expect(await say(DESK, `/link ${first} yes`)).toContain("now linked");
    expect(await say(HOME, `/link ${first} yes`)).toContain("do not know");
    const second = await codeOf(PHONE);
    at += 600_000;
    expect(await say(HOME, `/link ${second}`)).toContain("do not know");
  });

  it("take a few guesses of a person, also of a right code", async () => {
    const { say, codeOf } = openChats(createScriptedModel([]));
    const code = await codeOf(PHONE);
    for (let guess = 0; guess < 10; guess++)
      expect(await say(DESK, "/link AAAA-BBBB")).toContain("do not know");
    expect(await say(DESK, `/link ${code}`)).toContain("Too many");
    expect(await say(HOME, `/link ${code}`)).toContain("links this chat");
  });

  it("are never groups", async () => {
    const { say } = openChats(createScriptedModel([]));
    const isGroup = true as const;
    expect(await say(PHONE, "/link", { isGroup })).toContain("Groups");
    expect(await say(PHONE, "/unlink", { isGroup })).toContain("Groups");
  });

  it("are both left to who answers one of them in an app of the platform's", async () => {
    const { say, mailbox, model } = await linkTwo();
    const origin = { kind: "operator", name: "app:x", isEcho: true } as const;
    const asked = model.prompts.length;
    expect(await say(PHONE, "Anna here.", { origin })).toBe("");
    expect(await say(DESK, "And here?")).toBe("");
    expect(model.prompts).toHaveLength(asked);
    expect(await mailbox.read(DESK)).toMatchObject({
      owner: { name: "app:x" },
    });
    expect(textsOf(await mailbox.read(PHONE))?.slice(-2)).toEqual([
      "Anna here.",
      "And here?",
    ]);
  });

  it("part with /unlink: the chat begins anew, and sees nothing of the home", async () => {
    const { say, mailbox, model } = await linkTwo(["Old.", "New.", "Still."]);
    await say(DESK, "Secret of the desk");
    expect(await say(PHONE, "/unlink")).toContain("Parted from Slack");
    expect(await say(PHONE, "Who am I?")).toBe("New.");
    const prompt = JSON.stringify(model.prompts.at(-1));
    for (const word of ["Secret", "Rex", "Mia"])
      expect(prompt).not.toContain(word);
    expect(textsOf(await mailbox.read(PHONE))).not.toContain(
      "Secret of the desk",
    );
    expect(await say(DESK, "And now?")).toBe("Still.");
    expect(textsOf(await mailbox.read(DESK))).not.toContain("Who am I?");
    expect(await say(PHONE, "/unlink")).toContain("not linked");
  });

  it("part from all others at their home", async () => {
    const { say, memoryOf } = await linkTwo();
    expect(await say(DESK, "/unlink")).toContain("Parted from Telegram");
    expect(await memoryOf(PHONE).findLink()).not.toHaveProperty("home");
    expect(await memoryOf(DESK).findLink()).not.toHaveProperty("members");
  });

  it("answer a message once that is delivered again after a link or a parting", async () => {
    const { mailbox, message, say, runAll, sent } = await linkTwo(["Once."]);
    const twice = message(PHONE, "twice", "Again?");
    expect(await mailbox.deliver(twice)).toMatchObject({ kind: "accepted" });
    await runAll();
    expect(await mailbox.deliver(twice)).toMatchObject({ kind: "duplicate" });
    await say(PHONE, "/unlink");
    expect(await mailbox.deliver(twice)).toMatchObject({ kind: "duplicate" });
    const before = { ...message(PHONE, "m1", "The cat is called Mia") };
    expect(await mailbox.deliver(before)).toMatchObject({ kind: "duplicate" });
    await runAll();
    expect(sent.filter(({ text }) => text === "Once.")).toHaveLength(1);
  });

  it("answer what was open where it began, and what follows after it", async () => {
    const model = createScriptedModel(["One.", "Two.", "First.", "Second."]);
    let at = 1_000;
    const chats = openChats(model, { now: () => (at += 1_000) });
    const { mailbox, message, memoryOf, run, runAll, codeOf, say, sent } =
      chats;
    await say(PHONE, "one");
    await say(DESK, "two");
    const code = await codeOf(PHONE);
    await mailbox.deliver(message(PHONE, "open", "first"));
    await mailbox.deliver(message(DESK, "link", `/link ${code} yes`));
    await run(DESK);
    await mailbox.deliver(message(PHONE, "next", "second"));
    expect(await memoryOf(PHONE).findTurn("next")).toBeDefined();
    await runAll();
    const answers = sent.filter(({ chat }) => chat === PHONE).slice(-2);
    expect(answers.map(({ text }) => text)).toEqual(["First.", "Second."]);
  });

  it("are linked although the model is away; then it remembers later", async () => {
    let at = 1_000;
    const model = createScriptedModel([
      "One.",
      "Two.",
      // After the command, and after what tells the other chat.
      new Error("away"),
      new Error("away"),
      "Three.",
      "The cat is called Mia.",
      "Mia!",
    ]);
    const chats = openChats(model, { now: () => (at += 1_000) });
    const { say, codeOf, memoryOf } = chats;
    await say(PHONE, "The cat is called Mia");
    await say(DESK, "Hello");
    await say(DESK, `/link ${await codeOf(PHONE)} yes`);
    expect(await memoryOf(DESK).findLink()).toMatchObject({
      members: [{ name: PHONE, isUnmerged: true }],
    });
    await say(PHONE, "Anything");
    expect(await say(DESK, "The cat?")).toBe("Mia!");
    expect(JSON.stringify(model.prompts.at(-1))).toContain(
      "The cat is called Mia.",
    );
  });

  it("forget what both have said", async () => {
    const { mailbox, memoryOf } = await linkTwo();
    await mailbox.forget(PHONE);
    for (const name of [PHONE, DESK])
      expect((await memoryOf(name).readRecord())?.messages).toEqual([]);
  });

  it("keep their reminders, which go where they were made, and take them along", async () => {
    let at = Date.UTC(2026, 10, 29);
    const model = createScriptedModel([]);
    const chats = openChats(model, { now: () => (at += 1_000) });
    const { say, codeOf, memoryOf } = chats;
    await say(PHONE, "/reminders add 2030-01-01 09:00 Call Mum");
    await say(DESK, "/reminders add 2030-01-02 09:00 Call Dad");
    await say(PHONE, `/link ${await codeOf(DESK)} yes`);
    const { home = PHONE } = await memoryOf(PHONE).findLink();
    const member = home === PHONE ? DESK : PHONE;
    expect(await memoryOf(home).listSchedules()).toHaveLength(2);
    expect(await memoryOf(member).nextDue()).toBeUndefined();
    await say(member, "/unlink");
    for (const name of [PHONE, DESK]) {
      const [only, ...others] = await memoryOf(name).listSchedules();
      expect(others).toEqual([]);
      expect(only?.to).toMatchObject({
        conversation: name,
        channel: name.split(":")[0],
      });
      expect(only?.to).not.toHaveProperty("via");
    }
  });

  it("send a reminder on the day on which they parted", async () => {
    let at = Date.UTC(2026, 10, 29);
    const chats = openChats(createScriptedModel([]), { now: () => at });
    const { say, codeOf, memoryOf, runAll, sent } = chats;
    const link = async () => say(DESK, `/link ${await codeOf(PHONE)} yes`);
    await say(DESK, "/reminders add 2030-01-01 09:00 Call Dad");
    await link();
    await say(PHONE, "/reminders add 2026-11-29 09:00 Call Mum");
    await say(PHONE, "/unlink");
    at = Date.UTC(2026, 10, 29, 9, 1);
    await memoryOf(PHONE).openDue({ limit: 50 });
    await runAll();
    const last = sent.at(-1);
    expect(last?.chat).toBe(PHONE);
    expect(last?.text).toContain("Call Mum");
  });

  it("keep the reminders made while the model is away, and none that is done", async () => {
    let at = Date.UTC(2026, 10, 29);
    const away = Array.from({ length: 20 }, () => new Error("away"));
    const model = createScriptedModel(["One.", "Two.", ...away]);
    const chats = openChats(model, { now: () => (at += 1_000) });
    const { say, codeOf, memoryOf } = chats;
    await say(PHONE, "one");
    await say(DESK, "two");
    await say(PHONE, "/reminders add 2030-01-01 09:00 Call Mum");
    await say(DESK, `/link ${await codeOf(PHONE)} yes`);
    await say(PHONE, "/reminders add 2030-01-02 09:00 Call Dad");
    const [done] = await memoryOf(DESK).listSchedules();
    await memoryOf(DESK).cancelSchedule(done?.id ?? "");
    expect(done?.text).toBe("Call Mum");
    await say(PHONE, "/unlink");
    const kept = await memoryOf(PHONE).listSchedules();
    expect(kept.map(({ text }) => text)).toEqual(["Call Dad"]);
  });

  it("are eleven at most, and say what to do then", async () => {
    let at = 1_000;
    const model = createScriptedModel([]);
    const { say, codeOf, memoryOf } = openChats(model, {
      memoryStrategy: "window",
      now: () => (at += 1_000),
    });
    const join = async (name: string) =>
      say(name, `/link ${await codeOf(HOME)} yes`);
    for (let each = 1; each <= 10; each++)
      expect(await join(`telegram:${each}`)).toContain("now linked");
    expect(await join("telegram:11")).toContain(
      "No more than 10 chats can be linked with one. Send `/unlink`",
    );
    expect((await memoryOf("telegram:11").findLink()).home).toBeUndefined();
    await say("telegram:3", "/unlink");
    expect(await join("telegram:11")).toContain("now linked");
    expect((await memoryOf(HOME).findLink()).members).toHaveLength(10);
  });

  it("keep all their reminders beyond the limit of one chat, and make no more", async () => {
    let at = Date.UTC(2026, 10, 29);
    const { say, codeOf, memoryOf } = openChats(createScriptedModel([]), {
      now: () => (at += 1_000),
    });
    for (const name of [PHONE, DESK])
      for (let each = 1; each <= MAX_SCHEDULES; each++)
        await memoryOf(name).schedule(
          createSchedule({
            id: `${name}/${each}`,
            due: Date.UTC(2030, 0, 1),
            to: {
              conversation: name,
              channel: "telegram",
              author: { id: name },
              replyTo: { chat: name },
            },
          }),
        );
    await say(DESK, `/link ${await codeOf(PHONE)} yes`);
    const all = await memoryOf(DESK).listSchedules();
    expect(all).toHaveLength(2 * MAX_SCHEDULES);
    for (const name of [PHONE, DESK])
      expect(await say(name, "/reminders add 2030-01-02 09:00 Tea")).toContain(
        "The limit of 20 reminders is reached",
      );
    // All at once: what finds no room is told.
    at = Date.UTC(2030, 0, 1);
    const opened = await memoryOf(DESK).openDue({ limit: 30 });
    expect(opened).toHaveLength(30);
    const missed = await memoryOf(DESK).findMissed();
    expect(missed?.missed).toHaveLength(10);
  });

  it("remember nothing that is forgotten while it is summarised", async () => {
    let at = 1_000;
    const model = createScriptedModel(["One.", "Two.", "The cat is Mia."]);
    const chats = openChats(model, { now: () => (at += 1_000) });
    const { say, codeOf, memoryOf, mailbox, links } = chats;
    await say(PHONE, "The cat is called Mia");
    await say(DESK, "Hello");
    const { of } = links;
    Object.assign(links, {
      of: (name: string) => ({
        ...of(name),
        async recall() {
          const recalled = await of(name).recall();
          await mailbox.forget(DESK);
          return recalled;
        },
      }),
    });
    await say(DESK, `/link ${await codeOf(PHONE)} yes`);
    expect((await memoryOf(DESK).recall()).summary).toBeUndefined();
  });

  it("say once that they are parted", async () => {
    const { mailbox, message, runAll, sent } = await linkTwo();
    await mailbox.deliver(message(PHONE, "first", "/unlink"));
    await mailbox.deliver(message(PHONE, "second", "/unlink"));
    await runAll();
    const [parted, none] = sent.slice(-2).map(({ text }) => text);
    expect(parted).toContain("Parted from Slack");
    expect(none).toContain("not linked");
  });

  it("are answered each for itself, also two chats of one account", async () => {
    const model = createScriptedModel(["First.", "Second."]);
    const chats = openChats(model, { merge: "author" });
    const { mailbox, message, say, codeOf, runAll, sent } = chats;
    const topic = `${PHONE}:topic`;
    const author = { id: "1", language: "en" };
    await say(topic, `/link ${await codeOf(PHONE)} yes`, { author });
    for (const name of [PHONE, topic])
      await mailbox.deliver(message(name, name, "Hello", { author }));
    await runAll();
    expect(sent.slice(-2)).toEqual([
      { chat: PHONE, text: "First." },
      { chat: topic, text: "Second." },
    ]);
  });

  it("part from the home that was meant, not from a later one", async () => {
    const { say, codeOf, memoryOf } = await linkTwo(["Home.", "Both."]);
    await say(PHONE, "/unlink");
    await say(HOME, "Hello");
    await say(HOME, `/link ${await codeOf(PHONE)} yes`);
    await part(PHONE, DESK, memoryOf);
    expect(await memoryOf(PHONE).findLink()).toMatchObject({ home: HOME });
  });

  it("are not kept apart by a request for a person that has expired", () => {
    const wanted = { turn: 1, since: 0 };
    const move = { kind: "move", to: DESK } as const;
    const asking = { ...EMPTY_STATE, wanted };
    expect(decideLink({ ...asking, firstTurn: 1 }, move, 0)).toEqual({});
    expect(decideLink({ ...asking, firstTurn: 2 }, move, 0)).toMatchObject({
      state: { link: { home: DESK } },
    });
  });

  const phone = { name: PHONE, channel: "telegram" } as const;
  const members = [phone];
  const full = Array.from({ length: MAX_LINKED }, (_, index) => ({
    ...phone,
    name: `${index}`,
  }));
  it.each<[string, ConversationLink, LinkChange]>([
    [
      "a member of itself twice",
      { members },
      { kind: "take-in", member: phone },
    ],
    [
      "more members than the maximum",
      { members: full },
      { kind: "take-in", member: phone },
    ],
    ["members of a member", { home: HOME }, { kind: "take-in", member: phone }],
    ["two homes", { home: HOME }, { kind: "move", to: DESK }],
    ["a home of a home", { members }, { kind: "move", to: DESK }],
    [
      "another home than its last to leave",
      { home: HOME },
      { kind: "leave", home: DESK, schedules: [] },
    ],
    ["no member to release", { members }, { kind: "release", name: DESK }],
    [
      "a member's memory twice",
      { members },
      { kind: "merge", name: PHONE, version: 0, summary: "Hi", newestAt: 0 },
    ],
  ])("never have %s", (_, link, change) => {
    expect(decideLink({ ...EMPTY_STATE, link }, change, 0)).toEqual({});
  });

  it.each([
    [undefined, 5, 5],
    [3, 5, 5],
    [7, 5, 7],
  ])(
    "remember what was merged as long as the newest of it: %s, %s",
    (coveredAt, newestAt, expected) => {
      const window = {
        ...EMPTY_STATE.window,
        ...(coveredAt !== undefined && { summary: 0, coveredAt }),
      };
      const link = { members: [{ ...phone, isUnmerged: true as const }] };
      const merge = { kind: "merge", name: PHONE, version: 0 } as const;
      expect(
        decideLink(
          { ...EMPTY_STATE, link, window },
          { ...merge, summary: "Hi", newestAt },
          0,
        ),
      ).toMatchObject({ state: { window: { coveredAt: expected } } });
    },
  );

  it("are asked about as often as a right code is typed", async () => {
    const { say, codeOf } = openChats(createScriptedModel([]));
    const code = await codeOf(PHONE);
    const first = await say(DESK, `/link ${code}`);
    for (let time = 0; time < 10; time++)
      expect(await say(DESK, `/link ${code}`)).toBe(first);
  });

  it("know a code of the chat's own", async () => {
    const { say, codeOf } = openChats(createScriptedModel([]));
    const code = await codeOf(PHONE);
    const asked = await say(PHONE, `/link ${code}`);
    expect(asked).toContain("is of this chat");
    expect(await say(DESK, `/link ${code} yes`)).toContain("now linked");
    const second = await codeOf(PHONE);
    const used = await say(PHONE, `/link ${second} yes`);
    expect(used).toContain("is of this chat");
  });

  it("cost those nothing who have none", async () => {
    const model = createScriptedModel(["One.", "Two."]);
    const linkable = openChats(model);
    await linkable.say(PHONE, "one");
    const known = linkable.reads.length;
    await linkable.say(PHONE, "two");
    expect(linkable.reads.filter((name) => name !== PHONE)).toEqual([]);
    const alone = openChats(createScriptedModel(["One.", "Two."]), {
      links: undefined as never,
    });
    await alone.say(PHONE, "one");
    await alone.say(PHONE, "two");
    expect(linkable.reads.length).toBe(alone.reads.length);
    expect(known).toBeGreaterThan(0);
  });
});
