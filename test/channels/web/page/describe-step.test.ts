import { describe, expect, it } from "vitest";
import { describeStep } from "../../../../src/channels/web/page/descriptions.ts";
import { textsByLanguage } from "../../../../src/channels/web/page/texts.ts";

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
