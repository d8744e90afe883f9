import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReply } from "../../../src/agent/reading/read-reply.ts";
import { takesLinearTime } from "../../fixtures/linear-time.ts";
import { pick, runs } from "../../property-runs.ts";

const tools = ["search", "calculator"];
const PIECES = [
  "{",
  "}",
  "[",
  "]",
  '"',
  "'",
  "`",
  "```",
  "```json\n",
  "\\",
  "\\n",
  "\n",
  " ",
  ",",
  ":",
  "<think>",
  "</think>",
  "<|im_end|>",
  "<tool_call>",
  "<|tool_call_begin|>",
  "Thought: ",
  "Action: ",
  "Action Input: ",
  "Final Answer: ",
  "Observation: ",
  '"action": ',
  '"action_input": ',
  '"search"',
  "search",
  "None",
  "moss",
  "“",
  "：",
  "//",
  "/*",
  "$INPUT",
];
const anyReply = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc
    .array(fc.constantFrom(...PIECES), { maxLength: 60 })
    .map((pieces) => pieces.join("")),
);
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });

/** Each cut must be undecided, or decided like the complete reply. */
function readCuts(reply: string): unknown[] {
  return Array.from({ length: reply.length }, (_, length) => {
    const reading = readReply(reply.slice(0, length), { tools });
    if (reading.kind === "action")
      return [reading.action.tool, reading.action.input];
    return reading.kind === "finish" ? reading.output : undefined;
  });
}

describe("readReply, with any text", () => {
  it("gives an action with a name, an answer with text, or a reason", () => {
    fc.assert(
      fc.property(anyReply, (reply) => {
        const reading = readReply(reply, { tools });
        if (reading.kind === "action")
          expect(reading.action.tool.trim()).not.toBe("");
        else if (reading.kind === "finish")
          expect(reading.output.trim()).not.toBe("");
        else expect(reading.reason).toMatch(/\.$/);
      }),
      { numRuns: runs(150) },
    );
  });

  it("reads a cut JSON reply as the same action, or not at all", () => {
    const input = fc.oneof(text, fc.record({ query: text }));
    fc.assert(
      fc.property(text, input, (thought, value) => {
        const reply = JSON.stringify({
          thought,
          action: "search",
          action_input: value,
        });
        const whole = readReply(reply, { tools });
        const expected =
          whole.kind === "action"
            ? [whole.action.tool, whole.action.input]
            : undefined;
        for (const cut of readCuts(reply))
          if (cut !== undefined) expect(cut).toEqual(expected);
      }),
      { numRuns: runs(35) },
    );
  });

  it("reads a cut JSON answer as the same answer, or not at all", () => {
    fc.assert(
      fc.property(text, (answer) => {
        fc.pre(answer.trim() !== "");
        const reply = `\`\`\`json\n${JSON.stringify({ action: "Final Answer", action_input: answer })}\n\`\`\``;
        const whole = readReply(reply, { tools });
        for (const cut of readCuts(reply))
          if (cut !== undefined)
            expect({ kind: "finish", output: cut }).toEqual(whole);
      }),
      { numRuns: runs(35) },
    );
  });

  it("reads a cut text reply as the same tool with the input so far, or not at all", () => {
    const reply =
      "Thought: Look at that.\nAction: search\nAction Input: moss in the shade\n";
    const cuts = readCuts(reply).filter(
      // Nothing distinguishes the beginning of a label from a word.
      (cut) =>
        cut !== undefined &&
        (typeof cut !== "string" || !"Thought".startsWith(cut)),
    );
    expect(cuts).not.toEqual([]);
    for (const cut of cuts)
      expect(cut).toEqual(["search", expect.stringMatching(/^(?:m|$)/)]);
  });

  it("reads a cut native call as the same call, or not at all", () => {
    const reply =
      '<tool_call>\n{"name": "search", "arguments": {"query": "moss"}}\n</tool_call>';
    for (const cut of readCuts(reply))
      if (cut !== undefined) expect(cut).toEqual(["search", { query: "moss" }]);
  });
});

describe("readReply, with 200,000 characters", () => {
  const REPEATED = [
    "{",
    "[",
    '"',
    "'",
    "\\",
    "`",
    " ",
    "\n",
    "\u200B",
    "```\n",
    "```json\n",
    "<think>",
    "</think>",
    "<|im_end|>",
    "\n</s>",
    "<tool_call>x",
    "<function=a>",
    "Action:",
    "Action:\n",
    "Action: None\n",
    "Action: x\nAction Input:\n",
    "Thought:\n",
    "Question:\n",
    '{"a":',
    '{"action":',
    '{"a": "b" ',
    '{"a":1}\n',
    '\\"',
    '",',
    '"}',
    "/*",
    "{ '/* ",
    "**",
    "** ",
    "> ",
    "< | ",
    "search[",
    "( ",
    "I will ",
  ];
  const OPENINGS = [
    "",
    "Action: search\nAction Input: ",
    "Action: ",
    "Action",
    "Thought: ",
    "<think>",
    '{"action": "search", "action_input": "',
    '{"action": "search", "action_input": {"q": \'',
  ];

  it.each(REPEATED.map((unit, turn) => ({ unit, turn })))(
    "reads $unit over and over without a slow or failing path",
    ({ unit, turn }) => {
      const openings = pick(OPENINGS, { count: 2, turn });
      const readAll = (length: number) => {
        const repeated = unit.repeat(Math.ceil(length / unit.length));
        for (const opening of openings)
          for (const end of ["", 'x"}'])
            readReply(`${opening}${repeated}${end}`, { tools });
      };
      expect(takesLinearTime(readAll, 200_000)).toBe(true);
    },
  );
});
