import { describe, expect, it } from "vitest";
import { createNativeReader } from "../../../src/agent/reading/native-reader.ts";
import type { Reading } from "../../../src/agent/styles/agent-style.ts";

const tools = ["search", "calculator"];

type Piece =
  | string
  | {
      index: number;
      id?: string;
      name?: string;
      arguments?: string;
      extra?: unknown;
    };

function push(pieces: readonly Piece[]) {
  const reader = createNativeReader({ tools });
  const progress = pieces.map((piece) =>
    typeof piece === "string"
      ? reader.push(piece)
      : reader.pushToolCall({ type: "tool-call", arguments: "", ...piece }),
  );
  return { reader, progress };
}

function read(pieces: readonly Piece[], { isCut = false } = {}): Reading {
  return push(pieces).reader.end({ isCut });
}

const answers = (...pieces: Piece[]) =>
  push(pieces).progress.map(({ answer }) => answer);
const streamed = (text: string) =>
  answers(...(text.match(/[^]{1,3}/g) ?? [])).join("");
const call = (index: number, name: string, written: string) => ({
  index,
  id: `id_${index}`,
  name,
  arguments: written,
});

describe("createNativeReader, where nothing can be taken back", () => {
  const show = (names: readonly string[], ...pieces: string[]) => {
    const reader = createNativeReader({ tools: names, streamsProse: false });
    return pieces.map((piece) => reader.push(piece).answer);
  };

  it("holds back what may lead to a call", () => {
    expect(show(tools, "I look ", "that up. ")).toEqual(["", ""]);
    expect(show(tools, "The search will know that. One moment.")).toEqual([""]);
  });

  it("streams text that goes on after a sentence, and all if there is no tool", () => {
    expect(
      show(tools, "Paris is old. ", "It lies on the Seine.", " Yes."),
    ).toEqual(["", "Paris is old. It lies on the Seine.", " Yes."]);
    expect(show([], "Paris is ", "old.")).toEqual(["Paris is", " old."]);
  });
});

describe("createNativeReader, with calls", () => {
  it("turns several chunked calls into concurrent actions", () => {
    expect(
      read([
        "I need both. ",
        { index: 0, id: "a", name: "search", arguments: '{"que' },
        { index: 0, arguments: 'ry": "moss"}' },
        { index: 1, id: "b", name: "calculator" },
        { index: 1, arguments: '{"expression": ', extra: { mark: 7 } },
        { index: 1, arguments: '"1+1"}' },
      ]),
    ).toEqual({
      kind: "calls",
      overflow: 0,
      actions: [
        {
          tool: "search",
          input: { query: "moss" },
          thought: "I need both.",
          text: "I need both.",
          call: { id: "a", name: "search", arguments: '{"query": "moss"}' },
        },
        {
          tool: "calculator",
          input: { expression: "1+1" },
          thought: "",
          text: "",
          call: {
            id: "b",
            name: "calculator",
            arguments: '{"expression": "1+1"}',
            extra: { mark: 7 },
          },
          withPrevious: true,
        },
      ],
    });
  });

  it("drops reasoning from the text that goes back into the prompt", () => {
    expect(
      read(["<think>hm</think>\nLooking.", call(0, "search", "{}")]),
    ).toMatchObject({
      actions: [{ thought: "Looking.", text: "Looking." }],
    });
  });

  it.each([
    ["Search", "search"],
    ["functions.search", "search"],
    ["search<|channel|>commentary", "search"],
    ["weather", "weather"],
  ])("understands the name %s as %s", (name, tool) => {
    expect(read([call(0, name, "{}")])).toMatchObject({
      actions: [{ tool, call: { name: tool } }],
    });
  });

  it("writes repaired arguments as JSON, since servers reject anything else", () => {
    expect(read([call(0, "search", "{'query': 'moss'}")])).toMatchObject({
      actions: [
        { input: { query: "moss" }, call: { arguments: '{"query":"moss"}' } },
      ],
    });
  });

  it("reports unreadable calls next to readable ones", () => {
    const reading = read([
      call(0, "search", '{"query": "mo'),
      call(1, "", "{}"),
      call(2, "calculator", '{"expression": "1"}'),
    ]);
    expect(reading).toMatchObject({
      kind: "calls",
      actions: [{ tool: "calculator" }],
      unread: {
        kind: "unreadable",
        text: 'search({"query": "mo)\n({})',
        reason: expect.stringContaining("one JSON object"),
      },
    });
  });

  it("takes the first 16 calls, and counts the others", () => {
    const calls = Array.from({ length: 18 }, (_, index) =>
      call(index, "calculator", `{"expression": "${index}"}`),
    );
    expect(read(calls.slice(0, 16))).toMatchObject({ overflow: 0 });
    expect(read(calls)).toMatchObject({ actions: { length: 16 }, overflow: 2 });
  });

  it("drops an incomplete last call at a length limit", () => {
    const calls = [
      call(0, "search", '{"query": "moss"}'),
      call(1, "search", ""),
    ];
    expect(read(calls, { isCut: true })).toMatchObject({
      actions: { length: 1 },
      unread: { reason: expect.stringContaining("length limit") },
    });
    expect(read(calls.slice(0, 1), { isCut: true })).toMatchObject({
      actions: { length: 1 },
    });
  });

  it("shows the model its own calls if none can be read", () => {
    expect(read(["So: ", call(0, "search", '{"query": "mo')])).toEqual({
      kind: "unreadable",
      text: 'So:\nsearch({"query": "mo)',
      reason: expect.stringContaining("JSON object"),
    });
    expect(
      read([call(0, "search", '{"query": "mo')], { isCut: true }),
    ).toMatchObject({ reason: expect.stringContaining("length limit") });
  });

  it("does not stop after them, since more may follow", () => {
    const { progress } = push([
      call(0, "search", "{}"),
      call(1, "search", "{}"),
    ]);
    expect(progress.map(({ state }) => state)).toEqual(["open", "open"]);
  });

  it("streams no text after a call", () => {
    expect(answers("Green. ", call(0, "search", "{}"), "Bye. ")).toEqual([
      "Green.",
      "",
      "",
    ]);
  });
});

describe("createNativeReader, with text", () => {
  it("streams prose", () => {
    expect(answers("It is", " 30.", " \n\n", "Or 31.<|im", "_end|>")).toEqual([
      "It is",
      " 30.",
      "",
      " \n\nOr 31.",
      "",
    ]);
  });

  it.each([
    ["the beginning of an announcement", "Sure, I'll"],
    ["an announcement", "Let me look that up for you."],
    ["one with a blank line after it", "I need to check this.\n\n"],
    ["one in Chinese", "好的，让我查一下天气。"],
    ["an object", '{"action": "search", "action_inp'],
    ["a label", "Thought: I should answer."],
    ["a native call", "<tool_call>\n{"],
    ["a fence around the whole", '```json\n{"act'],
    ["a block of tool code", "```tool_code\nsearch(1)"],
    ["a block in no language", "```\nsearch(1)"],
    ["a fence whose label may go on", "```js"],
    ["an object in code", '```js\n{"action": "sea'],
    ["a label in code", "```yaml\naction: search"],
    ["reasoning", "<think>It is 30."],
  ])("holds back %s", (_, text) => {
    expect(streamed(text)).toBe("");
  });

  it.each([
    ["another paragraph", "I'll look at both.\n\nFirst, moss is green."],
    [
      "more than a few sentences",
      `I will use short words. ${"Moss. ".repeat(60)}x`,
    ],
  ])("streams an announcement followed by %s", (_, text) => {
    expect(streamed(text)).toBe(text);
  });

  it.each([
    ["what begins like an announcement", "I think it is 30."],
    ["an explanation", "Let me explain how moss grows. It is green."],
    ["code", "So:\n```js\nconst a = { b: 1 };\n```\nDone."],
    ["code from the beginning on", "```js\nconst a = { b: 1 };\n```\nDone."],
    ["other JSON", 'Write {"colour": "green"} there.'],
    [
      "labels that decide nothing",
      "Call it.\n**Parameters:** none.\n\nInput: 5",
    ],
    ["formulas", "It is \\frac{a}{b} < 3."],
    ["prose after reasoning", "<think>hm</think>It is 30."],
  ])("streams %s", (_, text) => {
    expect(streamed(text)).toBe(text.replace(/^<think>.*<\/think>/, ""));
  });

  it.each([
    ["an object", 'Well.\n```json\n{"action": "search", "action_input": "x"}'],
    ["labels", "Well.\nAction: search\nAction Input: x"],
    ["a native call", "Well.\n<tool_call>\nsearch"],
    ["a special token", "Well.\n<|python_tag|>search"],
  ])("streams nothing of %s after prose", (_, text) => {
    expect(streamed(text)).toBe("Well.");
  });

  it("streams the answer in another style's format", () => {
    expect(
      streamed('{"action": "Final Answer", "action_input": "It is 30."}'),
    ).toBe("It is 30.");
    expect(streamed("Thought: x\nFinal Answer: It is 30.")).toBe("It is 30.");
  });
});
