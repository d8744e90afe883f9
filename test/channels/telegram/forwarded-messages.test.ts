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

const ADA = {
  id: 43,
  is_bot: false,
  first_name: "Ada",
  username: "ada_l",
  language_code: "en",
};
const BY_ADA = { type: "user", date: 1_795_260_000, sender_user: ADA };

describe("a forwarded message", () => {
  it("is quoted, not treated as its sender's words", () => {
    const message = { forward_origin: BY_ADA };
    const forwarded = parse(createTelegramUpdate({ text: "Hello", message }));
    expect(forwarded).toMatchObject({
      author: { id: "42" },
      text: "",
      attachments: [],
      forwarded: [
        {
          text: "Hello",
          author: { id: "43", name: "Ada", username: "ada_l" },
        },
      ],
    });
    expect(forwarded?.forwarded?.[0]?.author).not.toHaveProperty("language");
  });

  it.each([
    ["the bot", { type: "user", sender_user: BOT }, "bot"],
    [
      "somebody who hides their account",
      { type: "hidden_user", sender_user_name: "Eve" },
      { name: "Eve" },
    ],
    [
      "a group, by its anonymous administrator",
      {
        type: "chat",
        sender_chat: { id: -7, type: "supergroup", title: "Engines" },
      },
      { id: "-7", name: "Engines" },
    ],
    [
      "a channel",
      {
        type: "channel",
        chat: { id: -9, type: "channel", title: "News", username: "news" },
        message_id: 3,
      },
      { id: "-9", name: "News", username: "news" },
    ],
  ])("is by %s", (_, forward_origin, author) => {
    const update = createTelegramUpdate({ message: { forward_origin } });
    expect(parse(update)?.forwarded?.[0]?.author).toEqual(author);
  });

  it.each([[{ type: "new" }], ["Ada"], [null]])(
    "has no author if its origin is malformed: %j",
    (forward_origin) => {
      const update = createTelegramUpdate({ message: { forward_origin } });
      expect(parse(update)?.forwarded).toEqual([{ text: "Hello" }]);
    },
  );

  it("is not a command", () => {
    const message = { forward_origin: BY_ADA };
    const forwarded = parse(createTelegramUpdate({ text: "/new", message }));
    expect(forwarded).not.toHaveProperty("command");
    expect(forwarded?.forwarded?.[0]?.text).toBe("/new");
  });

  it("has its photo, with the caption", () => {
    const update = createTelegramMediaUpdate({
      photo: [{ file_id: "a" }],
      caption: "My cat",
      forward_origin: BY_ADA,
    });
    expect(parse(update)).toMatchObject({
      text: "",
      attachments: [],
      forwarded: [
        { text: "My cat", attachments: [{ kind: "photo", file: "a" }] },
      ],
    });
  });

  it.each([`@${BOT.username} Hello`, `/new@${BOT.username}`, "/new"])(
    "does not address the bot in a group: %j",
    (text) => {
      const message = { forward_origin: BY_ADA };
      const update = createTelegramGroupUpdate({ text, message });
      expect(read(update).kind).toBe("ignored");
    },
  );
});

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
