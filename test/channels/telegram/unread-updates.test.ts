import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTelegramChannel } from "../../../src/channels/telegram/telegram-channel.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import { createTelegramUpdate } from "../../fixtures/telegram-updates.ts";

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
const NOTICE = {
  kind: "messages",
  messages: [
    {
      id: "700001",
      conversation: "telegram:42",
      channel: "telegram",
      author: { id: "42", language: "zh-hans" },
      text: "",
      attachments: [],
      isUnread: true,
      replyTo: { chat: 42, message: 31 },
    },
  ],
};

it("A long message is read whole", async () => {
  const text = "我".repeat(300_000);
  expect(await receiveUpdate(createTelegramUpdate({ text }))).toMatchObject({
    messages: [{ text }],
  });
});

it.each([
  ["an edit", { edited_message: { message_id: 1 } }],
  ["a post of a channel", { channel_post: createTelegramUpdate().message }],
  ["a poll", { poll: { id: "0" } }],
  ["more than anybody can send", { padding: "x".repeat(2_000_000) }],
])("Nobody is told of %s", async (_, update) => {
  expect(await receiveUpdate({ update_id: 1, ...update })).toEqual(NOTHING);
});

describe("a malformed update", () => {
  it.each([
    ["its text is none", { text: 7 }],
    ["its author has no name", { from: { id: 42, language_code: "zh-hans" } }],
  ])(
    "is accepted and logged, and its author is notified: %s",
    async (_, message) => {
      const warn = vi.spyOn(console, "warn").mockReturnValue();
      expect(
        await receiveUpdate(createTelegramUpdate({ message })),
      ).toMatchObject(NOTICE);
      expect(JSON.stringify(warn.mock.calls)).toContain("message not read");
    },
  );

  it("of a chat whose author is none is for the person whose chat it is", async () => {
    const message = { from: "Ada" };
    expect(
      await receiveUpdate(createTelegramUpdate({ message })),
    ).toMatchObject({ messages: [{ author: { id: "42" }, isUnread: true }] });
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
