import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  readAnyFormat,
  readExactObject,
} from "../../../src/agent/reading/read-reply.ts";
import { runs } from "../../property-runs.ts";

const tools = ["search", "calculator"];

/** Parts of models' texts that may have another meaning. */
const PIECES = [
  "tides",
  " ",
  "\n",
  "\nFinal Answer: no",
  "\nAction: search",
  'Action Input: "x"',
  "{",
  "}",
  '{"action": "search", "action_input": "y"}',
  "[a](https://b.example)",
  "[INST]",
  "```json\n",
  "</think>",
  "<b>",
  "\\nu",
  "C:\\new",
  "note:\n",
  "“",
  "\u200B",
  "None",
  "...",
  "\uD83D",
];
const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }) },
  {
    weight: 5,
    arbitrary: fc
      .array(fc.constantFrom(...PIECES), { maxLength: 6 })
      .map((pieces) => pieces.join("")),
  },
);
const name = fc.constantFrom(
  "search",
  "calculator",
  "Final Answer",
  "final answer",
  "Search",
  "None",
  "lookup",
);
const input = fc.oneof(text, fc.jsonValue(), fc.dictionary(text, text));
const blank = fc.constantFrom("", " ", "\n", "  \n", "\r\n", "\uFEFF");
const object = fc
  .record(
    { thought: text, action: name, action_input: input },
    { requiredKeys: ["action", "action_input"] },
  )
  .chain((fields) =>
    fc.constantFrom(
      JSON.stringify(fields),
      JSON.stringify(fields, null, 2),
      JSON.stringify(fields).replace("}", ', "action": "search"}'),
      JSON.stringify(fields).replaceAll("\\n", "\n"),
      JSON.stringify(fields).replaceAll(":", "\u00A0:"),
    ),
  );
const reply = fc.tuple(blank, object, blank).map((parts) => parts.join(""));

describe("readExactObject", () => {
  it("agrees with the search for a decision, or leaves the reply to it", () => {
    fc.assert(
      fc.property(reply, fc.boolean(), (source, isCut) => {
        const asked = readExactObject(source, tools);
        fc.pre(asked !== undefined);
        expect(asked).toEqual(readAnyFormat(source, { tools, isCut }).reading);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    [
      "an action",
      '{"thought": " Look it up. ", "action": "search", "action_input": "tides"}',
      {
        kind: "action",
        action: {
          tool: "search",
          input: "tides",
          thought: "Look it up.",
          text: '{"thought": " Look it up. ", "action": "search", "action_input": "tides"}',
        },
      },
    ],
    [
      "an answer with quotes and line breaks",
      '\n{"action": "Final Answer", "action_input": "\\"Yes\\",\\nHe said."}\n',
      { kind: "finish", output: '"Yes",\nHe said.' },
    ],
  ])("reads %s", (_case, source, reading) => {
    expect(readExactObject(source, tools)).toEqual(reading);
  });

  it.each([
    ["another name", '{"action": "Search", "action_input": "tides"}'],
    ["another order", '{"action_input": "tides", "action": "search"}'],
    ["another field", '{"action": "search", "action_input": "a", "x": 1}'],
    ["a field twice", '{"action": "search", "action_input": 1, "action": 2}'],
    ["no input", '{"action": "search", "action_input": null}'],
    ["an empty answer", '{"action": "Final Answer", "action_input": " "}'],
    ["the prompt's example", '{"action": "Final Answer", "action_input": "…"}'],
    ["LaTeX", '{"action": "Final Answer", "action_input": "$\\nu$"}'],
    ["a tag", '{"action": "Final Answer", "action_input": "</think>"}'],
    [
      "a raw line break in the thought",
      '{"thought": "One.\nTwo.", "action": "search", "action_input": "a"}',
    ],
    [
      "a blank that JSON does not know",
      '{\uFEFF"action": "search", "action_input": {"a": 1, "a": 2}}',
    ],
    ["text after it", '{"action": "search", "action_input": "a"} and so on'],
    ["a broken text", '{"action": "search", "action_input": "a}'],
  ])("leaves %s to the search", (_case, source) => {
    expect(readExactObject(source, tools)).toBeUndefined();
  });

  it("does not take the final answer for a tool of nearly that name", () => {
    const source = '{"action": "Final Answer", "action_input": "Yes"}';
    expect(readExactObject(source, ["final_answer"])).toBeUndefined();
  });
});
