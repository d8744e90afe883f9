import { describe, expect, it } from "vitest";
import { readReply } from "../../../src/agent/reading/read-reply.ts";

const tools = ["search", "calculator"];
const read = (text: string) => readReply(text, { tools, isCut: true });

describe("readReply, of a reply that was cut off at a length limit", () => {
  it.each([
    ["prose", "Moss grows in"],
    ["a labelled answer", "Thought: Known.\nFinal Answer: It grows in"],
    ["an answer of a pseudo-tool", "Action: Speak\nAction Input: It grows"],
    ["a text input", "Action: search\nAction Input: moss in the"],
    ["an action without input", "Thought: Look.\nAction: search"],
    ["an input in JSON", 'Action: search\nAction Input: {"query": "mo'],
    [
      "an input that lacks its bracket",
      'Action: search\nAction Input: {"q": 1',
    ],
    ["an object", '{"action": "search", "action_input": "mo'],
    [
      "an object that lacks its bracket",
      '{"action": "search", "action_input": "moss"',
    ],
    [
      "a native call that lacks its bracket",
      '[TOOL_CALLS]search[ARGS]{"query": "moss"',
    ],
    ["a thought", "Thought: I should look at"],
    ["a preamble", "Let me look that up."],
    ["a thought with an example", 'Thought: as {"action": "search"}, or'],
    ["reasoning", "<think>I could"],
    ["nothing", ""],
  ])("asks for a shorter one instead of %s", (_, text) => {
    expect(read(text)).toEqual({
      kind: "unreadable",
      text,
      reason: expect.stringMatching(/cut off at the length limit.*shorter/),
    });
  });

  it.each([
    [
      "an object",
      '{"action": "search", "action_input": "moss"}\n{"action": "sea',
    ],
    ["a text input", "Action: search\nAction Input: moss\nObservation: it"],
    ["an input in JSON", 'Action: search\nAction Input: "moss"\nThought'],
    ["a call", 'Action: search("moss")\nObs'],
    [
      "the first of a list",
      '[{"action": "search", "action_input": "moss"}, {"act',
    ],
  ])("takes %s that is complete", (_, text) => {
    const reading = read(text.replace("\nThought", "\nThought: x"));
    expect(reading).toMatchObject({
      kind: "action",
      action: { tool: "search", input: "moss" },
    });
  });

  it.each([
    ["the next step", "Final Answer: Green.\nThought: And now"],
    ["another turn", "Green.<|im_end|>\n<|im_start|>user\nAnd"],
    ["its object", '{"action": "Final Answer", "action_input": "Green."}\nI'],
  ])("takes an answer that %s ends", (_, text) => {
    expect(read(text)).toEqual({ kind: "finish", output: "Green." });
  });
});
