import { describe, expect, it } from "vitest";
import {
  parseUpdate,
  Update,
} from "../../../src/channels/telegram/parse-update.ts";
import {
  createTelegramMediaUpdate,
  createTelegramUpdate,
} from "../../fixtures/telegram-updates.ts";

describe("parseUpdate", () => {
  it("reads a text in a private chat", () => {
    expect(
      parse(createTelegramUpdate({ id: 700_001, text: "Hello 你好" })),
    ).toEqual({
      id: "700001",
      conversation: "telegram:42",
      channel: "telegram",
      author: { id: "42", name: "Mei Lin", language: "zh-hans" },
      text: "Hello 你好",
      attachments: [],
      replyTo: { chat: 42, message: 31 },
    });
  });

  it("keeps each topic a conversation of its own", () => {
    const update = createTelegramUpdate({
      message: { message_thread_id: 7, is_topic_message: true },
    });
    expect(parse(update)).toMatchObject({
      conversation: "telegram:42:7",
      replyTo: { chat: 42, message: 31, thread: 7 },
    });
  });

  it("takes the thread of a reply for none: it is no topic", () => {
    const update = createTelegramUpdate({ message: { message_thread_id: 7 } });
    expect(parse(update)).toMatchObject({
      conversation: "telegram:42",
      replyTo: { chat: 42, message: 31 },
    });
    expect(parse(update)?.replyTo).not.toHaveProperty("thread");
  });

  it("does with an author who tells little", () => {
    const from = { id: 42, is_bot: false, first_name: "" };
    expect(parse(createTelegramUpdate({ message: { from } }))?.author).toEqual({
      id: "42",
    });
  });

  it.each([
    ["/new", { name: "new", argument: "" }],
    ["/NEW@parley_bot", { name: "new", argument: "" }],
    ["/start  from a link ", { name: "start", argument: "from a link" }],
    ["/help@parley_bot me\nplease", { name: "help", argument: "me\nplease" }],
  ])("reads the command %j", (text, command) => {
    expect(parse(createTelegramUpdate({ text }))).toMatchObject({
      text,
      command,
    });
  });

  it.each([
    ["further on", "Say /new", [{ type: "bot_command", offset: 4, length: 4 }]],
    ["that Telegram does not mark", "/usr/bin", []],
    [
      "marked as something else",
      "/new",
      [{ type: "bold", offset: 0, length: 4 }],
    ],
  ])("reads no command %s", (_, text, entities) => {
    expect(
      parse(createTelegramUpdate({ text, message: { entities } })),
    ).not.toHaveProperty("command");
  });

  it.each([
    ["photo", { photo: [{ file_id: "a" }] }, "photo"],
    ["voice", { voice: { file_id: "a" } }, "voice"],
    ["document", { document: { file_id: "a" } }, "document"],
    [
      "animation, which is also a document",
      { document: { file_id: "a" }, animation: { file_id: "a" } },
      "other",
    ],
    ["sticker", { sticker: { file_id: "a" } }, "other"],
    ["venue, which is also a location", { venue: {}, location: {} }, "other"],
  ])("names a %s", (_, media, kind) => {
    const message = parse(
      createTelegramMediaUpdate({ ...media, caption: "Look!" }),
    );
    expect(message).toMatchObject({ text: "Look!", attachments: [{ kind }] });
  });

  it("leaves the text empty where there is no caption", () => {
    expect(parse(createTelegramMediaUpdate({ voice: {} }))).toMatchObject({
      text: "",
      attachments: [{ kind: "voice" }],
    });
  });

  it.each([
    ["of other kinds", { update_id: 1, poll: {} }],
    [
      "by bots",
      createTelegramUpdate({
        message: { from: { id: 9, is_bot: true, first_name: "Bot" } },
      }),
    ],
    ["by nobody", createTelegramUpdate({ message: { from: undefined } })],
    [
      "in groups",
      createTelegramUpdate({
        message: { chat: { id: -100, type: "supergroup" } },
      }),
    ],
    [
      "about the chat itself",
      createTelegramMediaUpdate({ message_auto_delete_timer_changed: {} }),
    ],
  ])("leaves updates %s unanswered", (_, update) => {
    expect(parse(update)).toBeUndefined();
  });

  it("tells a message that is not as the Bot API describes it from one that needs no answer", () => {
    const broken = createTelegramUpdate({ message: { chat: { id: "42" } } });
    expect(read(broken)).toEqual({ kind: "unreadable" });
    expect(read({ update_id: 1 })).toEqual({ kind: "ignored" });
  });

  it("cuts a text that is longer than any app of Telegram sends", () => {
    const message = parse(
      createTelegramUpdate({ text: `${"a".repeat(31_999)}😀` }),
    );
    expect(message?.text).toBe(`${"a".repeat(31_999)}\u{FFFD}`);
  });
});

/** By way of JSON, which leaves out what is undefined. */
function read(update: unknown) {
  return parseUpdate(Update.parse(JSON.parse(JSON.stringify(update))));
}

function parse(update: unknown) {
  const reading = read(update);
  return reading.kind === "message" ? reading.message : undefined;
}
