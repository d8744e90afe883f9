import { describe, expect, it } from "vitest";
import { limitMessages } from "../../src/conversation/limit-messages.ts";
import { personOf } from "../../src/conversation/person-of.ts";
import type { IncomingMessage } from "../../src/message.ts";
import type { Archive } from "../../src/archive.ts";
import type { Mailbox } from "../../src/ports.ts";
import { createSqliteMemory } from "../../src/platforms/cloudflare/sqlite-memory.ts";
import { createNodeSqliteDatabase } from "../fakes/node-sqlite-database.ts";
import { createRecordedBudget } from "../fakes/recorded-budget.ts";
import { createMessage } from "../fixtures/messages.ts";

/** Stores messages, and runs none. */
function createMailbox(): Mailbox & Pick<Archive, "findTurn"> {
  const memory = createSqliteMemory({ database: createNodeSqliteDatabase() });
  const unused = () => {
    throw new Error("Nothing runs in this test.");
  };
  return {
    async deliver(message) {
      const options = { limit: 100, isStop: false };
      const opening = await memory.openTurn(message, options);
      if (!("turn" in opening)) return opening;
      const kind = opening.kind === "opened" ? "accepted" : "duplicate";
      return { kind, turn: opening.turn };
    },
    findTurn: ({ id }) => memory.findTurn(id),
    stop: unused,
    retry: unused,
    watch: unused,
  };
}

const message = (id: string, overrides: Partial<IncomingMessage> = {}) =>
  createMessage({
    id,
    channel: "webhook",
    author: { id: "ann" },
    replyTo: { key: "shop", conversation: "a" },
    ...overrides,
  });

function setUp() {
  const { budget, clock, state } = createRecordedBudget({
    messagesPerMinute: 1,
  });
  const mailbox = limitMessages({ mailbox: createMailbox(), budget });
  return { mailbox, clock, state };
}

describe("a mailbox with a limit", () => {
  it("refuses a message too many in its minute, and takes it in the next one", async () => {
    const { mailbox, clock } = setUp();
    expect((await mailbox.deliver(message("1"))).kind).toBe("accepted");
    clock.at += 20_000;
    expect(await mailbox.deliver(message("2"))).toMatchObject({
      kind: "limited",
      limit: 1,
      waitMs: 40_000,
    });
    clock.at += 40_000;
    expect((await mailbox.deliver(message("2"))).kind).toBe("accepted");
  });

  it("always knows a message again that it has", async () => {
    const { mailbox, clock } = setUp();
    await mailbox.deliver(message("1"));
    clock.at += 60_000;
    await mailbox.deliver(message("2"));
    for (const id of ["1", "2"])
      expect((await mailbox.deliver(message(id))).kind).toBe("duplicate");
    // Counted on the day before, it is one too many today.
    clock.at += 86_400_000;
    await mailbox.deliver(message("3"));
    expect((await mailbox.deliver(message("1"))).kind).toBe("duplicate");
  });

  it("counts each user of a key apart", async () => {
    const { mailbox } = setUp();
    await mailbox.deliver(message("1"));
    const bob = { author: { id: "bob" } };
    expect((await mailbox.deliver(message("2", bob))).kind).toBe("accepted");
  });

  it("takes all of Telegram's: their turn says what is too many", async () => {
    const { mailbox } = setUp();
    for (const id of ["1", "2", "3"]) {
      const delivery = mailbox.deliver(message(id, { channel: "telegram" }));
      expect((await delivery).kind).toBe("accepted");
    }
  });

  it("takes what cannot be counted", async () => {
    const { mailbox, state } = setUp();
    state.failure = new Error("The object is away.");
    for (const id of ["1", "2"])
      expect((await mailbox.deliver(message(id))).kind).toBe("accepted");
  });
});

describe("a person", () => {
  const different = async (messages: readonly IncomingMessage[]) =>
    new Set(await Promise.all(messages.map(personOf))).size;

  it("is a user on Telegram, in whichever chat", async () => {
    const channel = "telegram";
    const chats = [7, -100].map((chat) =>
      message("1", { channel, replyTo: { chat } }),
    );
    expect(await different(chats)).toBe(1);
  });

  it("is a user of a key by HTTP, in whichever conversation", async () => {
    const [a, b, other] = [
      { key: "shop", conversation: "a" },
      { key: "shop", conversation: "b" },
      { key: "desk", conversation: "a" },
    ].map((replyTo) => message("1", { replyTo }));
    if (a === undefined || b === undefined || other === undefined) return;
    expect(await different([a, b])).toBe(1);
    expect(await different([a, other])).toBe(2);
  });

  it("is never the same for two callers or channels, whatever users are called", async () => {
    const people = [
      ["商店", "安娜"],
      ["商店", "安"],
      ["商", "店:安娜"],
      ["shop", "安娜"],
      ["shop", "desk:ann"],
    ].map(([key = "", id = ""]) =>
      message("1", { author: { id }, replyTo: { key } }),
    );
    const author = { id: "安娜" };
    people.push(message("1", { channel: "web", author, replyTo: {} }));
    people.push(message("1", { channel: "telegram", author, replyTo: {} }));
    expect(await different(people)).toBe(people.length);
  });

  it("is called by a name that says nothing of them", async () => {
    const author = { id: "4711-ann" };
    const person = await personOf(message("1", { author }));
    expect(person).toMatch(/^[0-9a-f]{32}$/);
  });
});
