import { describe, expect, it } from "vitest";
import { calculate } from "../../../src/tools/calculator/calculate.ts";

describe("the calculator refuses", () => {
  it.each([
    ["10% 4", 'unclear "%"'],
    ["100 / 20% of 50", 'unclear "of"'],
    ["1/2pi", "what is divided by what"],
    ["5!!", "!! is unclear"],
    ["sin^-1(0.5)", "power of a function"],
    ["sin 2 pi", "sin needs brackets"],
    ["sum([100,200, 300])", "unclear commas"],
    ["max(1,500,2,000)", "unclear commas"],
    ["12,34 + 1", 'unexpected ","'],
    ["1.234,56 * 2", 'unexpected ","'],
    ["1 234 567 * 2", "an operator is missing"],
    ["$5 + €3", "several currencies"],
    ["US$5 + CA$3", "several currencies"],
    ["100平方", "is not known"],
    ["square root of 16 + 9", "operators and brackets"],
    ["sum of 1 to 100 squared", "operators and brackets"],
    ["sum of 1.5 to 3", "operators and brackets"],
    ["sum of 10% to 20%", "operators and brackets"],
    ["1 + 2加到3", "operators and brackets"],
    ["100除5", "operators and brackets"],
    ["三百五万", "Write 三百零五万, or 三百五十万."],
    ["一万两千五亿 + 1", "Write 一万两千零五亿, or 一万两千五百亿."],
    ["add 3 to 5 * 2", "is not known"],
    ["2024-12-25", "looks like a date"],
    ["12/25/2024", "looks like a date"],
    ["10:30 + 2:15", "time of day"],
    ["1.2½", 'unexpected "½"'],
    ["[1, 2] * [3, 4]", "Write dot"],
  ])("what can be read in two ways: %j", (expression, reason) => {
    expect(calculate(expression)).toMatch(/^Error: /);
    expect(calculate(expression)).toContain(reason);
  });

  it.each([
    ["1 +* 2", 'cannot read "* 2" at character 4 of "1 +* 2"'],
    ["* 5", 'cannot read "* 5" at character 1'],
    ["2 2", 'an operator is missing at character 3 of "2 2"'],
    ["1.2.3", 'cannot read "1.2.3" at character 1'],
    ["1 + +", "something is missing at the end"],
    ["((1 + 2)", 'unclosed "(" at character 1'],
    ["1 + 2)", 'unexpected ")" at character 6'],
    ["[1, 2)", 'unexpected ")" at character 6'],
    ["%5", 'unexpected "%" at character 1'],
    ["5%%", 'unexpected "%" at character 3'],
    ["2 @ 3", 'unexpected "@" at character 3'],
    ["5 = 5", 'unexpected "=" at character 3'],
    ["sqrt()", "sqrt takes 1 value, not 0"],
    ["round(1, 2, 3)", "round takes 1 to 2 values, not 3"],
    ["sum()", "sum takes 1 or more values, not 0"],
    ["sqrt", "sqrt needs brackets at character 1"],
    ["1 < 2 < 3", "two values at a time"],
    ["1:5:2", "range(1, 11)"],
  ])("%j and names the place", (expression, reason) => {
    expect(calculate(expression)).toMatch(/^Error: /);
    expect(calculate(expression)).toContain(reason);
  });

  it.each([
    ["foo + 1", "foo = 5"],
    ["foo(1)", "write its formula with operators"],
    ["pmt(0.01, 12, 2000)", "2000 * 0.01 / (1 - 1.01^-12)"],
    ["npv(0.05, -1000, 600, 700)", "600 / 1.05 + 700 / 1.05^2"],
    ["np.percentile([1, 2, 3], 90)", "sorted([3, 1, 2])"],
    ["SIND(30)", "sin(30 deg)"],
    ["5 more than 3", "operators and brackets"],
    ["subtract 3 from 10 * 2", "operators and brackets"],
    ["sum of 1 to 10000", "n * (n + 1) / 2"],
    ["sum of 9 to 3", "the list is empty"],
    ["x^2 + 2x + 1", "Algebra is not supported"],
    ["derivative(x^2, x)", "Algebra is not supported"],
    ["today + 30 days", "count the days yourself"],
    ["100 USD to EUR", "multiply by the rate"],
    ["${price} * 2", "Put a number in place of every placeholder"],
    ["What is the capital of France?", "operators and brackets"],
    ["zeros(3, 3)", "short lists"],
    ["mean([])", "the list is empty"],
    ["stdev([4])", "write pstdev".replace("w", "W")],
    ["det([[1, 2, 3]])", "square matrix"],
    ["inv([[1, 2], [2, 4]])", "singular"],
    ["[1, 2] + [1, 2, 3]", "different lengths"],
    ["true + 1", "not true"],
    ["hex(255) + 1", "not 0xff"],
    ["", "there is no expression"],
    ["=", "there is no expression"],
    ["// nothing", "there is no expression"],
  ])("%j and says what to write", (expression, hint) => {
    expect(calculate(expression)).toMatch(/^Error: /);
    expect(calculate(expression)).toContain(hint);
  });

  it.each([
    "{a: 1}",
    "f(x) = x^2",
    "a.b",
    "5'",
    "7 ./ 2",
    '"text" + 1',
    "null",
    "NaN",
    "Infinity",
    "∞",
    "constructor",
    "__proto__",
    "toString(1)",
    'import("fs")',
    'cos.constructor("return 1")()',
    "[1, 2][0]",
    "x = {}; x.y = 1",
    "config({})",
    "evaluate(1)",
    "createUnit(1)",
    "1 ?? 2",
    "<script>alert(1)</script>",
  ])("everything but calculations: %j", (expression) => {
    expect(calculate(expression)).toMatch(/^Error: .+$/);
  });
});
