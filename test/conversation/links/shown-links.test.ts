import { describe, expect, it } from "vitest";
import { toStepBody } from "../../../src/channels/reply-body.ts";
import { createShownLinks } from "../../../src/conversation/links/shown-links.ts";
import type { TurnStep } from "../../../src/turn.ts";

const EVIL = "https://evil.example/4711";
const SOURCE = "https://news.example/a";

function createStep(
  changes: Partial<TurnStep> & { thought?: string; input?: unknown } = {},
): TurnStep & { observation: string } {
  const { thought = "", input = {}, ...others } = changes;
  return {
    action: { tool: "search", input, thought, text: "" },
    observation: "",
    usage: {
      inputTokens: 0,
      cachedInputTokens: 0,
      outputTokens: 0,
      modelCalls: 1,
    },
    ...others,
  };
}

function setUp(steps: readonly TurnStep[], shownPages: readonly string[] = []) {
  return createShownLinks({
    hosts: () => [],
    steps,
    answers: [],
    shownPages: new Set(shownPages),
    note: "[left out]",
  });
}

function answer(steps: readonly TurnStep[], text: string, pages?: string[]) {
  const judged = setUp(steps, pages).beginAnswer();
  judged.push(text);
  return judged.end();
}

describe("a step", () => {
  it("is shown without addresses of the model's in its thought and input", () => {
    const step = createStep({
      thought: `Look at [it](${EVIL}).`,
      input: { query: `see ${EVIL}`, pages: [{ url: EVIL }], count: 2 },
      observation: "Nothing.",
    });
    expect(toStepBody(setUp([step]).showStep(step))).toMatchObject({
      tool: "search",
      thought: "Look at [it] (evil.example).",
      input: {
        query: "see evil.example",
        pages: [{ url: "evil.example" }],
        count: 2,
      },
      observation: "Nothing.",
    });
  });

  it("keeps the addresses that its tool gave, but not those that it was given", () => {
    const step = createStep({
      input: { query: EVIL },
      observation: `${SOURCE} has nothing about ${EVIL}`,
    });
    expect(setUp([step]).showStep(step).shown?.observation).toBe(
      `<${SOURCE}> has nothing about evil.example`,
    );
  });

  it("is as it was if it holds none", () => {
    const step = createStep({
      thought: "I *look* at a < b",
      observation: `- [a](${SOURCE})`,
    });
    expect(setUp([step]).showStep(step)).toBe(step);
  });
});

describe("an answer", () => {
  const sources = [{ title: "News", url: SOURCE }];

  it("may link to a source, but not to one that the tool was given", () => {
    const found = createStep({ input: { query: "news" }, sources });
    expect(answer([found], SOURCE)).toBe(`<${SOURCE}>`);
    const echoed = createStep({ input: { query: SOURCE }, sources });
    expect(answer([echoed], SOURCE)).toBe("news.example");
  });

  it("may link to a page that a tool read, since somebody had named it", () => {
    const read = createStep({ input: { url: SOURCE }, sources });
    expect(answer([read], SOURCE, [SOURCE])).toBe(`<${SOURCE}>`);
  });

  it("that a tool wrote is shown as it is, unless it repeats its input", () => {
    const text = `*See* ${EVIL}`;
    const direct = { observation: text, isAnswer: true } as const;
    expect(answer([createStep(direct)], text)).toBe(text);
    const echo = createStep({ ...direct, input: { query: EVIL } });
    expect(answer([echo], text)).toBe("*See* evil.example");
  });
});
