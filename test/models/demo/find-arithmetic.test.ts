import fc from "fast-check";
import { expect, it } from "vitest";
import { findArithmetic } from "../../../src/models/demo/find-arithmetic.ts";

it.each([
  ["What is 12.5% of 80.16 * 3?", "12.5% of 80.16 * 3"],
  ["2+2", "2+2"],
  ["I wonder: -5 + 3 or what?", "-5 + 3"],
  ["how much is 15 percent of 240", "15% of 240"],
  ["What is the square root of 16?", "sqrt(16)"],
  ["12 divided by 4 plus 3 =", "12 / 4 + 3"],
  ["3 x 4, please", "3 * 4"],
  ["1,000 × 5", "1000 * 5"],
  ["$80.16 times 3", "80.16 * 3"],
  ["2 ** 10", "2 ^ 10"],
  ["What is 1/0?", "1/0"],
  ["((1+2) and 3", "(1+2)"],
  ["1 + 1, or rather (2 + 3) * 4", "(2 + 3) * 4"],
  ["计算 3*(4+5)", "3*(4+5)"],
  ["80.16 乘以 1.15 是多少？", "80.16 * 1.15"],
  ["8除以2加3等于几", "8 / 2 + 3"],
  ["240的15%是多少", "15% of 240"],
  ["百分之15的240", "15% of 240"],
  ["３＋４＝？", "3+4"],
])("finds the expression in %j", (text, expression) => {
  expect(findArithmetic(text)).toBe(expression);
});

it.each([
  "Hello",
  "I am 25",
  "100%",
  "born 2024-05-01 in Rome",
  "from 1914-1918",
  "call 555-0199",
  "open 24/7",
  "it takes 5-7 days",
  "R2-D2 and COVID-19",
  "5 of 6",
  "see https://example.com/12/34",
  "version 1.2.3",
  "1 + + ",
  "",
])("finds none in %j", (text) => {
  expect(findArithmetic(text)).toBeUndefined();
});

it("finds whole expressions, whatever stands around them", () => {
  const number = fc.nat(999).map(String);
  const { expression } = fc.letrec<{ expression: string; operand: string }>(
    (tie) => ({
      operand: fc.oneof(
        { depthSize: "small" },
        number,
        tie("expression").map((inner) => `(${inner})`),
      ),
      expression: fc
        .tuple(
          tie("operand"),
          fc.constantFrom("+", "-", "*", "/"),
          tie("operand"),
        )
        .map((parts) => parts.join(" ")),
    }),
  );
  fc.assert(
    fc.property(expression, (text) => {
      expect(findArithmetic(`What is ${text}?`)).toBe(text);
    }),
  );
});

it("comes to an end on long and hostile texts", () => {
  for (const piece of ["(", "1+", "-", "1", " ", "sqrt(", "的15%", "x1"])
    expect(() => findArithmetic(piece.repeat(50_000))).not.toThrow();
});
