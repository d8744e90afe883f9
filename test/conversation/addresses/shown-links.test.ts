import { describe, expect, it } from "vitest";
import { createShownLinks } from "../../../src/conversation/addresses/shown-links.ts";
import { toStepBody } from "../../../src/http/reply-body.ts";
import { createSearchTool } from "../../../src/tools/search/search-tool.ts";
import type { Step } from "../../../src/types/turn.ts";
import { createToolContext } from "../../fakes/create-tool-context.ts";
import { createScriptedSearchProvider } from "../../fakes/scripted-search-provider.ts";

const EVIL = "https://evil.example/4711";
const SOURCE = "https://news.example/a";

function createStep(
  changes: Partial<Step> & { thought?: string; input?: unknown } = {},
): Step & { observation: string } {
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

function setUp(steps: readonly Step[], shownPages: readonly string[] = []) {
  return createShownLinks({
    hosts: () => [],
    steps,
    answers: [],
    shownPages: new Set(shownPages),
    note: "[left out]",
  });
}

function answer(steps: readonly Step[], text: string, pages?: string[]) {
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
    expect(toStepBody(setUp([step]).showStep(step))).toEqual({
      tool: "search",
      thought: "Look at [it] (evil.example).",
      input: {
        query: "see evil.example",
        pages: [{ url: "evil.example" }],
        count: 2,
      },
      observation: "Nothing.",
      usage: { cached_input_tokens: 0, input_tokens: 0, output_tokens: 0 },
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

  it.each(["", "x".repeat(300)])(
    "does not draw the address that a search repeats, found nothing for (%s)",
    async (tail) => {
      const query = `${EVIL}/${tail}`;
      const provider = createScriptedSearchProvider({ outcome: [] });
      const tool = createSearchTool({ providers: [provider] });
      const output = await tool.run(
        { query },
        {
          ...createToolContext(),
          signal: new AbortController().signal,
          timeoutMs: 1_000,
          mayHaveRun: false,
        },
      );
      const { text } = typeof output === "string" ? { text: output } : output;
      expect(text).toContain("evil.example");
      const step = createStep({ input: { query }, observation: text });
      const { shown } = setUp([step]).showStep(step);
      expect(shown?.observation).not.toContain("://");
      expect(shown?.observation).not.toContain("4711");
    },
  );

  it("is as it was if it holds none", () => {
    const step = createStep({
      thought: "I *look* at a < b",
      observation: `- [a](${SOURCE})`,
    });
    expect(setUp([step]).showStep(step)).toBe(step);
  });
});

it("JSON is shown without addresses in its texts and the names of its fields", () => {
  const json = JSON.stringify({ [EVIL]: [EVIL, 1] });
  expect(setUp([]).showJson(json)).toBe('{"evil.example":["evil.example",1]}');
});

describe("an answer", () => {
  const sources = [{ title: "News", url: SOURCE }];

  it("may link to a source, but not to one that the tool was given", () => {
    const found = createStep({ input: { query: "news" }, sources });
    expect(answer([found], SOURCE)).toBe(`<${SOURCE}>`);
    const echoed = createStep({ input: { query: SOURCE }, sources });
    expect(answer([echoed], SOURCE)).toBe("news.example");
  });

  it.each([
    ["spelt differently", { query: "HTTPS://News.Example:443/%61#top" }],
    ["without its scheme", { query: "see news.example/a, please" }],
    ["in parts", { host: "news.example", path: ["a"] }],
    ["as a name", { "news.example/a": true }],
    ["longer than what was repeated", { query: `${SOURCE}bc` }],
  ])("may not link to one that the tool was given %s", (_, input) => {
    const echoed = createStep({ input, sources });
    expect(answer([echoed], SOURCE)).toBe("news.example");
    expect(setUp([echoed]).showStep(echoed)).toMatchObject({ sources: [] });
  });

  it("may not link to one that a tool of the same server was given before", () => {
    const act = (tool: string, text: string) => ({
      action: { tool, input: { text }, thought: "", text: "" },
    });
    const kept = createStep(act("notes__add", `Remember ${SOURCE}`));
    const listed = createStep({ ...act("notes__list", ""), sources });
    expect(answer([kept, listed], SOURCE)).toBe("news.example");
    expect(answer([listed, kept], SOURCE)).toBe(`<${SOURCE}>`);
    const found = createStep({ ...act("search", ""), sources });
    expect(answer([kept, found], SOURCE)).toBe(`<${SOURCE}>`);
  });

  it("may link to what a search of a site has found", () => {
    const input = { query: "site:news.example rain" };
    const url = `${SOURCE}/rainy-days-2026`;
    const found = createStep({ input, sources: [{ title: "Rain", url }] });
    expect(answer([found], url)).toBe(`<${url}>`);
    expect(setUp([found]).showStep(found).sources).toHaveLength(1);
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
