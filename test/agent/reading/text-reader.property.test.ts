import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNativeReader } from "../../../src/agent/reading/native-reader.ts";
import { readReply } from "../../../src/agent/reading/read-reply.ts";
import { createTextReader } from "../../../src/agent/reading/text-reader.ts";
import { runs } from "../../property-runs.ts";
import { readInPieces } from "./read-in-pieces.ts";

const tools = ["search", "calculator"];

/** Lines of all formats, some damaged. */
const LINES = [
  "Thought: I see",
  "Thought:",
  "Action: search",
  "Action: None",
  "Action: Final Answer",
  "Action: water it",
  "Action:",
  "Action: search[moss]",
  "Action Input: moss",
  'Action Input: {"q": "moss"}',
  "Action Input: {'q': 'moss'",
  "Observation: green",
  "Question: and fern?",
  "Answer: yes",
  "AI: yes",
  "Final Answer: moss",
  "Final Answer:",
  "**Final Answer:** **moss** is",
  "**Final Answer: moss**",
  "## Final Answer",
  "最终答案：苔",
  "The moss is green.",
  "It is **bold**",
  "```",
  "```json",
  "```python",
  "~~~",
  "user: root",
  "{",
  "}",
  '{"action": "search", "action_input": "x"}',
  '{"action": "Final Answer", "action_input": "moss"}',
  '{"action": "Final Answer", "action_input": "moss',
  '{"thought": "t", "action": "Final Answer", "action_input": "a \\"b\\"',
  '"action": "search"',
  "{'action': 'search', 'action_input': 'x'}",
  '{"a": 1}',
  "<think>",
  "</think>",
  "<think>x</think>",
  "<|im_end|>",
  "<|im_start|>user",
  "</s>",
  "<answer>",
  "</answer>",
  "<tool_call>",
  "",
  "  ",
  "Thought",
  "Final",
  "I will search",
  "\\n\\nu \\times",
  "C:\\temp\\new",
  '"}',
  "'}",
  "$INPUT",
  "None",
  "🙂",
  "\u2028",
  "\r",
];
const anyReply = fc.oneof(
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...LINES),
        fc.constantFrom("\n", "\n", "\n", " ", "", "\r\n"),
      ),
      { maxLength: 14 },
    )
    .map((lines) => lines.flat().join("")),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: "binary", maxLength: 100 }),
);
const anySize = fc.integer({ min: 1, max: 40 });
const readText = (reply: string, size: number) =>
  readInPieces(createTextReader({ tools }), reply, size);

describe("createTextReader, with any text in chunks of any size", () => {
  it("understands the complete reply, also if it stopped early", () => {
    fc.assert(
      fc.property(anyReply, anySize, (reply, size) => {
        const { reading } = readText(reply, size);
        const whole = readReply(reply, { tools });
        if (whole.kind === "unreadable")
          expect(reading).toMatchObject({
            kind: "unreadable",
            reason: whole.reason,
          });
        else expect(reading).toEqual(whole);
      }),
      { numRuns: runs(300) },
    );
  });

  it("streams the answer or a prefix of it, and nothing of an action", () => {
    fc.assert(
      fc.property(anyReply, anySize, (reply, size) => {
        const { streamed, reading } = readText(reply, size);
        if (reading.kind === "action") expect(streamed).toBe("");
        if (reading.kind === "finish")
          expect(reading.output.slice(0, streamed.length)).toBe(streamed);
      }),
      { numRuns: runs(300) },
    );
  });

  it("retracts an answer only if its JSON is incomplete or it holds parts of the format", () => {
    fc.assert(
      fc.property(anyReply, anySize, (reply, size) => {
        const { streamed, reading } = readText(reply, size);
        if (reading.kind === "unreadable" && streamed !== "")
          expect(reading.reason).toMatch(
            /^(?:The JSON object (?:was cut|is b)|It mixes)/,
          );
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("createTextReader, with a good answer", () => {
  const answer = fc
    .string({ unit: "grapheme", minLength: 1 })
    .filter((text) => text.trim() !== "" && !/[<＜[◁]/.test(text));

  it("streams all of it in JSON, unless it is a placeholder", () => {
    const before = fc.constantFrom("", "```json\n", "<think>x</think>");
    fc.assert(
      fc.property(answer, anySize, before, (text, size, start) => {
        const output = `So: ${text}.`;
        const reply = JSON.stringify({
          action: "Final Answer",
          action_input: output,
        });
        const { streamed, reading } = readText(start + reply, size);
        expect(reading).toEqual({ kind: "finish", output });
        if (!reply.includes("\\")) expect(streamed).toBe(output);
      }),
    );
  });

  it("streams all of it after a label, except trailing whitespace and bold", () => {
    fc.assert(
      fc.property(answer, anySize, (text, size) => {
        const output = `So: ${text.replaceAll(/[\r\n*]/g, " ")} x`;
        const reply = `Thought: Known.\nFinal Answer: ${output}`;
        const { streamed, reading } = readText(reply, size);
        expect(reading).toEqual({ kind: "finish", output });
        expect(streamed).toBe(output);
      }),
    );
  });

  it("does not accept a call that was cut at the length limit", () => {
    const reply = `Thought: Known.\nFinal Answer: It is green.`;
    for (let length = 0; length <= reply.length; length++) {
      const reader = createTextReader({ tools });
      reader.push(reply.slice(0, length));
      expect(reader.end({ isCut: true }).kind).toBe("unreadable");
    }
  });
});

describe("createNativeReader, with any text in chunks of any size", () => {
  it("streams the answer in prose or a prefix of it", () => {
    fc.assert(
      fc.property(anyReply, anySize, (reply, size) => {
        // Reasoning without an opening tag is prose until its end.
        fc.pre(!reply.includes("</think>"));
        const reader = createNativeReader({ tools });
        const { streamed, reading } = readInPieces(reader, reply, size);
        // A label after prose starts the answer, which may repeat the prose.
        const isProse =
          reading.kind === "finish" &&
          reply.trim().startsWith(reading.output.slice(0, 40)) &&
          !/answer/i.test(reply.trim().slice(reading.output.length));
        if (isProse)
          expect(reading.output.slice(0, streamed.length)).toBe(streamed);
      }),
      { numRuns: runs(300) },
    );
  });

  it("never throws for any calls", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.record(
        {
          index: fc.nat({ max: 30 }),
          id: fc.string(),
          name: fc.constantFrom("", "search", "Search", "nothing"),
          arguments: fc.string({ unit: "binary" }),
          extra: fc.jsonValue(),
        },
        { requiredKeys: ["index", "arguments"] },
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), (pieces, isCut) => {
        const reader = createNativeReader({ tools });
        for (const next of pieces)
          if (typeof next === "string") reader.push(next);
          else reader.pushToolCall({ type: "tool-call", ...next });
        const reading = reader.end({ isCut });
        if (reading.kind !== "calls") return;
        expect(reading.actions.length).toBeLessThanOrEqual(16);
        for (const { call, tool } of reading.actions) {
          expect(tool).not.toBe("");
          expect(JSON.parse(call?.arguments ?? "")).toBeTypeOf("object");
        }
      }),
    );
  });
});
