import { limitText } from "../../src/conversation/accept-message.ts";
import { createMessage } from "../fixtures/messages.ts";
import { expect, it } from "vitest";

const limit = (text: string) =>
  limitText(createMessage({ id: "1", text })).text;

it("leaves a text of 32,000 characters as it is", () => {
  const text = "好".repeat(32_000);
  expect(limit(text)).toBe(text);
});

it("cuts a longer one between two characters, and says so", () => {
  const text = `${"a".repeat(31_999)}👋${"b".repeat(67_999)}`;
  expect(limit(text)).toBe(
    `${"a".repeat(31_999)}\n\n[Cut off here: the message had 100000 characters, of which you see the first 32000.]`,
  );
});

it("keeps no half of a character", () => {
  expect(limit("a\ud83d")).toBe("a\ufffd");
});
