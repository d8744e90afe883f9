import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTextReader } from "../../../src/agent/streaming/text-reader.ts";

const TOOLS = ["search", "calculator"];

/** Reads a reply that comes in pieces of that size. */
function readInPieces(text: string, size: number) {
  const reader = createTextReader({ tools: TOOLS });
  let streamed = "";
  let state = "open";
  for (
    let index = 0;
    index < text.length && state !== "overrun";
    index += size
  ) {
    const progress = reader.push(text.slice(index, index + size));
    streamed += progress.answer;
    state = progress.state;
  }
  return { streamed, state, reading: reader.end({ isCut: false }) };
}

const read = (text: string) => readInPieces(text, text.length || 1).reading;
const final = (answer: string) =>
  JSON.stringify({ action: "Final Answer", action_input: answer });

describe("createTextReader", () => {
  it("reads an action with its thought", () => {
    expect(
      read(
        '{"thought": "Count.", "action": "calculator", "action_input": "1+1"}',
      ),
    ).toEqual({
      kind: "action",
      action: {
        tool: "calculator",
        input: "1+1",
        thought: "Count.",
        text: '{"thought": "Count.", "action": "calculator", "action_input": "1+1"}',
      },
    });
  });

  it.each([
    ["in a fence", '```json\n{"action": "search", "action_input": "Ada"}\n```'],
    [
      "behind a thought in prose",
      'Thought: I need facts.\n{"action": "search", "action_input": "Ada"}',
    ],
    [
      "behind reasoning",
      '<think>maybe {"action": "calculator", "action_input": "1"}</think>{"action": "search", "action_input": "Ada"}',
    ],
    [
      "before an invented observation",
      '{"action": "search", "action_input": "Ada"}\nObservation: she was a poet\n{"action": "Final Answer", "action_input": "A poet"}',
    ],
    [
      "with its keys in the other order",
      '{"action_input": "Ada", "action": "search"}',
    ],
    [
      "that only lacks its closing brace",
      '{"action": "search", "action_input": "Ada"',
    ],
  ])("reads an action %s", (_, text) => {
    expect(read(text)).toMatchObject({
      kind: "action",
      action: { tool: "search", input: "Ada" },
    });
  });

  it("cuts the model's text after the action, so that what it invented never comes back", () => {
    const text =
      '{"action": "search", "action_input": "Ada"}\nObservation: a lie';
    expect(read(text)).toMatchObject({
      action: { text: '{"action": "search", "action_input": "Ada"}' },
    });
  });

  it("takes input objects and missing input", () => {
    expect(
      read('{"action": "search", "action_input": {"query": "Ada"}}'),
    ).toMatchObject({ action: { input: { query: "Ada" } } });
    expect(read('{"action": "search"}')).toMatchObject({
      action: { input: "" },
    });
  });

  it("takes prose for the answer", () => {
    expect(read("It is **30.06**.")).toEqual({
      kind: "finish",
      output: "It is **30.06**.",
    });
    expect(read('Use `{"a": 1}` in your file.')).toEqual({
      kind: "finish",
      output: 'Use `{"a": 1}` in your file.',
    });
    expect(read("<think>hm</think>Hello.")).toEqual({
      kind: "finish",
      output: "Hello.",
    });
  });

  it.each([
    ["nothing", ""],
    ["reasoning alone", "<think>I should"],
    [
      "an answer that was cut off",
      '{"action": "Final Answer", "action_input": "It is 30',
    ],
    ["an object that was cut off", '{"thought": "I need'],
    ["the beginning of an object", '```json\n{"act'],
    ["an object without action", '{"thought": "Hm", "action_input": "1"}'],
    ["an empty answer", '{"action": "Final Answer", "action_input": " "}'],
  ])("cannot read %s", (_, text) => {
    expect(read(text)).toMatchObject({ kind: "unreadable", text });
  });

  it("repairs what has one meaning only", () => {
    const text = '{"action": "search" "action_input": Ada}';
    expect(read(text)).toMatchObject({
      kind: "action",
      action: { tool: "search", input: "Ada" },
    });
  });

  it("keeps LaTeX as it was meant, although JSON would read it otherwise", () => {
    const text = String.raw`{"action": "Final Answer", "action_input": "It is \frac{1}{2}"}`;
    expect(read(text.replaceAll("\\\\", "\\"))).toEqual({
      kind: "finish",
      output: String.raw`It is \frac{1}{2}`,
    });
  });

  it("hands the answer out while it is written", () => {
    const reader = createTextReader({ tools: TOOLS });
    expect(
      reader.push('{"action": "Final Answer", "action_input": "It is').answer,
    ).toBe("It is");
    expect(reader.push(" 30").answer).toBe(" 30");
    expect(reader.push('"')).toEqual({ answer: "", state: "open" });
    expect(reader.push("}")).toEqual({ answer: "", state: "decided" });
    expect(reader.push("\n```")).toEqual({ answer: "", state: "decided" });
    expect(reader.push("\nObservation")).toEqual({
      answer: "",
      state: "overrun",
    });
  });

  it("streams exactly the final answer, whatever it is and however it is cut", () => {
    const answer = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(
        answer,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom("", "```json\n", "<think>x</think>"),
        (text, size, before) => {
          const { streamed, reading } = readInPieces(
            before + final(text),
            size,
          );
          expect(reading).toEqual({ kind: "finish", output: text });
          expect(streamed).toBe(text);
        },
      ),
    );
  });

  it("never hands out half a character", () => {
    const reader = createTextReader({ tools: TOOLS });
    const pieces = [
      '{"action": "Final Answer", "action_input": "',
      "\\ud83d",
      "\\ude42",
      '"}',
    ];
    expect(pieces.map((piece) => reader.push(piece).answer)).toEqual([
      "",
      "",
      "🙂",
      "",
    ]);
  });

  it("understands every cut of a good reply as an action, an answer or unreadable", () => {
    const text =
      '```json\n{"thought": "Count.", "action": "calculator", "action_input": "1+1"}\n```';
    for (let length = 0; length <= text.length; length++) {
      const reading = read(text.slice(0, length));
      if (reading.kind === "action")
        expect(reading.action).toMatchObject({
          tool: "calculator",
          input: "1+1",
        });
      else if (reading.kind === "finish")
        expect(length).toBeLessThan('```json\n{"'.length);
    }
  });

  it("never throws, and reads the same in one piece as in many", () => {
    const noise = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          "{",
          "}",
          '"',
          '"action": ',
          '"Final Answer"',
          ", ",
          '"action_input": ',
          "<think>",
          "</think>",
          "```",
          "\\",
        ),
      ),
    );
    fc.assert(
      fc.property(noise, fc.integer({ min: 1, max: 9 }), (pieces, size) => {
        const text = pieces.join("");
        const whole = readInPieces(text, text.length || 1);
        const cut = readInPieces(text, size);
        if (whole.state !== "overrun" && cut.state !== "overrun")
          expect(cut.reading).toEqual(whole.reading);
      }),
    );
  });
});
