import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTelegramChannel } from "../../../src/channels/telegram/telegram-channel.ts";
import { scanJson } from "../../../src/channels/telegram/unread-message.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import {
  BOT,
  createTelegramGroupUpdate,
  createTelegramPress,
  createTelegramUpdate,
} from "../../fixtures/telegram-updates.ts";

const SECRET = "webhook-secret_1";
const NOTHING = { kind: "messages", messages: [] };

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const channel = createTelegramChannel({
  token: "123456:test",
  apiRoot: "http://127.0.0.1:9",
  webhookSecret: SECRET,
  index: createMessageIndex(),
});

function receive(body: BodyInit, headers: Record<string, string> = {}) {
  const init = {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "X-Telegram-Bot-Api-Secret-Token": SECRET,
      ...headers,
    },
  };
  return channel.receive(new Request("https://parley.test/", init));
}

const receiveUpdate = (update: object) => receive(JSON.stringify(update));
const logged = () => JSON.stringify(vi.mocked(console.error).mock.calls);

/** The message that notifies an author of an unread update. */
const noticeOf = (unread: string, fields: object = {}) => ({
  kind: "messages",
  messages: [
    {
      id: "700001",
      conversation: "telegram:42",
      channel: "telegram",
      author: { id: "42", language: "zh-hans" },
      text: "",
      attachments: [],
      unread,
      replyTo: { chat: 42, message: 31 },
      ...fields,
    },
  ],
});

describe("an oversized update", () => {
  it.each([
    ["a bit", 393_699],
    ["so much that it is not read to its end", 5_000_000],
  ])(
    "that is too large by %s is accepted and logged, and its author is notified",
    async (_, size) => {
      const update = createTelegramUpdate({ text: "我".repeat(size / 3) });
      expect(await receiveUpdate(update)).toMatchObject(noticeOf("too-large"));
      expect(logged()).toMatch(/update not read.*too large/);
      expect(logged()).not.toContain("我");
    },
  );

  it.each([
    ["its command is not carried out", { text: "/forget" }],
    ["its picture is not looked at", { photo: [{ file_id: "a" }] }],
  ])("has no effect: %s", async (_, message) => {
    const padding = "x".repeat(300_000);
    const update = createTelegramUpdate({ message: { ...message, padding } });
    expect(await receiveUpdate(update)).toEqual({
      ...noticeOf("too-large", { author: expect.anything() }),
      answer: expect.anything(),
    });
  });

  it("is answered in a group only if it is meant for the bot", async () => {
    const padding = "x".repeat(300_000);
    const answering = { padding, reply_to_message: { from: BOT, text: "Hi" } };
    expect(
      await receiveUpdate(
        createTelegramGroupUpdate({ message: answering, text: "Hello" }),
      ),
    ).toMatchObject({ messages: [{ unread: "too-large", isGroup: true }] });
    for (const size of [300_000, 3_000_000])
      expect(
        await receiveUpdate(
          createTelegramGroupUpdate({ text: "x".repeat(size) }),
        ),
      ).toEqual(NOTHING);
  });

  it.each([
    ["an edit", { edited_message: createTelegramUpdate().message }],
    ["a post of a channel", { channel_post: createTelegramUpdate().message }],
    ["a poll", { poll: { id: "0" } }],
    ["a pressed button", { ...createTelegramPress() }],
  ])("is accepted even if nobody expects a reply: %s", async (_, update) => {
    for (const size of [300_000, 3_000_000])
      expect(
        await receiveUpdate({
          update_id: 1,
          ...update,
          padding: "x".repeat(size),
        }),
      ).toMatchObject({ kind: "messages" });
  });
});

describe("a malformed update", () => {
  it.each([
    ["its text is none", { text: 7 }],
    ["its author has no name", { from: { id: 42, language_code: "zh-hans" } }],
  ])(
    "is accepted and logged, and its author is notified: %s",
    async (_, message) => {
      expect(
        await receiveUpdate(createTelegramUpdate({ message })),
      ).toMatchObject(noticeOf("unknown-form"));
      expect(logged()).toContain("not as the Bot API describes it");
    },
  );

  it.each([
    ["breaks off", (text: string) => text.slice(0, -3)],
    ["is no JSON further on", (text: string) => `${text.slice(0, -1)} what}`],
    ["is followed by something else", (text: string) => `${text} and more`],
  ])("is reported to its author if its JSON %s", async (_, spoil) => {
    const text = JSON.stringify(createTelegramUpdate());
    expect(await receive(spoil(text))).toMatchObject(noticeOf("unknown-form"));
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "<html>"],
    ["JSON that is no object", "[1]"],
    ["no numeric id", '{"update_id": "1"}'],
    ["no chat", '{"update_id": 1, "message": {"message_id": 1}}'],
    [
      "a chat that is no number",
      '{"update_id": 1, "message": {"message_id": 1, "chat": {"id": "42", "type": "private"}}}',
    ],
    [
      "a chat within a list",
      '{"update_id": 1, "message": [{"message_id": 1, "chat": {"id": 42, "type": "private"}}]}',
    ],
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0xfe])],
  ])("is accepted and logged if it has %s", async (_, body) => {
    expect(await receive(body)).toEqual(NOTHING);
    expect(logged()).toContain("update not read");
  });

  it("is accepted with any headers", async () => {
    const body = JSON.stringify(createTelegramUpdate());
    for (const headers of [
      { "content-type": "text/plain" },
      { "content-type": "application/json; charset=gbk" },
      { "content-encoding": "gzip" },
    ])
      expect(await receive(body, headers)).toMatchObject({
        messages: [{ text: "Hello" }],
      });
  });

  it("is not reported to other bots", async () => {
    const from = { id: 44, is_bot: true };
    const update = createTelegramUpdate({ message: { from, text: 7 } });
    expect(await receiveUpdate(update)).toEqual(NOTHING);
  });
});

it("accepts an update wherever it is cut or corrupted", async () => {
  const whole = JSON.stringify(createTelegramUpdate({ text: 'a "\\" {[ 你' }));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.string({ unit: "binary" }),
      async (at, noise) => {
        const text = whole.slice(0, at) + noise + whole.slice(at);
        for (const body of [whole.slice(0, at), text])
          expect((await receive(body)).kind).toBe("messages");
      },
    ),
  );
});

describe("scanJson", () => {
  const scan = (text: string, ...paths: string[]) =>
    Object.fromEntries(scanJson(text, new Set(paths)));

  it("finds values by their paths", () => {
    const text =
      '{"a": {"b": {"c": 1}, "d": "x"}, "e": true, "f": [{"g": 2}], "g": -3.5}';
    expect(scan(text, "a.b.c", "a.d", "e", "f.g", "g")).toEqual({
      "a.b.c": 1,
      "a.d": "x",
      e: true,
      g: -3.5,
    });
  });

  it.each([
    ["in a name", '{"a": 1, "b', { a: 1 }],
    ["in a text", '{"a": 1, "b": "x', { a: 1 }],
    ["after a backslash", '{"a": 1, "b": "x\\', { a: 1 }],
    [
      "in a number, of which the rest may be missing",
      '{"a": 1, "b": 2',
      { a: 1 },
    ],
    ["after a number", '{"a": 1, "b": 2,', { a: 1, b: 2 }],
  ])("finds what comes before the text breaks off %s", (_, text, found) => {
    expect(scan(text, "a", "b")).toEqual(found);
  });

  it("ignores JSON within a string or a name", () => {
    const texts = { x: '","a":2,"', '","a":3,"': { a: 4 }, a: 1 };
    expect(scan(JSON.stringify(texts), "a")).toEqual({ a: 1 });
  });

  it("finds what parsing finds, in any prefix of JSON", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.integer(),
        fc.nat(),
        (before, value, length) => {
          const text = JSON.stringify({ before, at: { value } });
          expect(scan(text, "at.value")).toEqual({ "at.value": value });
          const part = scan(text.slice(0, length), "at.value");
          expect([{}, { "at.value": value }]).toContainEqual(part);
        },
      ),
    );
  });

  it.each([
    ["backslashes", `{"a": "${"\\\\".repeat(1_000_000)}", "b": 1}`],
    ["quotes", `{"a": "${'\\"'.repeat(1_000_000)}", "b": 1}`],
    ["blanks", `{"a"${" ".repeat(2_000_000)}: 2, "b": 1}`],
    ["values", `{"a": [${"1,".repeat(1_000_000)}1], "b": 1}`],
    ["names", `{${'"a":1,'.repeat(300_000)}"b": 1}`],
  ])("takes linear time for many %s", (_, text) => {
    // Quadratic time would take minutes.
    expect(scan(text, "b")).toEqual({ b: 1 });
  });

  it("stops if the nesting is too deep, with what it has found", () => {
    expect(scan(`{"a": 1, "b": ${"[".repeat(1_000_000)}`, "a")).toEqual({
      a: 1,
    });
  });
});
