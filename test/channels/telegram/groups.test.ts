import { describe, expect, it } from "vitest";
import type { BotIdentity } from "../../../src/channels/telegram/find-addressee.ts";
import {
  parseUpdate,
  Update,
} from "../../../src/channels/telegram/parse-update.ts";
import {
  BOT,
  createTelegramGroupUpdate,
} from "../../fixtures/telegram-updates.ts";

const GROUP = -1_001_234_567_890;
const PRIVACY: BotIdentity = {
  id: BOT.id,
  username: BOT.username,
  seesAllMessages: false,
};
const SEES_ALL: BotIdentity = { ...PRIVACY, seesAllMessages: true };

describe("a message in a group", () => {
  it("has its group as conversation, and its author with all names", () => {
    expect(parse(createTelegramGroupUpdate())).toEqual({
      id: "700101",
      conversation: `telegram:${GROUP}`,
      channel: "telegram",
      author: { id: "43", name: "Ada", username: "ada_l", language: "en" },
      text: "Hello",
      attachments: [],
      isGroup: true,
      replyTo: { chat: GROUP, message: 31 },
    });
  });

  it.each([
    ["mentions it", "@parley_test_bot hello"],
    ["mentions it in any case", "hello @PARLEY_test_Bot!"],
    ["mentions it after an emoji", "👩‍🚀 @parley_test_bot"],
    ["commands it", "/help@parley_test_bot"],
    ["commands it in any case", "/help@Parley_Test_Bot"],
    ["gives a command without an addressee", "/help"],
  ])("is for the bot when it %s", (_, text) => {
    expect(read(createTelegramGroupUpdate({ text })).kind).toBe("message");
  });

  it.each([
    ["says something to nobody", "hello"],
    ["mentions somebody else", "@parley_test_bot2 hello"],
    ["writes the name without a mention", "mail me: a@parley_test_bot"],
    ["commands another bot", "/help@parley_bot"],
    ["speaks of a command", "What does /help do?"],
  ])("is for others when it %s", (_, text) => {
    expect(read(createTelegramGroupUpdate({ text })).kind).toBe("ignored");
  });

  it("is for others if it is a command without a name and the bot sees all messages", () => {
    const update = createTelegramGroupUpdate({ text: "/help" });
    expect(read(update, SEES_ALL).kind).toBe("ignored");
    const named = createTelegramGroupUpdate({ text: `/help@${BOT.username}` });
    expect(read(named, SEES_ALL).kind).toBe("message");
  });

  it("is for the bot if a photo's caption names it", () => {
    const caption = "What is this, @parley_test_bot?";
    const update = createTelegramGroupUpdate({
      message: {
        text: undefined,
        entities: undefined,
        photo: [{ file_id: "a" }],
        caption,
        caption_entities: [{ type: "mention", offset: 14, length: 16 }],
      },
    });
    expect(parse(update)).toMatchObject({
      text: caption,
      attachments: [{ kind: "photo" }],
    });
  });

  describe("without the bot's user name", () => {
    it.each([
      [
        "links its name to it",
        {
          entities: [{ type: "text_mention", offset: 0, length: 6, user: BOT }],
        },
      ],
      ["answers it", { reply_to_message: { from: BOT, text: "Yes?" } }],
    ])("is for the bot when it %s", (_, message) => {
      const update = createTelegramGroupUpdate({ text: "Parley?", message });
      expect(read(update).kind).toBe("message");
    });

    it.each([
      [
        "links a name to somebody else",
        {
          entities: [
            { type: "text_mention", offset: 0, length: 6, user: { id: 9 } },
          ],
        },
      ],
      [
        "answers somebody else",
        {
          reply_to_message: {
            from: { ...BOT, id: 9, is_bot: false },
            text: "Parley!",
          },
        },
      ],
      [
        "is only in a topic that the bot has opened",
        {
          message_thread_id: 7,
          is_topic_message: true,
          reply_to_message: { from: BOT, forum_topic_created: { name: "a" } },
        },
      ],
    ])("is for others when it %s", (_, message) => {
      const update = createTelegramGroupUpdate({ text: "Parley?", message });
      expect(read(update).kind).toBe("ignored");
    });
  });

  it("is for another bot if it replies to this one with the other's command", () => {
    const update = createTelegramGroupUpdate({
      text: "/stop@other_bot",
      message: { reply_to_message: { from: BOT, text: "Yes?" } },
    });
    expect(read(update).kind).toBe("ignored");
  });

  it.each([
    ["@parley_test_bot, how are you?", "how are you?"],
    ["@parley_test_bot：\n你好", "你好"],
    ["@parley_test_bot", "@parley_test_bot"],
    ["I like @parley_test_bot", "I like @parley_test_bot"],
    ["@ada_l and @parley_test_bot", "@ada_l and @parley_test_bot"],
  ])("is read without a leading mention of the bot: %j", (text, expected) => {
    expect(parse(createTelegramGroupUpdate({ text }))?.text).toBe(expected);
  });

  it("has no text if it is only the bot's name with a photo or a reply", () => {
    const caption = `@${BOT.username}`;
    const mention = { type: "mention", offset: 0, length: caption.length };
    const photo = createTelegramGroupUpdate({
      message: {
        text: undefined,
        entities: undefined,
        photo: [{ file_id: "a" }],
        caption,
        caption_entities: [mention],
      },
    });
    expect(parse(photo)).toMatchObject({
      text: "",
      attachments: [{ kind: "photo" }],
    });
    const from = { id: 9, is_bot: false, first_name: "Bob" };
    const answer = createTelegramGroupUpdate({
      text: caption,
      message: { reply_to_message: { from, text: "2 + 2?" } },
    });
    expect(parse(answer)).toMatchObject({
      text: "",
      quoted: { text: "2 + 2?" },
    });
  });

  it("is accepted as an aside of its album if it has no text", () => {
    const inAlbum = (message: Record<string, unknown>) =>
      createTelegramGroupUpdate({
        message: {
          text: undefined,
          entities: undefined,
          photo: [{ file_id: "a" }],
          media_group_id: "14",
          ...message,
        },
      });
    expect(parse(inAlbum({}))).toMatchObject({
      text: "",
      album: "14",
      isAside: true,
    });
    const others = { kind: "ignored" };
    expect(read(inAlbum({ caption: "Look, Bob" }))).toEqual(others);
    expect(read(inAlbum({ media_group_id: undefined }))).toEqual(others);
    const forward_origin = { type: "hidden_user", sender_user_name: "Eve" };
    expect(read(inAlbum({ forward_origin }))).toEqual(others);
    const { message } = inAlbum({});
    expect(read({ update_id: 1, edited_message: message })).toEqual(others);
  });

  it("belongs to its topic, but to the group if it is in General", () => {
    const inTopic = (message_thread_id: number) =>
      parse(
        createTelegramGroupUpdate({
          message: { message_thread_id, is_topic_message: true },
        }),
      );
    expect(inTopic(7)).toMatchObject({
      conversation: `telegram:${GROUP}:7`,
      replyTo: { chat: GROUP, thread: 7 },
    });
    expect(inTopic(1)?.conversation).toBe(`telegram:${GROUP}`);
    expect(inTopic(1)?.replyTo).not.toHaveProperty("thread");
  });
});

it("accepts an edit that contains the bot's name, whether or not the message did before", () => {
  const { message } = createTelegramGroupUpdate();
  expect(parse({ update_id: 1, edited_message: message })).toMatchObject({
    text: "Hello",
    isEdit: true,
  });
});

describe("the author in a group", () => {
  const ANONYMOUS = {
    from: {
      id: 1_087_968_824,
      is_bot: true,
      first_name: "Group",
      username: "GroupAnonymousBot",
    },
    sender_chat: { id: GROUP, title: "Engines", type: "supergroup" },
  };
  const CHANNEL = {
    from: {
      id: 136_817_688,
      is_bot: true,
      first_name: "Channel",
      username: "Channel_Bot",
    },
    sender_chat: {
      id: -1_009,
      title: "News",
      username: "the_news",
      type: "channel",
    },
  };

  it.each([
    [
      "the group, for an anonymous administrator",
      ANONYMOUS,
      { id: String(GROUP), name: "Engines" },
    ],
    [
      "the channel that somebody speaks for",
      CHANNEL,
      { id: "-1009", name: "News", username: "the_news" },
    ],
  ])("is %s", (_, message, author) => {
    expect(parse(createTelegramGroupUpdate({ message }))?.author).toEqual(
      author,
    );
  });

  it("gets no answer if it is another bot", () => {
    const from = { ...BOT, id: 9, username: "other_bot" };
    expect(read(createTelegramGroupUpdate({ message: { from } })).kind).toBe(
      "ignored",
    );
  });

  it("gets no answer if it is a channel whose post Telegram copied there", () => {
    const message = {
      from: { id: 777_000, is_bot: false, first_name: "Telegram" },
      sender_chat: CHANNEL.sender_chat,
      is_automatic_forward: true,
    };
    expect(read(createTelegramGroupUpdate({ message })).kind).toBe("ignored");
  });
});

describe("a group that becomes a supergroup", () => {
  it("is reported in both chats", () => {
    const old = { id: -4321, title: "Engines", type: "group" };
    const moved = { kind: "moved", from: -4321, to: GROUP };
    const before = createTelegramGroupUpdate({
      message: { text: undefined, chat: old, migrate_to_chat_id: GROUP },
    });
    const after = createTelegramGroupUpdate({
      message: { text: undefined, migrate_from_chat_id: -4321 },
    });
    expect(read(before)).toEqual(moved);
    expect(read(after)).toEqual(moved);
  });
});

function read(update: unknown, bot = PRIVACY) {
  const json = JSON.stringify(update);
  return parseUpdate(Update.parse(JSON.parse(json)), bot);
}

function parse(update: unknown) {
  const reading = read(update);
  return reading.kind === "message" ? reading.message : undefined;
}
