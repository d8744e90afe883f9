import { describe, expect, it } from "vitest";
import { checkExpression } from "../../../src/tools/calculator/check-expression.ts";
import { math } from "../../../src/tools/calculator/math.ts";

describe("the check of a parsed expression", () => {
  it("turns what is allowed into numbers and operations", () => {
    expect(checkExpression(math().parse("2 * (pi)"))).toMatchObject({
      kind: "operation",
      operation: { name: "multiply" },
      operands: [
        { kind: "number", value: 2 },
        { kind: "number", value: Math.PI },
      ],
    });
  });

  it.each([
    "x",
    "x = 1",
    "f(x) = x",
    "f(1)",
    "a.b",
    "a.b(1)",
    "a[1]",
    "[1, 2]",
    "1:2",
    "{a: 1}",
    '"text"',
    "true",
    "null",
    "NaN",
    "Infinity",
    "1; 2",
    "1 ? 2 : 3",
    "1 < 2 < 3",
    "1 < 2",
    "1 and 2",
    "not 1",
    "1 & 2",
    "~1",
    "1 << 2",
    "1 .* 2",
    "1 to 2",
    "1 ?? 2",
    "sqrt.constructor(1)",
    "constructor",
    "",
  ])("refuses %j even when the parser lets it through", (text) => {
    expect(() => checkExpression(math().parse(text))).toThrow(
      expect.objectContaining({ name: "CalculationError" }),
    );
  });
});
