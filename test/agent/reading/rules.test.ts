import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReply } from "../../../src/agent/reading/read-reply.ts";
import { runs } from "../../property-runs.ts";

const tools = ["weather", "unit_converter"];
const read = (text: string) => readReply(text, { tools });
const action = (tool: string, input: unknown) => ({
  kind: "action",
  action: { tool, input },
});

describe("readReply", () => {
  it.each([
    ["a JSON object", '{"action": "weather", "action_input": "Graz"}'],
    [
      "a fenced object",
      'Thought: look\n```json\n{"action": "weather", "action_input": "Graz"}\n```',
    ],
    ["labelled lines", "Thought: look\nAction: weather\nAction Input: Graz"],
    ["full-width labels", "思考：看看\nAction：weather\nAction Input：Graz"],
    [
      "a native call",
      '<tool_call>{"name": "weather", "arguments": "Graz"}</tool_call>',
    ],
    [
      "reasoning before it",
      '<think>{"action": "unit_converter", "action_input": "1"}</think>\nAction: weather\nAction Input: Graz',
    ],
    [
      "an invented rest",
      "Action: weather\nAction Input: Graz\nObservation: sunny\nFinal Answer: It is sunny.",
    ],
    [
      "a second action after it",
      '{"action": "weather", "action_input": "Graz"}\n{"action": "unit_converter", "action_input": "5"}',
    ],
    ["a decorated name", "Action: **`Weather`**\nAction Input: Graz"],
    [
      "single quotes and a trailing comma",
      "{'action': 'weather', 'action_input': 'Graz',}",
    ],
    ["a missing closing brace", '{"action": "weather", "action_input": "Graz"'],
    ["keys of another format", '{"tool": "weather", "tool_input": "Graz"}'],
  ])("understands an action with %s", (_, text) => {
    expect(read(text)).toMatchObject(action("weather", "Graz"));
  });

  it.each([
    ["a label", "Thought: I know.\nFinal Answer: It rains.", "It rains."],
    [
      "the object",
      '{"action": "Final Answer", "action_input": "It rains."}',
      "It rains.",
    ],
    ["prose", "It rains.", "It rains."],
    ["prose after reasoning", "<think>hm</think>It rains.", "It rains."],
    [
      "an answer that goes on with another question",
      "Final Answer: It rains.\nQuestion: And tomorrow?\nThought: look\nAction: weather\nAction Input: Graz",
      "It rains.",
    ],
    [
      "inner quotes that were not escaped",
      '{"action": "Final Answer", "action_input": "They call it "drizzle" there."}',
      'They call it "drizzle" there.',
    ],
  ])("understands an answer as %s", (_, text, output) => {
    expect(read(text)).toEqual({ kind: "finish", output });
  });

  it.each([
    ["nothing", " \n"],
    ["reasoning alone", "<think>I should look at the sky"],
    ["a thought alone", "Thought: I need the weather first."],
    ["an action without its input", "Thought: look\nAction: weather"],
    ["a value that was cut off", '{"action": "weather", "action_input": "Gr'],
    [
      "two names glued together",
      "Action: weather and unit_converter\nAction Input: Graz",
    ],
    [
      "the prompt's own placeholder",
      '{"action": "$TOOL_NAME", "action_input": "$INPUT"}',
    ],
  ])("asks again for %s", (_, text) => {
    const reading = read(text);
    const isRefused =
      reading.kind === "action" && !tools.includes(reading.action.tool);
    expect(isRefused || reading.kind === "unreadable").toBe(true);
  });

  it("cuts what the model wrote right after its action", () => {
    const reading = read(
      "Action: weather\nAction Input: Graz\nObservation: I made this up",
    );
    expect(reading).toMatchObject({ kind: "action" });
    expect(JSON.stringify(reading)).not.toContain("made this up");
  });

  it("leaves an unknown tool to the executor, which knows what there is", () => {
    expect(read('{"action": "telepathy", "action_input": "x"}')).toMatchObject(
      action("telepathy", "x"),
    );
  });

  it("keeps falsy inputs and objects", () => {
    expect(read('{"action": "weather", "action_input": 0}')).toMatchObject(
      action("weather", 0),
    );
    expect(
      read('{"action": "weather", "action_input": {"city": "Graz"}}'),
    ).toMatchObject(action("weather", { city: "Graz" }));
  });

  it("does not misread the beginning of a good reply", () => {
    const replies = [
      'Thought: look\n{"action": "weather", "action_input": "Graz in Styria"}',
      "Thought: look\nAction: weather\nAction Input: Graz in Styria\nObservation:",
    ];
    for (const text of replies) {
      for (let length = 0; length <= text.length; length++) {
        const reading = read(text.slice(0, length));
        if (reading.kind !== "action") continue;
        expect([
          "weather",
          "w",
          "we",
          "wea",
          "weat",
          "weath",
          "weathe",
        ]).toContain(reading.action.tool);
        // A truncated label looks like text.
        const input = String(reading.action.input).replace(/\n\w*$/, "");
        expect("Graz in Styria".startsWith(input.trim())).toBe(true);
      }
    }
  });

  it("never throws for any text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        '{"action": ',
        '"action_input": ',
        "Action: ",
        "Action Input: ",
        "Final Answer: ",
        "Observation: ",
        "Thought: ",
        "<think>",
        "</think>",
        "```json\n",
        "```",
        "<tool_call>",
        "weather",
        "{",
        "}",
        '"',
        "\\",
        ",",
        "\n",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const reading = read(pieces.join(""));
        if (reading.kind === "finish")
          expect(reading.output.trim()).not.toBe("");
        if (reading.kind === "unreadable") expect(reading.reason).not.toBe("");
      }),
      { numRuns: runs(200) },
    );
  });
});
