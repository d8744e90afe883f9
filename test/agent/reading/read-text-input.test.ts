import { describe, expect, it } from "vitest";
import { readTextInput } from "../../../src/agent/reading/read-text-input.ts";

const read = (source: string) => {
  const input = readTextInput(source, ["add"]);
  return input.kind === "input" ? input.value : input.kind;
};

describe("readTextInput", () => {
  it.each([
    ["plain text", " moss in shade ", "moss in shade"],
    ["nothing", "  \n", ""],
    ["a number", "220", "220"],
    ["JSON", '{"a": [1]}', { a: [1] }],
    ["JSON in a fence", '```json\n{"a": 1}\n```', { a: 1 }],
    ["JSON before prose", '{"a": 1} I will wait.', { a: 1 }],
    ["JSON without closers", '{"a": {"b": "c"}', { a: { b: "c" } }],
    ["JSON encoded twice", '"{\\"a\\": 1}"', { a: 1 }],
    ["JSON in a call of the tool", 'add({"a": 1})', { a: 1 }],
    ["a Python dict", "{'a': 'b',}", { a: "b" }],
    ["words in brackets", "[moss or {fern}]", "[moss or {fern}]"],
    ["words in braces", "{moss}", "{moss}"],
    ["an expression", "[1, 2][0]", "[1, 2][0]"],
    ["code in a fence", "```python\nf(1)\n```", "f(1)"],
    ["code after text", "f:\n```\n1\n```", "f:\n```\n1\n```"],
    [
      "code in a call of another function",
      'print({"a": 1})',
      'print({"a": 1})',
    ],
    ["quoted text", '"moss"', "moss"],
    ["text in backticks", "`moss`", "moss"],
    ["text with an apostrophe in quotes", "'what's moss'", "what's moss"],
    ["quoted parts", '"moss" OR "fern"', '"moss" OR "fern"'],
    ["a quote at the end", "name = 'moss'", "name = 'moss'"],
    ["the end of a fence around more", "moss\n```", "moss"],
  ])("reads %s", (_, source, value) => {
    expect(read(source)).toEqual(value);
  });

  it.each(['{"a": "b', '{"a": 1,', "[1, 2", "```\nf(1"])(
    "does not close %j",
    (source) => {
      expect(read(source)).toBe("cut");
    },
  );
});
