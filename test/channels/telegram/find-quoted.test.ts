import { describe, expect, it } from "vitest";
import {
  parseUpdate,
  Update,
} from "../../../src/channels/telegram/parse-update.ts";
import { BOT, createTelegramUpdate } from "../../fixtures/telegram-updates.ts";

const ADA = { id: 43, is_bot: false, first_name: "Ada", username: "ada_l" };

describe("what a message answers to", () => {
  it("is the earlier message, with its author", () => {
    expect(
      quotedOf({ reply_to_message: { from: ADA, text: "2 + 2" } }),
    ).toEqual({
      text: "2 + 2",
      author: { id: "43", name: "Ada", username: "ada_l" },
    });
  });

  it("is the bot's own", () => {
    expect(
      quotedOf({ reply_to_message: { from: BOT, text: "It is 4." } }),
    ).toEqual({ text: "It is 4.", author: "bot" });
  });

  it("is what another bot says, too", () => {
    const from = { ...BOT, id: 9, first_name: "News", username: "news_bot" };
    expect(
      quotedOf({ reply_to_message: { from, text: "Rain." } })?.author,
    ).toEqual({ id: "9", name: "News", username: "news_bot" });
  });

  it("is the part that the person has chosen", () => {
    expect(
      quotedOf({
        reply_to_message: { from: BOT, text: "It is 4, or 5." },
        quote: { text: "or 5", position: 9 },
      }),
    ).toEqual({ text: "or 5", author: "bot" });
  });

  it("is a part of a message in another chat, by nobody that is known", () => {
    expect(
      quotedOf({ external_reply: { origin: {} }, quote: { text: "or 5" } }),
    ).toEqual({ text: "or 5" });
  });

  it("is what stands below a photo", () => {
    expect(
      quotedOf({ reply_to_message: { from: ADA, caption: "My cat" } })?.text,
    ).toBe("My cat");
  });

  it.each([
    ["a photo", { reply_to_message: { from: ADA, photo: [] } }],
    [
      "the message that opened the topic",
      { reply_to_message: { from: ADA, forum_topic_created: { name: "a" } } },
    ],
    ["a message that cannot be read", { reply_to_message: { from: "Ada" } }],
  ])("is nothing for %s", (_, message) => {
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
  });
  return reading.kind === "message" ? reading.message.quoted : undefined;
}
