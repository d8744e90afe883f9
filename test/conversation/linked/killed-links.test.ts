import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Prompt } from "../../../src/types/model.ts";
import { createScriptedModel } from "../../fakes/scripted-model.ts";
import { openChats } from "./linked-chats.ts";

const ADA = ["telegram:ada", "slack:ada", "line:ada"] as const;
const EVE = "telegram:eve";

/** Thrown at a place in a test, as if the process died there. */
class Killed extends Error {}

/** A model that answers each message with its own words. */
function echo() {
  const answer = ({ messages }: Prompt): string => {
    const last = messages.at(-1)?.content ?? "";
    const said = [...last.matchAll(/word\d+/g)].at(-1)?.[0];
    return `Re ${said ?? "what they said"}`;
  };
  return createScriptedModel(Array.from({ length: 500 }, () => answer));
}

/**
 * Chats whose process dies at its n-th effect, once for each number that is set;
 * it starts again, and platforms deliver again what they got no answer for.
 */
function openMortalChats() {
  let at = Date.UTC(2026, 10, 29);
  let left = Infinity;
  let isDead = false;
  let effects = 0;
  let touches = 0;
  let isUnstored = false;
  let diedUnstored = false;
  const chats = openChats(echo(), {
    now: () => (at += 1_000),
    touch(effect) {
      if (isDead) throw new Killed();
      if (effect === "read") return;
      effects += 1;
      left -= 1;
      // Called before and after: sent, until the next commit is made.
      const isSent = effect === "send" && (touches += 1) % 2 === 0;
      if (left <= 0) diedUnstored = isSent || isUnstored;
      isUnstored = isSent;
      if (left > 0) return;
      isDead = true;
      throw new Killed();
    },
  });
  const work = async (one: () => Promise<unknown>): Promise<void> => {
    for (;;) {
      try {
        await one();
        await chats.runAll();
        if (!isDead) return;
      } catch (error) {
        if (!isDead) throw error;
      }
      isDead = false;
      left = Infinity;
      touches = 0;
      isUnstored = false;
      chats.restart();
      // A platform and a wake-up begin again with each conversation.
      for (const name of [...ADA, EVE]) chats.memoryOf(name);
    }
  };
  let last = 0;
  return {
    ...chats,
    effects: () => effects,
    /** Whether the process died after a part was sent, before it was stored. */
    diedUnstored: () => diedUnstored,
    /** Delivered until it is stored, and run until all is done. */
    async tell(name: string, text: string, dies = Infinity): Promise<void> {
      const message = chats.message(name, `m${++last}`, text);
      left = dies;
      await work(() => chats.mailbox.deliver(message));
      left = Infinity;
    },
  };
}

type Chats = ReturnType<typeof openMortalChats>;

async function codeOf(chats: Chats, name: string): Promise<string> {
  await chats.tell(name, "/link");
  const offered = chats.sent.filter(({ chat }) => chat === name).at(-1);
  return /\/link (\S+?)`/.exec(offered?.text ?? "")?.[1] ?? "";
}

/** Two chats with a message each; the code is of the first. */
async function begin(): Promise<{ chats: Chats; code: string }> {
  const chats = openMortalChats();
  for (const [index, name] of ADA.slice(0, 2).entries())
    await chats.tell(name, `word${index}`);
  return { chats, code: await codeOf(chats, ADA[0]) };
}

const answersIn = (chats: Chats, text: string) =>
  chats.sent.filter((one) => one.text === `Re ${text}`);

describe("a link", () => {
  it("is made as a whole, whichever of its effects the process dies at", async () => {
    const { chats: whole, code: first } = await begin();
    const before = whole.effects();
    await whole.tell(ADA[1], `/link ${first} yes`);
    const all = whole.effects() - before;
    expect(all).toBeGreaterThan(10);
    for (let dies = 1; dies <= all; dies++) {
      const { chats, code } = await begin();
      await chats.tell(ADA[1], `/link ${code} yes`, dies);
      const [phone, desk] = ADA;
      const link = await chats.memoryOf(desk).findLink();
      expect(link, `dies at ${dies}`).toMatchObject({
        members: [{ name: phone }],
      });
      expect(await chats.memoryOf(phone).findLink()).toMatchObject({
        home: desk,
      });
      const told = chats.sent.filter(({ text }) => /linked/.test(text));
      const twice = told.length - new Set(told.map(({ chat }) => chat)).size;
      expect(twice, `dies at ${dies}`).toBe(chats.diedUnstored() ? 1 : 0);
      await chats.tell(phone, "word7");
      expect(link.members?.[0]).not.toHaveProperty("isUnmerged");
      expect(answersIn(chats, "word7")).toEqual([
        { chat: phone, text: "Re word7" },
      ]);
    }
  });

  it("is parted as a whole, whichever of its effects the process dies at", async () => {
    const open = async () => {
      const { chats, code } = await begin();
      await chats.tell(ADA[1], `/link ${code} yes`);
      await chats.tell(ADA[0], "/reminders add 2030-01-01 09:00 Call Mum");
      return chats;
    };
    const whole = await open();
    const before = whole.effects();
    await whole.tell(ADA[0], "/unlink");
    const all = whole.effects() - before;
    for (let dies = 1; dies <= all; dies++) {
      const chats = await open();
      const [phone, desk] = ADA;
      await chats.tell(phone, "/unlink", dies);
      const at = `dies at ${dies}`;
      expect(await chats.memoryOf(desk).findLink(), at).not.toHaveProperty(
        "members",
      );
      expect(await chats.memoryOf(phone).findLink(), at).not.toHaveProperty(
        "home",
      );
      const lists = [phone, desk].map((name) =>
        chats.memoryOf(name).listSchedules(),
      );
      const [mine = [], theirs = []] = await Promise.all(lists);
      expect([mine.length, theirs.length], at).toEqual([1, 0]);
      await chats.tell(phone, "word8");
      await chats.tell(desk, "word9");
      const texts = async (name: string) =>
        (await chats.mailbox.read(name))?.messages.map(({ text }) => text);
      expect(await texts(phone), at).not.toContain("word9");
      expect(await texts(desk), at).not.toContain("word8");
    }
  });

  it("loses, repeats or misplaces no message, whatever comes in between", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            from: fc.integer({ min: 0, max: 2 }),
            to: fc.integer({ min: 0, max: 2 }),
            what: fc.constantFrom("say", "say", "link", "unlink"),
            dies: fc.oneof(
              fc.constant(Infinity),
              fc.integer({ min: 1, max: 40 }),
            ),
          }),
          { maxLength: 12 },
        ),
        async (acts) => {
          const chats = openMortalChats();
          await chats.tell(EVE, "word999");
          const said: { chat: string; word: string }[] = [];
          for (const [index, { from, to, what, dies }] of acts.entries()) {
            const chat = ADA[from] ?? ADA[0];
            const word = `word${index}`;
            if (what === "say") said.push({ chat, word });
            const text =
              what === "say"
                ? word
                : what === "unlink"
                  ? "/unlink"
                  : `/link ${await codeOf(chats, ADA[to] ?? ADA[0])} yes`;
            await chats.tell(chat, text, dies);
          }
          for (const { chat, word } of said) {
            const answers = answersIn(chats, word);
            // A part that was sent before the process died is sent again.
            expect(answers.length).toBeGreaterThan(0);
            expect(answers.every((one) => one.chat === chat)).toBe(true);
            const asked = await Promise.all(
              ADA.map(async (name) => {
                const own = { isOwn: true } as const;
                const record = await chats.mailbox.read(name, own);
                return (record?.messages ?? []).filter(
                  ({ role, text }) => role === "user" && text === word,
                );
              }),
            );
            expect(asked.flat()).toHaveLength(1);
          }
          for (const name of ADA) {
            const { home, members } = await chats.memoryOf(name).findLink();
            expect(home === undefined || members === undefined).toBe(true);
            if (home !== undefined)
              expect(await chats.memoryOf(home).findLink()).toMatchObject({
                members: expect.arrayContaining([
                  expect.objectContaining({ name }),
                ]),
              });
          }
          expect((await chats.mailbox.read(EVE))?.messages).toHaveLength(2);
        },
      ),
    ));
});
