import { expect, it } from "vitest";
import { listInput } from "../../../src/conversation/answer/list-input.ts";

it.each<[unknown, string]>([
  ["text", "- `text`"],
  [{ to: "a\nb" }, "- `to`: `a↵b`"],
  [{ to: "a`b" }, "- `to`: `a\u02CBb`"],
  [{ to: "a\u02CBb" }, String.raw`- ${"`to`"}: ${"`a"}\u{2cb}b${"`"}`],
  [{ to: "a\u202Eb" }, String.raw`- ${"`to`"}: ${"`a"}\u{202e}b${"`"}`],
  [{ to: "" }, "- `to`: —"],
  [{ to: undefined }, "- `to`: —"],
  [{ to: "\ud83d" }, "- `to`: `\ufffd`"],
  [{ to: [], cc: {} }, "- `to`: `[]`\n- `cc`: `{}`"],
  [
    { to: [{ name: "Ada" }, 7], all: true },
    "- `to[0].name`: `Ada`\n- `to[1]`: `7`\n- `all`: `true`",
  ],
  ["see a.example/x", "- `see a.\u200Bexample/x`"],
])("An input is shown whole and to the letter: %j", (input, shown) => {
  expect(listInput(input)).toBe(shown);
});
