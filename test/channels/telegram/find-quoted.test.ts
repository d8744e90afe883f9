import { describe, expect, it } from "vitest";
import {
  parseUpdate,
  Update,
} from "../../../src/channels/telegram/parse-update.ts";
import { BOT, createTelegramUpdate } from "../../fixtures/telegram-updates.ts";

const ADA = { id: 43, is_bot: false, first_name: "Ada", username: "ada_l" };

describe("the message replied to", () => {
  it("is the earlier message, with its author", () => {
    expect(
      quotedOf({ reply_to_message: { from: ADA, text: "2 + 2" } }),
    ).toEqual({
      text: "2 + 2",
      author: { id: "43", name: "Ada", username: "ada_l" },
    });
  });

  it("may be the bot's", () => {
    expect(
      quotedOf({ reply_to_message: { from: BOT, text: "It is 4." } }),
    ).toEqual({ text: "It is 4.", author: "bot" });
  });

  it("may be another bot's", () => {
    const from = { ...BOT, id: 9, first_name: "News", username: "news_bot" };
    expect(
      quotedOf({ reply_to_message: { from, text: "Rain." } })?.author,
    ).toEqual({ id: "9", name: "News", username: "news_bot" });
  });

  it("is the part that the person has selected", () => {
    expect(
      quotedOf({
        reply_to_message: { from: BOT, text: "It is 4, or 5." },
        quote: { text: "or 5", position: 9 },
      }),
    ).toEqual({ text: "or 5", author: "bot" });
  });

  it("may be a part of a message in another chat, by an unknown author", () => {
    expect(
      quotedOf({ external_reply: { origin: {} }, quote: { text: "or 5" } }),
    ).toEqual({ text: "or 5" });
  });

  it("is the caption of a photo", () => {
    expect(
      quotedOf({ reply_to_message: { from: ADA, caption: "My cat" } })?.text,
    ).toBe("My cat");
  });

  it("is a photo, a voice message, a document or a sticker, with its author", () => {
    const author = { id: "43", name: "Ada", username: "ada_l" };
    const reply = (media: Record<string, unknown>) =>
      quotedOf({ reply_to_message: { from: ADA, ...media } });
    expect(
      reply({ photo: [{ file_id: "a", file_size: 9 }], caption: "My cat" }),
    ).toEqual({
      text: "My cat",
      author,
      attachments: [
        { kind: "photo", file: "a", size: 9, mediaType: "image/jpeg" },
      ],
    });
    expect(reply({ voice: { file_id: "b" } })).toEqual({
      text: "",
      author,
      attachments: [{ kind: "voice", file: "b" }],
    });
    expect(
      reply({ document: { file_id: "c", file_name: "a.txt" } })?.attachments,
    ).toEqual([{ kind: "document", file: "c", name: "a.txt" }]);
    expect(reply({ sticker: { file_id: "d" } })?.attachments).toEqual([
      { kind: "other" },
    ]);
  });

  it("names the original author of a forwarded message", () => {
    const earlier = { from: ADA, text: "2 + 2" };
    const by = (forward_origin: unknown) =>
      quotedOf({ reply_to_message: { ...earlier, forward_origin } })?.author;
    expect(by({ type: "hidden_user", sender_user_name: "Eve" })).toEqual({
      name: "Eve",
    });
    expect(by({ type: "user", sender_user: BOT })).toBe("bot");
    // An unknown author, not the person who forwarded it.
    expect(by({ type: "new" })).toBeUndefined();
  });

  it("is a message in another chat, with its author", () => {
    const channel = { id: -1_009, type: "channel", title: "News" };
    const origin = { type: "channel", chat: channel, message_id: 3 };
    const photo = [{ file_id: "a" }];
    expect(quotedOf({ external_reply: { origin, photo } })).toEqual({
      text: "",
      author: { id: "-1009", name: "News" },
      attachments: [{ kind: "photo", file: "a", mediaType: "image/jpeg" }],
    });
  });

  it.each([
    [
      "the message that opened the topic",
      { reply_to_message: { from: ADA, forum_topic_created: { name: "a" } } },
    ],
    ["a message that cannot be read", { reply_to_message: { from: "Ada" } }],
  ])("is missing for %s", (_, message) => {
    expect(quotedOf(message)).toBeUndefined();
  });

  it("is cut at 2,000 characters", () => {
    const text = quotedOf({ quote: { text: "好".repeat(3_000) } })?.text;
    expect(text).toBe(`${"好".repeat(1_999)}…`);
  });
});

function quotedOf(message: Record<string, unknown>) {
  const update = JSON.stringify(createTelegramUpdate({ message }));
  const reading = parseUpdate(Update.parse(JSON.parse(update)), {
    id: BOT.id,
    username: BOT.username,
    seesAllMessages: false,
  });
  return reading.kind === "message" ? reading.message.quoted : undefined;
}
