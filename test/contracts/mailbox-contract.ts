import { describe, expect, it } from "vitest";
import type { Archive } from "../../src/types/archive.ts";
import type { Handover } from "../../src/types/handover.ts";
import type { Mailbox } from "../../src/types/mailbox.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import type { TurnEvent } from "../../src/types/turn.ts";

/**
 * Tests of every `Mailbox`. Its bot must answer sums (`1+1`) with the
 * calculator and never finish answering `endless`. `createMessage` returns a
 * message of a conversation that no other test uses.
 */
export function describeMailboxContract(
  name: string,
  {
    createMailbox,
    createMessage,
    endless,
  }: {
    createMailbox: () => Mailbox & Archive & Handover;
    createMessage: (overrides: {
      id: string;
      conversation?: string;
      text?: string;
    }) => IncomingMessage;
    endless: string;
  },
): void {
  const { signal } = new AbortController();
  const eventsOf = (
    mailbox: Mailbox,
    message: IncomingMessage,
  ): Promise<TurnEvent[]> =>
    Array.fromAsync(mailbox.watch(message, { signal }));

  describe(`${name} implements Mailbox`, () => {
    it("accepts each message id once", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1" });
      const deliveries = await Promise.all(
        Array.from({ length: 10 }, () => mailbox.deliver(message)),
      );
      expect(deliveries.filter(({ kind }) => kind === "accepted")).toHaveLength(
        1,
      );
      expect(
        deliveries.filter(({ kind }) => kind === "duplicate"),
      ).toHaveLength(9);
      await eventsOf(mailbox, message);
      expect((await mailbox.read(message.conversation))?.messages).toHaveLength(
        2,
      );
    });

    it("streams a turn's steps and its end to a watcher", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1", text: "12*12" });
      await mailbox.deliver(message);
      const events = await eventsOf(mailbox, message);
      const end = events.at(-1);
      expect(events.filter(({ type }) => type === "step")).toHaveLength(1);
      expect(end).toMatchObject({
        type: "end",
        turn: { id: "1", steps: [{ observation: "144" }] },
      });
    });

    it("replays the steps, the reply and the end to late watchers", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1" });
      await mailbox.deliver(message);
      const first = (await eventsOf(mailbox, message)).at(-1);
      const late = await eventsOf(mailbox, message);
      expect(late.map(({ type }) => type)).toEqual(["step", "delta", "end"]);
      expect(late.at(-1)).toMatchObject({
        turn: { reply: first?.type === "end" ? first.turn.reply : undefined },
      });
    });

    it("answers a linked conversation in its home, until they are parted", async () => {
      const mailbox = createMailbox();
      const one = createMessage({ id: "1" }).conversation;
      const other = `${one} too`;
      let last = 0;
      const say = async (conversation: string, text: string) => {
        const [, word, argument = ""] = /^\/(\w+) ?(.*)$/.exec(text) ?? [];
        const message = {
          ...createMessage({ id: `${conversation}/${++last}`, conversation }),
          text,
          ...(word !== undefined && { command: { name: word, argument } }),
        };
        await mailbox.deliver(message);
        const end = (await eventsOf(mailbox, message)).at(-1);
        return end?.type === "end" ? (end.turn.reply ?? "") : "";
      };
      const textsOf = async (conversation: string) => {
        const { messages = [] } = (await mailbox.read(conversation)) ?? {};
        return messages.map(({ text }) => text);
      };
      await say(one, "1+1");
      await say(other, "2+2");
      const [, code = ""] = /link (\S+?)`/.exec(await say(one, "/link")) ?? [];
      expect(await say(other, `/link ${code} yes`)).toContain("now linked");
      await say(one, "3+3");
      await say(other, "4+4");
      const both = await textsOf(one);
      expect(both).toEqual(await textsOf(other));
      expect(both).toEqual(expect.arrayContaining(["2+2", "3+3", "4+4"]));
      expect(both).not.toContain("1+1");
      expect(await say(one, "/unlink")).toContain("Parted");
      await say(one, "5+5");
      const parted = await textsOf(one);
      expect(parted).toContain("5+5");
      expect(parted).not.toContain("3+3");
      expect(await textsOf(other)).not.toContain("5+5");
    });

    it("leaves a conversation to a person, whose replies are kept in order, once each, until it is handed back", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1" });
      const { conversation } = message;
      const anna = { operator: "anna" };
      const say = (id: string) =>
        mailbox.handOver(conversation, {
          ...anna,
          kind: "reply",
          id,
          text: `Reply ${id}`,
        });
      expect(await say("a")).toEqual({ kind: "unknown" });
      await mailbox.deliver(message);
      await eventsOf(mailbox, message);
      expect(await say("a")).toMatchObject({ kind: "accepted" });
      expect(await say("a")).toMatchObject({ kind: "duplicate" });
      await mailbox.deliver({ ...message, id: "2", text: "2+2" });
      const [end] = (await eventsOf(mailbox, { ...message, id: "2" })).slice(
        -1,
      );
      expect(end).toMatchObject({ type: "end", turn: { isForPerson: true } });
      await say("b");
      const origin = { kind: "operator", name: "anna" };
      await expect
        .poll(async () => (await mailbox.read(conversation))?.messages.slice(2))
        .toMatchObject([
          { text: "Reply a", origin },
          { text: "2+2", isForPerson: true },
          { text: "Reply b", origin },
        ]);
      expect(await mailbox.read(conversation)).toMatchObject({
        owner: { name: "anna", until: expect.any(Number) },
      });
      expect(
        await mailbox.handOver(conversation, { ...anna, kind: "hand-back" }),
      ).toMatchObject({ kind: "returned", was: { name: "anna" } });
      await mailbox.deliver({ ...message, id: "3", text: "3+3" });
      const events = await eventsOf(mailbox, { ...message, id: "3" });
      expect(events.at(-1)).toMatchObject({
        type: "end",
        turn: { steps: [{ observation: "6" }] },
      });
    });

    it("ends a running answer when a person takes over", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1", text: endless });
      await mailbox.deliver(message);
      const watching = eventsOf(mailbox, message);
      await expect
        .poll(async () => (await mailbox.findTurn(message))?.status)
        .toBe("thinking");
      const taken = await mailbox.handOver(message.conversation, {
        kind: "take-over",
        operator: "anna",
      });
      expect(taken).toMatchObject({ kind: "taken", owner: { name: "anna" } });
      expect((await watching).at(-1)).toMatchObject({
        type: "end",
        turn: { isForPerson: true },
      });
    });

    it("leaves a conversation to who answers in an app of the platform's, and keeps their words once", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1" });
      const { conversation } = message;
      const origin = { kind: "operator", name: "app:x", isEcho: true } as const;
      const echo = { ...message, id: "e", text: "Here I am.", origin };
      expect(await mailbox.deliver(echo)).toMatchObject({ kind: "accepted" });
      expect(await mailbox.deliver(echo)).toMatchObject({ kind: "duplicate" });
      await mailbox.deliver(message);
      expect((await eventsOf(mailbox, message)).at(-1)).toMatchObject({
        type: "end",
        turn: { isForPerson: true },
      });
      expect(await mailbox.deliver(echo)).toMatchObject({ kind: "duplicate" });
      expect(await mailbox.read(conversation)).toMatchObject({
        owner: { name: "app:x" },
        messages: [
          { role: "assistant", text: "Here I am.", origin },
          { role: "user", isForPerson: true },
        ],
      });
    });

    it("ends a running answer when somebody answers in an app of the platform's", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1", text: endless });
      await mailbox.deliver(message);
      const watching = eventsOf(mailbox, message);
      await expect
        .poll(async () => (await mailbox.findTurn(message))?.status)
        .toBe("thinking");
      const origin = { kind: "operator", name: "app:x", isEcho: true } as const;
      await mailbox.deliver({ ...message, id: "e", text: "Stop.", origin });
      expect((await watching).at(-1)).toMatchObject({
        type: "end",
        turn: { isForPerson: true },
      });
    });

    it("rates an answer", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1" });
      await mailbox.deliver(message);
      await eventsOf(mailbox, message);
      const rating = { thumb: "down", reason: "It is 3." } as const;
      expect(await mailbox.rate(message, rating)).toBe("rated");
      const record = await mailbox.read(message.conversation);
      expect(record?.messages[1]).toMatchObject({ role: "assistant", rating });
    });

    it("adds what was used after an answer to its turn, and keeps settings", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1" });
      const { conversation } = message;
      await mailbox.deliver(message);
      await eventsOf(mailbox, message);
      const before = (await mailbox.findTurn(message))?.usage.inputTokens;
      const usage = { inputTokens: 5, cachedInputTokens: 0, outputTokens: 1 };
      await mailbox.addUsage(message, { ...usage, modelCalls: 1 });
      const after = (await mailbox.findTurn(message))?.usage.inputTokens;
      expect((after ?? 0) - (before ?? 0)).toBe(5);
      const settings = { instructions: "Be kind." };
      await mailbox.changeSettings(conversation, settings);
      expect(await mailbox.read(conversation)).toMatchObject({ settings });
    });

    it("returns nothing for an unknown turn", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1" });
      expect(await eventsOf(mailbox, message)).toEqual([]);
      expect(await mailbox.findTurn(message)).toBeUndefined();
      expect(await mailbox.read(message.conversation)).toBeUndefined();
    });

    it("runs a conversation's turns in order of arrival", async () => {
      const mailbox = createMailbox();
      const messages = Array.from({ length: 20 }, (_, index) =>
        createMessage({ id: `m${index}`, text: `${index}+1` }),
      );
      for (const message of messages) await mailbox.deliver(message);
      for (const message of messages) await eventsOf(mailbox, message);
      const record = await mailbox.read(messages[0]?.conversation ?? "");
      const expected = messages.flatMap(({ id }) => [id, id]);
      expect(record?.messages.map(({ turn }) => turn)).toEqual(expected);
    });

    it("isolates conversations that share message ids", async () => {
      const mailbox = createMailbox();
      const mine = createMessage({ id: "1", text: "I am Lai Lai" });
      const other = createMessage({
        id: "1",
        conversation: `${mine.conversation} too`,
        text: "Who am I?",
      });
      await mailbox.deliver(mine);
      await mailbox.deliver(other);
      const end = (await eventsOf(mailbox, other)).at(-1);
      expect(end?.type === "end" ? end.turn.reply : "").not.toContain(
        "Lai Lai",
      );
    });

    it("deletes a conversation and still deduplicates its message ids", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1" });
      await mailbox.deliver(message);
      await eventsOf(mailbox, message);
      expect(await mailbox.forget(message.conversation)).toEqual({
        messages: 2,
        turns: 1,
        openTurns: [],
        failedTurns: 0,
        hadSettings: false,
      });
      expect(await mailbox.read(message.conversation)).toBeUndefined();
      expect(await mailbox.deliver(message)).toEqual({ kind: "forgotten" });
    });

    describe("stopping a turn", () => {
      it("ends a running turn and starts the next one", async () => {
        const mailbox = createMailbox();
        const first = createMessage({ id: "1", text: endless });
        const second = createMessage({ id: "2" });
        await mailbox.deliver(first);
        await mailbox.deliver(second);
        expect(await mailbox.stop(first)).toMatchObject({
          kind: "stopping",
          turn: { id: "1" },
        });
        expect((await eventsOf(mailbox, first)).at(-1)).toMatchObject({
          type: "end",
          turn: { isStopped: true },
        });
        expect((await eventsOf(mailbox, second)).at(-1)).toMatchObject({
          type: "end",
          turn: { steps: [{ observation: "2" }] },
        });
      });

      it("ends a waiting turn without waiting for the running one", async () => {
        const mailbox = createMailbox();
        const first = createMessage({ id: "1", text: endless });
        const second = createMessage({ id: "2" });
        await mailbox.deliver(first);
        await mailbox.deliver(second);
        expect((await mailbox.stop(second)).kind).toBe("stopping");
        expect((await eventsOf(mailbox, second)).at(-1)).toMatchObject({
          type: "end",
          turn: { status: "delivered", isStopped: true, steps: [] },
        });
        const running = await mailbox.findTurn(first);
        expect(running?.reply).toBeUndefined();
        expect(running?.isStopped).toBeUndefined();
        expect((await mailbox.stop(second)).kind).toBe("ended");
        await mailbox.stop(first);
        await eventsOf(mailbox, first);
        const record = await mailbox.read(first.conversation);
        expect(record).toEqual({ settings: {}, messages: [], openTurns: [] });
      });

      it("takes effect immediately if a message asks for it", async () => {
        const mailbox = createMailbox();
        const first = createMessage({ id: "1", text: endless });
        const stop = createMessage({ id: "2", text: "/stop" });
        await mailbox.deliver(first);
        const command = { name: "stop", argument: "" };
        for (let delivery = 0; delivery < 3; delivery++)
          await mailbox.deliver({ ...stop, command });
        expect((await eventsOf(mailbox, first)).at(-1)).toMatchObject({
          type: "end",
          turn: { isStopped: true },
        });
        expect((await eventsOf(mailbox, stop)).at(-1)).toMatchObject({
          turn: { reply: "", target: "1" },
        });
      });
    });

    it("does not retry a turn that has not failed", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1" });
      expect(await mailbox.retry(message)).toEqual({ kind: "unknown" });
      await mailbox.deliver(message);
      await eventsOf(mailbox, message);
      expect(await mailbox.retry(message)).toMatchObject({
        kind: "not-failed",
        turn: { id: "1", status: "delivered" },
      });
      expect((await mailbox.read(message.conversation))?.messages).toHaveLength(
        2,
      );
    });

    it("throws the signal's reason to a watcher that aborts", async () => {
      const mailbox = createMailbox();
      const message = createMessage({ id: "1" });
      await mailbox.deliver(message);
      const controller = new AbortController();
      const reason = new Error("gone");
      controller.abort(reason);
      await expect(
        Array.fromAsync(mailbox.watch(message, { signal: controller.signal })),
      ).rejects.toBe(reason);
    });
  });
}
