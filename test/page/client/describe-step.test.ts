import { describe, expect, it } from "vitest";
import {
  describeCost,
  describeStep,
} from "../../../src/page/client/descriptions.ts";
import { textsByLanguage } from "../../../src/page/client/texts.ts";

const { en, "zh-CN": zh } = textsByLanguage;

describe("describeStep", () => {
  it.each([
    ["search", "Ada Lovelace", "Searched: Ada Lovelace"],
    ["search", { query: "Ada Lovelace" }, "Searched: Ada Lovelace"],
    ["search", '{"query":"Ada Lovelace"}', "Searched: Ada Lovelace"],
    ["calculator", { expression: "1 + 1" }, "Calculated: 1 + 1"],
    ["calculator", "42", "Calculated: 42"],
    [
      "weather",
      { city: "Oslo", days: 2 },
      'Used weather: {"city":"Oslo","days":2}',
    ],
    ["weather", "", "Used weather: "],
  ])("describes %s with the input %j", (tool, input, line) => {
    expect(describeStep({ tool, input }, en)).toBe(line);
  });

  it("speaks Chinese", () => {
    expect(describeStep({ tool: "search", input: "汇率" }, zh)).toBe(
      "已搜索：汇率",
    );
  });
});

describe("describeCost", () => {
  const tokens = { input: 1_600, cached: 900, output: 40 };

  it("names times and tokens", () => {
    expect(describeCost({ modelMs: 1_250, toolMs: 3, tokens }, en)).toBe(
      "model 1,250 ms · 1,600 tokens in (900 cached), 40 out · tool 3 ms",
    );
  });

  it("leaves out what is unknown", () => {
    const none = { input: 0, cached: 0, output: 0 };
    const step = { modelMs: 0, toolMs: undefined, tokens: none };
    expect(describeCost(step, en)).toBe("");
    expect(describeCost({ ...step, toolMs: 0 }, en)).toBe("tool 0 ms");
  });
});
