import { expect, it } from "vitest";
import { lengthOfSettled } from "../../../src/conversation/addresses/settled-text.ts";

it.each([
  ["words", "Hello there ", "Hello there "],
  ["the header of what may become a table", "So:\n| a |\n|-", "So:\n"],
  ["a line with bars", "So:\n| a ", "So:\n"],
  ["words below a line with bars", "a | b\nSo it is ", "a | b\nSo it is "],
  ["words without spaces", "你好，世界", "你好，世界"],
  ["an address that may go on", "See a.example/x", "See "],
  ["a tag", "Look <b", "Look "],
  [
    "a sign that begins no tag",
    `x < ${"5 ".repeat(1_000)}`,
    `x < ${"5 ".repeat(1_000)}`,
  ],
  ["a formula", String.raw`So \(x + `, "So "],
  ["a displayed formula", "So $$x + ", "So "],
  [
    "formulas that are closed",
    String.raw`So $$x$$ and \(y\) `,
    String.raw`So $$x$$ and \(y\) `,
  ],
  ["a definition", "So\n[a]: b ", "So\n"],
  ["a line that may become a rule", "So\n--", "So\n"],
])(
  "Settled of a beginning with %s is what can change no more",
  (_, text, settled) => {
    expect(text.slice(0, lengthOfSettled(text, { isTable: false }))).toBe(
      settled,
    );
  },
);
