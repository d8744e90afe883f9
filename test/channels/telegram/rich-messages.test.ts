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

const ADA = { id: 43, is_bot: false, first_name: "Ada" };
const PLAN = {
  blocks: [
    { type: "heading", size: 1, text: "Plan" },
    { type: "paragraph", text: ["Fly the ", { type: "bold", text: "kite" }] },
  ],
};
const TEXT = "Plan\nFly the kite";

describe("a rich message", () => {
  it("is its text", () => {
    const update = createTelegramMediaUpdate({ rich_message: PLAN });
    expect(parse(update)).toMatchObject({ text: TEXT, attachments: [] });
  });

  it("is the new text of an edited message", () => {
    const { message } = createTelegramMediaUpdate({ rich_message: PLAN });
    expect(parse({ update_id: 1, edited_message: message })).toMatchObject({
      text: TEXT,
      isEdit: true,
    });
  });

  it("is quoted if it is forwarded", () => {
    const forward_origin = { type: "user", date: 1, sender_user: ADA };
    const update = createTelegramMediaUpdate({
      rich_message: PLAN,
      forward_origin,
    });
    expect(parse(update)).toMatchObject({
      text: "",
      attachments: [],
      forwarded: [{ text: TEXT, author: { id: "43", name: "Ada" } }],
    });
  });

  it("is quoted if it is replied to, or only the selected part", () => {
    const reply_to_message = { from: ADA, rich_message: PLAN };
    expect(
      parse(createTelegramUpdate({ message: { reply_to_message } })),
    ).toMatchObject({
      text: "Hello",
      quoted: { text: TEXT, author: { id: "43", name: "Ada" } },
    });
    const quote = { text: "the kite", position: 12 };
    expect(
      parse(createTelegramUpdate({ message: { reply_to_message, quote } })),
    ).toMatchObject({ quoted: { text: "the kite" } });
  });

  it("is quoted if it is replied to in another chat", () => {
    const origin = { type: "hidden_user", sender_user_name: "Eve", date: 1 };
    const external_reply = { origin, rich_message: PLAN };
    expect(
      parse(createTelegramUpdate({ message: { external_reply } }))?.quoted,
    ).toEqual({ text: TEXT, author: { name: "Eve" } });
  });

  it("has its photos, recordings and documents as attachments", () => {
    const blocks = [
      { type: "paragraph", text: "Look" },
      {
        type: "slideshow",
        blocks: [
          {
            type: "photo",
            photo: [{ file_id: "small", file_size: 9 }, { file_id: "?" }],
            caption: { text: "A kite" },
          },
          { type: "voice_note", voice_note: { file_id: "voice" } },
          {
            type: "document",
            document: { file_id: "text", file_name: "a.txt" },
          },
          { type: "video", video: { file_id: "video" } },
          { type: "photo", photo: "malformed" },
        ],
      },
    ];
    const update = createTelegramMediaUpdate({ rich_message: { blocks } });
    expect(parse(update)).toMatchObject({
      text: "Look\nA kite",
      attachments: [
        { kind: "photo", file: "small" },
        { kind: "voice", file: "voice" },
        { kind: "document", file: "text", name: "a.txt" },
        { kind: "other" },
        { kind: "photo" },
      ],
    });
    const alone = { blocks: [{ type: "photo", photo: [{ file_id: "one" }] }] };
    expect(
      parse(createTelegramMediaUpdate({ rich_message: alone })),
    ).toMatchObject({
      text: "",
      attachments: [{ kind: "photo", file: "one" }],
    });
  });

  it.each([{ blocks: [] }, { blocks: "new" }, {}, "new", null])(
    "is something unreadable if it shows nothing: %j",
    (rich_message) => {
      const update = createTelegramMediaUpdate({ rich_message });
      expect(parse(update)).toMatchObject({
        text: "",
        attachments: [{ kind: "other" }],
      });
    },
  );

  it("may be a command", () => {
    const text = [{ type: "bot_command", text: "/new", bot_command: "/new" }];
    expect(parse(rich([...text, " talk"]))?.command).toEqual({
      name: "new",
      argument: "talk",
    });
  });

  it("may mention the bot in a group", () => {
    const username = `@${BOT.username}`;
    const mention = { type: "mention", text: username, username };
    const link = { type: "text_mention", text: "Parley", user: BOT };
    const inGroup = (text: unknown) => {
      const { message } = rich(text);
      return parse(
        createTelegramGroupUpdate({ message: { ...message, chat: GROUP } }),
      );
    };
    expect(inGroup([mention, " Hello"])?.text).toBe("Hello");
    expect(inGroup(["Hello ", link])?.text).toBe("Hello Parley");
    expect(inGroup(["Hello ", username])).toBeUndefined();
  });
});

const GROUP = { id: -1_001_234_567_890, title: "Engines", type: "supergroup" };

function rich(text: unknown) {
  const blocks = [{ type: "paragraph", text }];
  return createTelegramUpdate({
    message: { text: undefined, entities: undefined, rich_message: { blocks } },
  });
}

function parse(update: unknown) {
  const parsed = parseUpdate(Update.parse(JSON.parse(JSON.stringify(update))), {
    id: BOT.id,
    username: BOT.username,
    seesAllMessages: false,
  });
  return parsed.kind === "message" ? parsed.message : undefined;
}
