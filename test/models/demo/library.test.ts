import { describe, expect, it } from "vitest";
import { decide } from "../../../src/models/demo/decide.ts";
import type { DemoPrompt } from "../../../src/models/demo/read-demo-prompt.ts";

const FOUND =
  "1. Shop › Returns\nWithin 30 days.\n```sh\npost\n\n2. Other\nNo.";
const PARTIAL = `No passage has all these words; some have a part of them:\n\n${FOUND}`;
const NOTHING = 'Nothing found for "x" in the library. Try other words.';

function ask(question: string, options: Partial<DemoPrompt> = {}) {
  return decide({
    format: "calls",
    question,
    said: [question],
    tools: new Set(["library", "search", "calculator"]),
    ...options,
  });
}
const askAfter = (
  question: string,
  observation: string,
  tools = ["library", "search"],
) =>
  ask(question, {
    tools: new Set(tools),
    lastStep: { tool: "library", input: question, observation },
  });

describe("the demo model with a library", () => {
  it.each([
    "How do I return a parcel?",
    "怎么退货？",
    "What is Parley",
    "退货期限",
    "  Why?",
  ])("looks %j up there first", (question) => {
    expect(ask(question)).toMatchObject({
      kind: "action",
      tool: "library",
      input: question.trim(),
    });
  });

  it.each(["What is 2+2?", "I am Ada", "Thanks!", "Why? ".repeat(100)])(
    "does not look up %j",
    (message) => {
      expect(ask(message)).not.toMatchObject({ tool: "library" });
    },
  );

  it("answers with the first passage, and ends its code", () => {
    expect(askAfter("How do I return a parcel?", FOUND)).toMatchObject({
      kind: "answer",
      text: "Within 30 days.\n```sh\npost\n```\n\nSource: Shop › Returns",
    });
  });

  it.each([PARTIAL, NOTHING])(
    "goes on with the search where the library does not know a thing: %j",
    (observation) => {
      expect(askAfter("Who was Ada Lovelace?", observation)).toMatchObject({
        tool: "search",
        input: "Ada Lovelace",
      });
    },
  );

  it("takes what has some of the words where there is nothing to search for", () => {
    expect(askAfter("How do I return it?", PARTIAL)).toMatchObject({
      kind: "answer",
      text: expect.stringContaining("30 days"),
    });
    expect(askAfter("Who was Ada?", PARTIAL, ["library"]).kind).toBe("answer");
  });

  it("says that it found nothing", () => {
    expect(askAfter("怎么退货？", NOTHING)).toMatchObject({
      kind: "answer",
      text: "我查了“怎么退货？”，但什么也没找到。",
    });
  });
});
