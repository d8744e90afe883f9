import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseUpdate,
  Update,
} from "../../../src/channels/telegram/parse-update.ts";
import {
  BOT,
  createTelegramGroupUpdate,
  createTelegramMediaUpdate,
  createTelegramUpdate,
} from "../../fixtures/telegram-updates.ts";
import { runs } from "../../property-runs.ts";

describe("parseUpdate", () => {
  it("reads a text in a private chat", () => {
    expect(
      parse(createTelegramUpdate({ id: 700_001, text: "Hello 你好" })),
    ).toEqual({
      id: "700001",
      conversation: "telegram:42",
      channel: "telegram",
      author: {
        id: "42",
        name: "Mei Lin",
        username: "meilin",
        language: "zh-hans",
      },
      text: "Hello 你好",
      attachments: [],
      replyTo: { chat: 42, message: 31 },
    });
  });

  it("omits the thread of a reply, which is not a topic", () => {
    const update = createTelegramUpdate({ message: { message_thread_id: 7 } });
    expect(parse(update)).toMatchObject({
      conversation: "telegram:42",
      replyTo: { chat: 42, message: 31 },
    });
    expect(parse(update)?.replyTo).not.toHaveProperty("thread");
  });

  it("accepts an author of whom only the id is known", () => {
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
    [
      "in mid-text",
      "Say /new",
      [{ type: "bot_command", offset: 4, length: 4 }],
    ],
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
  ])("recognises a %s", (_, media, kind) => {
    const message = parse(
      createTelegramMediaUpdate({ ...media, caption: "Look!" }),
    );
    expect(message).toMatchObject({ text: "Look!", attachments: [{ kind }] });
  });

  it("gives all pictures of an album the same album id", () => {
    const photo = { photo: [{ file_id: "a" }], media_group_id: "14" };
    const update = createTelegramMediaUpdate({ ...photo, caption: "Cats" });
    expect(parse(update)).toMatchObject({ text: "Cats", album: "14" });
    expect(
      parse({ update_id: 1, edited_message: update.message }),
    ).not.toHaveProperty("album");
    const command = createTelegramMediaUpdate({
      ...photo,
      caption: "/new",
      caption_entities: [{ type: "bot_command", offset: 0, length: 4 }],
    });
    expect(parse(command)).not.toHaveProperty("album");
  });

  it("leaves the text empty without a caption", () => {
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
      "in channels",
      createTelegramUpdate({
        message: { chat: { id: -100, type: "channel" } },
      }),
    ],
    [
      "about the chat itself",
      createTelegramMediaUpdate({ message_auto_delete_timer_changed: {} }),
    ],
  ])("leaves updates %s unanswered", (_, update) => {
    expect(parse(update)).toBeUndefined();
  });

  it("distinguishes a malformed message from one that needs no answer", () => {
    const broken = createTelegramUpdate({ message: { chat: { id: "42" } } });
    expect(read(broken)).toEqual({ kind: "malformed" });
    expect(read({ update_id: 1 })).toEqual({ kind: "ignored" });
  });

  it("reads a command below a photo", () => {
    const update = createTelegramMediaUpdate({
      photo: [],
      caption: "/new please",
      caption_entities: [{ type: "bot_command", offset: 0, length: 4 }],
    });
    expect(parse(update)?.command).toEqual({
      name: "new",
      argument: "please",
    });
  });

  it("drops malformed optional fields", () => {
    const update = createTelegramUpdate({
      message: {
        entities: [{ type: 5 }],
        reply_to_message: "none",
        quote: {},
        photo: { file_id: 7 },
        document: null,
      },
    });
    expect(parse(update)).toMatchObject({
      text: "Hello",
      attachments: [{ kind: "photo" }],
    });
  });

  it("never throws, for any JSON", () => {
    fc.assert(
      fc.property(anyMessage, fc.boolean(), (message, isEdit) => {
        const kind = isEdit ? "edited_message" : "message";
        const update = JSON.stringify({ update_id: 1, [kind]: message });
        const reading = parseUpdate(Update.parse(JSON.parse(update)), {
          id: BOT.id,
          username: BOT.username,
          seesAllMessages: true,
        });
        if (reading.kind !== "message") return;
        const json = JSON.stringify(reading.message);
        expect(JSON.parse(json)).toEqual(reading.message);
        expect(json.isWellFormed()).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });

  it("parses an edit as another message at the same address", () => {
    const { message } = createTelegramUpdate({ text: "What is 2 + 3?" });
    const edited_message = { ...message, edit_date: 1_795_260_060 };
    expect(parse({ update_id: 700_002, edited_message })).toMatchObject({
      id: "700002",
      text: "What is 2 + 3?",
      replyTo: { chat: 42, message: 31 },
      isEdit: true,
    });
  });

  it("ignores commands in edits", () => {
    const { message } = createTelegramUpdate({ text: "/new" });
    expect(read({ update_id: 1, edited_message: message })).toEqual({
      kind: "ignored",
    });
  });
});

/** A message whose fields are arbitrary JSON, often valid. */
const anyMessage = fc
  .record(
    {
      from: fc.constantFrom(
        createTelegramUpdate().message["from"],
        createTelegramGroupUpdate().message["from"],
        BOT,
      ),
      chat: fc.record({
        id: fc.integer(),
        type: fc.constantFrom("private", "group", "supergroup", "channel"),
      }),
      message_id: fc.integer(),
    },
    { noNullPrototype: true },
  )
  .chain((base) =>
    fc
      .dictionary(
        fc.constantFrom(...FIELDS),
        fc.oneof(
          { weight: 3, arbitrary: fc.jsonValue() },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              "/help@parley_test_bot \ud83d",
              [{ type: "bot_command", offset: 0, length: 21 }],
              [{ type: "mention", offset: -3, length: 1e9 }],
              [{ file_id: "a", file_size: -1, mime_type: "\ud800" }],
              { file_id: "a", file_name: "\udfff".repeat(300) },
              { text: "\ud83d".repeat(3_000) },
              true,
              -100,
            ),
          },
        ),
      )
      .map((fields) => ({ ...base, ...fields })),
  );

const FIELDS =
  `message_id message_thread_id is_topic_message chat from sender_chat text caption entities caption_entities
  reply_to_message quote photo voice document sticker migrate_to_chat_id migrate_from_chat_id is_automatic_forward
  forward_origin external_reply media_group_id`.split(/\s+/);

/** Converts through JSON, which drops undefined fields. */
function read(update: unknown) {
  return parseUpdate(Update.parse(JSON.parse(JSON.stringify(update))), {
    id: BOT.id,
    username: BOT.username,
    seesAllMessages: false,
  });
}

function parse(update: unknown) {
  const reading = read(update);
  return reading.kind === "message" ? reading.message : undefined;
}
