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
  const usage = {
    input_tokens: 1_600,
    cached_input_tokens: 900,
    output_tokens: 40,
  };

  it("names times and tokens", () => {
    expect(describeCost({ model_ms: 1_250, tool_ms: 3, usage }, en)).toBe(
      "model 1,250 ms · 1,600 tokens in (900 cached), 40 out · tool 3 ms",
    );
  });

  it("leaves out what is unknown", () => {
    const none = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 };
    expect(describeCost({ usage: none }, en)).toBe("");
    expect(describeCost({ usage: none, tool_ms: 0 }, en)).toBe("tool 0 ms");
  });
});
