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
