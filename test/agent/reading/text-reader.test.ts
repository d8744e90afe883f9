import { describe, expect, it } from "vitest";
import { createTextReader } from "../../../src/agent/reading/text-reader.ts";
import { readInPieces } from "./read-in-pieces.ts";

const tools = ["search", "calculator"];

/** Pushes the chunks and returns the text that each one made known. */
function push(...pieces: string[]) {
  const reader = createTextReader({ tools });
  return pieces.map((piece) => reader.push(piece));
}

const answers = (...pieces: string[]) =>
  push(...pieces).map(({ answer }) => answer);
const lastState = (...pieces: string[]) => push(...pieces).at(-1)?.state;
const streamed = (text: string) =>
  readInPieces(createTextReader({ tools }), text, 3).streamed;

describe("createTextReader, with an answer in JSON", () => {
  it("streams it", () => {
    expect(
      push(
        '{"action": "Final Answer", "action_input": "It is',
        " 30",
        '"',
        "}",
        "\n```",
        "\nObservation",
      ),
    ).toEqual([
      { answer: "It is", state: "open" },
      { answer: " 30", state: "open" },
      { answer: "", state: "open" },
      { answer: "", state: "decided" },
      { answer: "", state: "decided" },
      { answer: "", state: "overrun" },
    ]);
  });

  it.each([
    ["in a fence", '```json\n{"action": "Final Answer", "action_input": "Yes'],
    [
      "after its label",
      'Thought: Known.\nAction:\n```json\n{\n  "action": "Final Answer",\n  "action_input": "Yes',
    ],
    [
      "after reasoning",
      '<think>{"action": "search"}</think>{"action": "Final Answer", "action_input": "Yes',
    ],
    [
      "with other keys",
      '{"Thought": "x", "Action": "final_answer", "Action Input": "Yes',
    ],
  ])("streams it %s", (_, text) => {
    expect(streamed(text)).toBe("Yes");
  });

  it("never streams half a character", () => {
    expect(
      answers(
        '{"action": "Final Answer", "action_input": "',
        "\\ud83d",
        "\\ude42",
        '"}',
      ),
    ).toEqual(["", "", "🙂", ""]);
    expect(answers("Final Answer: Hello", " \ud83d", "\ude42")).toEqual([
      "Hello",
      "",
      " 🙂",
    ]);
  });

  it("holds back escapes that may be LaTeX or a path, and what follows them", () => {
    const begin = '{"action": "Final Answer", "action_input": "a ';
    expect(streamed(String.raw`${begin}\nb \(c\) \"d\"`)).toBe(
      'a \nb \\(c\\) "d"',
    );
    expect(streamed(String.raw`${begin}\nu is \sigma`)).toBe("a ");
    expect(streamed(String.raw`${begin}\nut`)).toBe("a \nut");
    expect(streamed(String.raw`${begin}\frac{1}{2}`)).toBe("a ");
    expect(streamed(String.raw`${begin}C:\temp`)).toBe("a C:");
  });

  it.each([
    [
      "an action",
      '{"thought": "Final Answer", "action": "search", "action_input": "Ada"}',
    ],
    [
      "an input before its action",
      '{"action_input": "Ada", "action": "Final Answer"}',
    ],
    [
      "an example",
      '{"action": "Final Answer", "action_input": "<your answer>"}',
    ],
    [
      "an object that is spoken of",
      'Thought: not `{"action": "Final Answer", "action_input": "x"}` yet',
    ],
    [
      "code",
      '```python\nsend({"action": "Final Answer", "action_input": "x"})\n```',
    ],
    [
      "an object after another one",
      '{"a": "b"}\n{"action": "Final Answer", "action_input": "x"}',
    ],
  ])("streams nothing of %s", (_, text) => {
    expect(streamed(text)).toBe("");
  });
});

describe("createTextReader, with a labelled answer", () => {
  it("streams it", () => {
    expect(
      answers("Thought: Known.\nFinal Ans", "wer: It ", "is\n", "30. "),
    ).toEqual(["", "It", " is", "\n30."]);
  });

  it.each([
    ["bold", "**Final Answer:** Yes"],
    ["as a heading", "## Thought\nKnown.\n## Final Answer\nYes"],
    ["under a heading", "## Thought\nFinal Answer: Yes"],
    ["in Chinese", "思考：好的。\n最终答案：Yes"],
    ["after reasoning", "<think>Final Answer: No</think>\nFinal Answer: Yes"],
    ["after a thought without label", "I know that.\nFinal Answer: Yes"],
    ["after no action", "Action: None\nFinal Answer: Yes"],
    ["as a chat's", "Thought: Do I need to use a tool? No\nAI: Yes"],
    ["numbered with a capital", "A) Thought: Known.\nC) Final Answer: Yes"],
  ])("streams it %s", (_, text) => {
    expect(streamed(text)).toBe("Yes");
  });

  it.each([
    ["blanks at its end", "Yes. \n\n", "Yes."],
    ["half of a bold", "It is **", "It is"],
    ["a line that may become a label", "Yes.\nObservation", "Yes."],
    ["a label that the next one decides about", "Yes.\nAction: go", "Yes."],
    ["a special token that has begun", "Yes.<|im_", "Yes."],
    ["labels in code", "Yes:\n```\nthought: x", "Yes:\n```"],
    ["a word that may mean no input", "No", ""],
    ["what follows a tag of reasoning", "Write </think> there.", "Write"],
    ["an example", "<answer>", ""],
    ["JSON", '{"action": "Final', ""],
    ["JSON in a fence", "```json\n", ""],
  ])("holds back %s", (_, answer, known) => {
    expect(streamed(`Thought: Known.\nFinal Answer: ${answer}`)).toBe(known);
  });

  it.each([
    ["a line that was none", "Yes.\nObserve", "Yes.\nObserve"],
    ["an action of its own", "Do this.\nAction: go\nThought", "Do this."],
    [
      "code whose labels were none",
      "Yes:\n```\nthought: x\n```\nSo.",
      "Yes:\n```\nthought: x\n```\nSo.",
    ],
    ["an operator", "a <| b", "a <| b"],
  ])("continues after %s", (_, answer, known) => {
    expect(streamed(`Final Answer: ${answer}`)).toBe(known);
  });

  it.each([
    ["an action", "Action: search\nFinal Answer: No"],
    ["an object", 'Thought: {"a": "b"\nFinal Answer: No'],
    ["a block of code", "```\nFinal Answer: No"],
    ["reasoning", "<think>\nFinal Answer: No"],
    ["a special token", "<|channel|>final<|message|>Final Answer: No"],
    ["lines of prose", "Well.\nHm.\nFinal Answer: No"],
  ])("streams nothing after %s, which may be a decision", (_, text) => {
    expect(streamed(text)).toBe("");
  });

  it("streams no prose, which may end with an announcement", () => {
    expect(streamed("It is 30. Or not: let me check.")).toBe("");
  });
});

describe("createTextReader, if the model writes on", () => {
  it.each([
    [
      "an object",
      '{"action": "search", "action_input": "Ada"}',
      "\nObservation",
    ],
    [
      "an object in a fence",
      '```json\n{"action": "search", "action_input": "Ada"}',
      "\n```\nNow",
    ],
    [
      "an action's input",
      "Action: search\nAction Input: Ada",
      "\nObservation:",
    ],
    [
      "an input in JSON",
      'Action: search\nAction Input: {"query": "Ada"}',
      "\nThought:",
    ],
    ["a call", "Action: search[Ada]", "\nObservation:"],
    ["single quotes", "{'action': 'search', 'action_input': 'Ada'}", undefined],
    ["an answer", "Final Answer: Yes.", "\nObservation:"],
    [
      "an answer before a step",
      "Final Answer: Yes.",
      "\nAction: x\nAction Input:",
    ],
    [
      "an answer before a question",
      "Final Answer: Yes.",
      "\nQuestion: x\nThought:",
    ],
  ])("stops after %s", (_, decision, more) => {
    expect(lastState(decision)).not.toBe("overrun");
    if (more !== undefined) expect(lastState(decision, more)).toBe("overrun");
  });

  it.each([
    [
      "code in the input that is not closed",
      "Action: search\nAction Input: ```\nx\nObservation: y",
    ],
    [
      "a thought's example",
      'Thought: say {"action": "search", "action_input": "x"} then\nThought: no',
    ],
    [
      "an action in reasoning",
      "<think>\nAction: search\nAction Input: x\nObservation: y",
    ],
    ["an answer's own action", "Final Answer: Do this.\nAction: go\nand wait"],
    [
      "an answer's own questions",
      "Final Answer: Two.\nQuestion: a?\nAnswer: b\nMore",
    ],
    ["an example of an answer", "Final Answer: <answer>\nThought: hm"],
  ])("does not stop after %s", (_, text) => {
    expect(lastState(text)).toBe("open");
  });
});

describe("createTextReader, with an answer in prose", () => {
  /** How much of a text is shown before its end. */
  const shownOf = (text: string, msEach = 0) => {
    let time = 0;
    const reader = createTextReader({
      tools,
      streamsProse: true,
      clock: () => (time += msEach),
    });
    return readInPieces(reader, text, 3).streamed;
  };

  it.each([
    "Moss likes shade. It needs no soil, and little else",
    "苔藓喜欢阴凉的地方。它不需要土壤，也几乎不需要别的",
    "- Moss\n- Fern\n- Ivy, which needs more light",
    `${"Moss and ferns like shade and ".repeat(6)}rain`,
  ])("streams it once it goes on after a sentence, or is long: %j", (text) => {
    expect(shownOf(text)).toBe(text);
  });

  it.each(["Moss likes shade, and", "苔藓喜欢阴凉的地方"])(
    "streams a few words of it after a second: %j",
    (text) => {
      expect(shownOf(text)).toBe("");
      expect(shownOf(text, 500)).toBe(text);
    },
  );

  it.each([
    "search the",
    "Good question. I will look that up",
    "The calculator can do that",
    '{"action": "search", "action_input": "moss and ferns"}',
    "Action: search\nAction Input: moss and ferns",
  ])("holds back what may lead to an action, however slow: %j", (text) => {
    expect(shownOf(text, 500)).toBe("");
  });

  it("counts the second from the first word after the reasoning", () => {
    let time = 0;
    const reader = createTextReader({
      tools,
      streamsProse: true,
      clock: () => time,
    });
    const shown = ["<think>", "Tides.", "</think>\n\nMoss likes", " shade"].map(
      (piece) => {
        time += 900;
        return reader.push(piece).answer;
      },
    );
    expect(shown.join("")).toBe("");
    time += 1_000;
    expect(reader.push(", and").answer).toBe("Moss likes shade, and");
  });

  it.each([
    ["a sentence alone", "The archive team should take this over."],
    [
      "a sentence before an action",
      "The archive team should take this over.\n\nAction: search\nAction Input: moss",
    ],
    ["a plan", "Good question. I will look that up for you now, one moment"],
    ["a plan in Chinese", "这是个好问题。让我先查一下资料，请稍等片刻好吗"],
    ["words on a tool", "It is a sum. The calculator can do that for us here"],
    [
      "an object",
      'Here you are:\n{"action": "search", "action_input": "moss"}',
    ],
  ])("holds back %s", (_case, text) => {
    expect(shownOf(text)).toBe("");
  });
});
