import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identifyBot } from "../../../src/channels/telegram/find-addressee.ts";
import {
  parseUpdate,
  Update,
} from "../../../src/channels/telegram/parse-update.ts";
import { createTelegramPress } from "../../fixtures/telegram-updates.ts";

const GROUP = { chat: { id: -100_5, title: "Engines", type: "supergroup" } };

function parse(update: unknown) {
  return parseUpdate(Update.parse(update), identifyBot("123456:ABC"));
}

describe("a button that is pressed", () => {
  it("is a message by the person who pressed it, with the button's command", () => {
    expect(
      parse(createTelegramPress({ id: 7, data: "memory forget 700001" })),
    ).toEqual({
      kind: "message",
      message: {
        id: "7",
        conversation: "telegram:42",
        channel: "telegram",
        author: { id: "42", name: "Mei", language: "zh-hans" },
        text: "/memory forget 700001",
        command: { name: "memory", argument: "forget 700001" },
        attachments: [],
        replyTo: { chat: 42, message: 1000, query: "press-7" },
        pressedBelow: "1000",
      },
    });
  });

  it("belongs to the group and topic of its message", () => {
    const topic = { message_thread_id: 7, is_topic_message: true };
    const from = { id: 43 };
    expect(
      parse(createTelegramPress({ from, message: { ...GROUP, ...topic } })),
    ).toMatchObject({
      message: {
        conversation: "telegram:-1005:7",
        author: { id: "43" },
        command: { name: "memory", argument: "" },
        isGroup: true,
        replyTo: { chat: -1005, message: 1000, thread: 7 },
      },
    });
    expect(parse(createTelegramPress({ message: GROUP }))).toMatchObject({
      message: { conversation: "telegram:-1005" },
    });
  });

  it.each([
    ["below a message that is gone", { message: { date: 0 } }],
    ["by a bot", { from: { is_bot: true } }],
    ["with data of another kind", { data: '{"a":1}' }],
    ["with empty data", { data: "" }],
  ])("is ignored %s", (_, press) => {
    expect(parse(createTelegramPress(press))).toEqual({ kind: "ignored" });
  });

  it("is ignored without a message or data, as with games and inline messages", () => {
    const { update_id, callback_query } = createTelegramPress();
    const query = { ...(callback_query as object) };
    for (const missing of ["message", "data"])
      expect(
        parse({
          update_id,
          callback_query: { ...query, [missing]: undefined },
        }),
      ).toEqual({ kind: "ignored" });
  });

  it("is malformed without the fields of a press", () => {
    for (const callback_query of [null, 1, {}, { id: 1 }])
      expect(parse({ update_id: 1, callback_query })).toEqual({
        kind: "malformed",
      });
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (callback_query, data) => {
        parse({ update_id: 1, callback_query });
        parse(createTelegramPress({ data }));
      }),
    );
  });
});
