import { describe, expect, it } from "vitest";
import { FETCHED_REPLIES } from "../../../src/channels/kit/fetched-replies.ts";
import { personOf } from "../../../src/conversation/accept/access.ts";
import { limitMessages } from "../../../src/conversation/accept/limit-messages.ts";
import { createLimiter } from "../../../src/limits/limiter.ts";
import type { Archive } from "../../../src/types/archive.ts";
import type { Mailbox } from "../../../src/types/mailbox.ts";
import type { IncomingMessage } from "../../../src/types/message.ts";
import { createMemoryCounters } from "../../fakes/memory-counters.ts";
import { createNodeSqliteDatabase } from "../../fakes/node-sqlite-database.ts";
import { createRecordedBudget } from "../../fakes/recorded-budget.ts";
import { createRecordingChannel } from "../../fakes/recording-channel.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { EVERYBODY, listedOnTelegram } from "../../fixtures/access.ts";
import { loggedEvents } from "../../fixtures/log.ts";
import { createMessage } from "../../fixtures/messages.ts";

/** Stores messages, but runs none. */
function createMailbox(): Mailbox & Pick<Archive, "findTurn"> {
  const memory = createSqliteMemory({ database: createNodeSqliteDatabase() });
  const unused = () => {
    throw new Error("Nothing runs in this test.");
  };
  return {
    async deliver(message) {
      const options = { limit: 100, isStop: false };
      const opening = await memory.openTurn(message, options);
      if (opening.kind === "elsewhere") return unused();
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
    conversation: "webhook:shop:a",
    author: { id: "ann" },
    ...overrides,
  });

const telegramChannel = createRecordingChannel();
const fetchedChannel = { name: "webhook", ...FETCHED_REPLIES };

function setUp({ access = EVERYBODY, messagesPerMinute = 1 } = {}) {
  const { budget, clock, state } = createRecordedBudget({ messagesPerMinute });
  const counters = createMemoryCounters({ now: () => clock.at });
  const stored = createMailbox();
  const asked: string[] = [];
  const mailbox = limitMessages({
    mailbox: {
      ...stored,
      deliver: (one) => {
        asked.push(one.id);
        return stored.deliver(one);
      },
      findTurn: (turn) => {
        asked.push(turn.id);
        return stored.findTurn(turn);
      },
    },
    findChannel: async (name) =>
      name === "telegram" ? telegramChannel : fetchedChannel,
    access,
    budget,
    limiter: createLimiter({
      counters: {
        ...counters,
        add: async (changes) => {
          if (state.failure !== undefined) throw state.failure;
          return counters.add(changes);
        },
      },
      now: () => clock.at,
    }),
  });
  /** `asked`: ids of messages that caused a read or write. */
  return { mailbox, clock, state, asked };
}

describe("a mailbox with a rate limit", () => {
  it("rejects an excess message, and accepts it in the next minute", async () => {
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

  it("always recognises a duplicate", async () => {
    const { mailbox, clock } = setUp();
    await mailbox.deliver(message("1"));
    clock.at += 60_000;
    await mailbox.deliver(message("2"));
    for (const id of ["1", "2"])
      expect((await mailbox.deliver(message(id))).kind).toBe("duplicate");
    // It was counted the day before; now it exceeds the limit.
    clock.at += 86_400_000;
    await mailbox.deliver(message("3"));
    expect((await mailbox.deliver(message("1"))).kind).toBe("duplicate");
  });

  it("counts each user of a key separately", async () => {
    const { mailbox } = setUp();
    await mailbox.deliver(message("1"));
    const bob = { author: { id: "bob" } };
    expect((await mailbox.deliver(message("2", bob))).kind).toBe("accepted");
  });

  it("does not mistake a message for a duplicate if conversation and id join to the same text", async () => {
    const { mailbox } = setUp();
    const kinds = [];
    for (const [name, id] of [
      ["a", "a/a/z"],
      ["a/a", "a/z"],
      ["a/a/a", "z"],
    ] as const) {
      const conversation = `webhook:shop:${name}`;
      const one = message(id, { conversation });
      kinds.push((await mailbox.deliver(one)).kind);
    }
    expect(kinds).toEqual(["accepted", "limited", "limited"]);
  });

  it("accepts all of Telegram's messages: their turns enforce the limit", async () => {
    const { mailbox } = setUp();
    for (const id of ["1", "2", "3"]) {
      const delivery = mailbox.deliver(message(id, { channel: "telegram" }));
      expect((await delivery).kind).toBe("accepted");
    }
  });

  it("accepts messages if counting fails", async () => {
    const { mailbox, state } = setUp();
    state.failure = new Error("The object is away.");
    for (const id of ["1", "2"])
      expect((await mailbox.deliver(message(id))).kind).toBe("accepted");
    expect(loggedEvents()).toEqual([
      "message not counted",
      "message not counted",
    ]);
  });
});

describe("strangers on Telegram", () => {
  const MEMBERS = listedOnTelegram({ people: ["7"] });
  const telegram = (
    id: string,
    { author = "13", chat = 13, ...overrides }: Record<string, unknown> = {},
  ) =>
    message(id, {
      channel: "telegram",
      conversation: `telegram:${String(chat)}`,
      author: { id: String(author) },
      replyTo: { chat: Number(chat) },
      ...overrides,
    });
  const sixty = Array.from({ length: 60 }, (_, index) => String(index));

  it("get through once a minute, for a refusal; all else is dropped", async () => {
    const { mailbox, asked, clock } = setUp({ access: MEMBERS });
    for (const id of sixty) await mailbox.deliver(telegram(id));
    expect(asked).toEqual(["0"]);
    clock.at += 59_000;
    expect(await mailbox.deliver(telegram("soon"))).toEqual({
      kind: "limited",
      limit: 1,
      waitMs: 1_000,
      isFirst: false,
    });
    clock.at += 1_000;
    await mailbox.deliver(telegram("later"));
    expect(asked).toEqual(["0", "later"]);
  });

  it("get their id once a minute, whether or not they were refused before", async () => {
    const { mailbox, asked } = setUp({ access: MEMBERS });
    const command = { name: "whoami", argument: "" };
    await mailbox.deliver(telegram("refused"));
    for (const id of sixty) await mailbox.deliver(telegram(id, { command }));
    expect(asked).toEqual(["refused", "0"]);
  });

  it("are refused once a minute each, in however many groups, and once in each group", async () => {
    const { mailbox, asked } = setUp({ access: MEMBERS });
    const isGroup = true;
    const say = (author: string, chat: number) =>
      mailbox.deliver(
        telegram(`${author} in ${chat}`, { author, chat, isGroup }),
      );
    for (const chat of [-1, -2])
      for (const author of ["13", "14", "15"]) await say(author, chat);
    expect(asked).toEqual(["13 in -1"]);
    await say("16", -2);
    expect(asked).toEqual(["13 in -1", "16 in -2"]);
  });

  it("do not affect people who may use the bot", async () => {
    const { mailbox, asked } = setUp({
      access: listedOnTelegram({ people: ["7"], chats: ["-1"] }),
    });
    const isGroup = true;
    const chat = -1;
    for (const id of ["1", "2"]) {
      await mailbox.deliver(telegram(`stranger ${id}`));
      await mailbox.deliver(telegram(`member ${id}`, { author: "7" }));
      await mailbox.deliver(telegram(`guest ${id}`, { chat, isGroup }));
    }
    expect(asked.filter((id) => !id.startsWith("stranger"))).toHaveLength(4);
  });

  it("leave nothing of what the business writes to them in an app of its own", async () => {
    const { mailbox, asked } = setUp({ access: MEMBERS });
    const origin = { kind: "operator", name: "app:x", isEcho: true };
    expect(await mailbox.deliver(telegram("stranger", { origin }))).toEqual({
      kind: "outdated",
    });
    await mailbox.deliver(telegram("member", { author: "7", origin }));
    expect(asked).toEqual(["member"]);
  });

  it("pass if counting fails", async () => {
    const { mailbox, state } = setUp({ access: MEMBERS });
    state.failure = new Error("The object is away.");
    for (const id of ["1", "2"])
      expect((await mailbox.deliver(telegram(id))).kind).toBe("accepted");
    expect(loggedEvents()).toContain("requests not counted");
  });
});

describe("a person", () => {
  const different = async (messages: readonly IncomingMessage[]) =>
    new Set(await Promise.all(messages.map(personOf))).size;

  it("is a user on Telegram, in any chat", async () => {
    const channel = "telegram";
    const chats = [7, -100].map((chat) =>
      message("1", { channel, replyTo: { chat } }),
    );
    expect(await different(chats)).toBe(1);
  });

  it("is a user of a key by HTTP, in any conversation", async () => {
    const [a, b, other] = ["shop:a", "shop:b", "desk:a"].map((name) =>
      message("1", { conversation: `webhook:${name}` }),
    );
    if (a === undefined || b === undefined || other === undefined) return;
    expect(await different([a, b])).toBe(1);
    expect(await different([a, other])).toBe(2);
  });

  it("is never the same for two callers or channels, whatever users are called", async () => {
    const people = [
      ["a", "a/a/z"],
      ["a/a", "a/z"],
      ["a/a/a", "z"],
      ["商店", "安娜"],
      ["商店", "安"],
      ["商", "店:安娜"],
      ["shop", "安娜"],
      ["shop", "desk:ann"],
    ].map(([caller = "", id = ""]) =>
      message("1", {
        author: { id },
        conversation: `webhook:${caller}:a`,
      }),
    );
    const author = { id: "安娜" };
    people.push(message("1", { channel: "web", author }));
    people.push(message("1", { channel: "telegram", author }));
    expect(await different(people)).toBe(people.length);
  });

  it("has an opaque name", async () => {
    const author = { id: "4711-ann" };
    const person = await personOf(message("1", { author }));
    expect(person).toMatch(/^[0-9a-f]{32}$/);
  });
});
