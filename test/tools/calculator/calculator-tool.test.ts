import { expect, it } from "vitest";
import { readCases } from "../../../bench/calculator/calculator-case.ts";
import { askParley } from "../../../bench/calculator/calculators.ts";
import { isExpected } from "../../../bench/calculator/is-expected.ts";
import { calculate } from "../../../src/tools/calculator/calculate.ts";
import { createCalculatorTool } from "../../../src/tools/calculator/calculator-tool.ts";
import { describeToolContract } from "../../contracts/tool-contract.ts";

describeToolContract(
  "the calculator",
  async () => ({ tool: createCalculatorTool(), close: async () => {} }),
  {
    samples: [
      { expression: "12.5% of 80.16 * 3" },
      { expression: "What is sqrt(2) + 1?" },
      { expression: "rate = 4%\n1200 * (1 + rate)^2" },
    ],
  },
);

it("observes the value alone, or one line that begins with Error:", () => {
  expect(calculate("80.16 * 1.15")).toBe("92.184");
  expect(calculate("5 km to mi")).toBe("3.1068559611867 mi");
  expect(calculate("1 +\n* 2")).toMatch(/^Error: [^\n]+$/);
});

it.each(readCases("bench/calculator-cases.jsonl"))(
  "answers the benchmark's $id as expected: $input",
  async ({ input, expect: expected }) => {
    const given = await askParley(input);
    expect(
      isExpected(given, expected),
      `${given.text} instead of ${JSON.stringify(expected)}`,
    ).toBe(true);
  },
);
