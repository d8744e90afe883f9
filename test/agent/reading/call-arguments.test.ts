import { describe, expect, it } from "vitest";
import { readCallArguments } from "../../../src/agent/reading/native-reader.ts";

const read = (written: string, { isCut = false } = {}) => {
  const reading = readCallArguments(written, { isCut });
  return reading.kind === "arguments" ? [reading.input, reading.json] : "?";
};

describe("readCallArguments", () => {
  it.each([
    ["an object", '{"query": "moss"}', { query: "moss" }],
    ["nothing", "", {}],
    ["null", "null", {}],
    [
      "JSON that was encoded twice",
      '"{\\"query\\": \\"moss\\"}"',
      { query: "moss" },
    ],
    ["a Python dict", "{'query': 'moss'}", { query: "moss" }],
    ["a trailing comma", '{"query": "moss",}', { query: "moss" }],
    ["a missing bracket", '{"query": "moss"', { query: "moss" }],
    ["a bracket too many", '{"query": "moss"}}', { query: "moss" }],
    ["a token after it", '{"query": "moss"}<|call|>', { query: "moss" }],
    ["a fence around it", '```json\n{"query": "moss"}\n```', { query: "moss" }],
    ["the first half of a fence", '```\n{"query": "moss"}', { query: "moss" }],
    ["an empty object in front", '{}{"query": "moss"}', { query: "moss" }],
  ])("reads %s", (_, written, input) => {
    const [understood, json] = read(written);
    expect(understood).toEqual(input);
    expect(JSON.parse(String(json))).toEqual(input);
  });

  it("gives valid JSON back as the model wrote it", () => {
    expect(read('{ "query":"moss" }')).toEqual([
      { query: "moss" },
      '{ "query":"moss" }',
    ]);
  });

  it.each([
    ["bare text", "moss in shade", "moss in shade"],
    ["a text", '"moss"', "moss"],
    ["a number", "42", 42],
    ["a list", "[1, 2]", [1, 2]],
  ])(
    "takes %s for the input, and wraps it for the history",
    (_, written, input) => {
      expect(read(written)).toEqual([input, JSON.stringify({ input })]);
    },
  );

  it.each([
    ["a value that was cut off", '{"query": "mo'],
    ["two different objects", '{"query": "moss"}{"query": "fern"}'],
    ["an expression", '{"query": a + b}'],
  ])("does not guess at %s", (_, written) => {
    expect(read(written)).toBe("?");
  });

  it.each([
    ["nothing", ""],
    ["bare text", "moss in"],
    ["a missing bracket", '{"query": "moss"'],
  ])("does not take %s for the whole at a length limit", (_, written) => {
    expect(read(written, { isCut: true })).toBe("?");
  });

  it("accepts a complete object at a length limit", () => {
    expect(read('{"query": "moss"}', { isCut: true })).not.toBe("?");
  });
});
