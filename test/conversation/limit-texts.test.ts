import { expect, it } from "vitest";
import { limitTexts } from "../../src/conversation/accept/accept-message.ts";
import { MessageText } from "../../src/http/schemas/fields.ts";
import { createMessage } from "../fixtures/messages.ts";

const limit = (text: string) =>
  limitTexts(createMessage({ id: "1", text })).text;

const LONG = `${"a".repeat(31_999)}👋${"b".repeat(68_000)}`;
const CUT = `${"a".repeat(31_999)}👋\n\n[Cut off here: the message had 100000 characters, of which you see the first 32000.]`;

it.each(["好", "👋"])(
  "leaves 32,000 characters unchanged, as callers are promised: %s",
  (character) => {
    const text = character.repeat(32_000);
    expect(MessageText.parse(text)).toBe(text);
    expect(limit(text)).toBe(text);
  },
);

it("cuts a longer text between two characters, with a note", () => {
  expect(limit(LONG)).toBe(CUT);
});

it("cuts forwarded texts and command arguments, too", () => {
  const message = {
    ...createMessage({ id: "1", text: "" }),
    forwarded: [{ text: "Short." }, { text: LONG, author: "bot" as const }],
    command: { name: "memory", argument: LONG },
  };
  expect(limitTexts(message)).toEqual({
    ...message,
    forwarded: [{ text: "Short." }, { text: CUT, author: "bot" }],
    command: { name: "memory", argument: CUT },
  });
});

it("replaces lone surrogates", () => {
  expect(limit("a\ud83d")).toBe("a\ufffd");
});
