import { describe, expect, it } from "vitest";
import { answer } from "./answer.ts";

describe("the calculator refuses", () => {
  it.each([
    ["10% 4", 'unclear "%"'],
    ["100 / 20% of 50", 'unclear "of"'],
    ["8 / 2(2 + 2)", "what is divided by what"],
    ["1/2 pi", "what is divided by what"],
    ["5!!", "!! is unclear"],
    ["max(1,500, 2,000)", "unclear commas"],
    ["max(1,234.5, 2)", "unclear commas"],
    ["sqrt(1,000)", "unclear commas"],
    ["12,34 + 1", 'unexpected ","'],
    ["1.234,56 * 2", 'unexpected ","'],
    ["$5 + €3", "several currencies"],
    ["US$5 + CA$3", "several currencies"],
    ["100平方", "is not known"],
    ["2024-12-25", "looks like a date"],
    ["12/25/2024", "looks like a date"],
    ["100\n-20", "one expression at a time"],
    ["5; 6", "one expression at a time"],
    ["1.2½", 'unexpected "½"'],
  ])("what can be read in two ways: %j", async (expression, reason) => {
    const observation = await answer(expression);
    expect(observation).toMatch(/^Error: /);
    expect(observation).toContain(reason);
  });

  it.each([
    ["1 +* 2", 'cannot read "* 2" at character 4 of "1 +* 2"'],
    ["* 5", 'cannot read "* 5" at character 1'],
    ["2 2", 'cannot read "2" at character 3'],
    ["1.2.3", 'cannot read ".3" at character 4'],
    ["1 + +", "something is missing at the end"],
    ["((1 + 2)", 'unclosed "(" at character 1'],
    ["1 + 2)", 'unexpected ")" at character 6'],
    ["%5", 'unexpected "%" at character 1'],
    ["5%%", 'unexpected "%" at character 3'],
    ["2 @ 3", 'unexpected "@" at character 3'],
    ["x = 5", '"x" is not known'],
    ["5 = 5", 'unexpected "=" at character 3'],
    ["foo + 1", '"foo" is not known'],
    ["result + 5", '"result" is not known'],
    ["sqrt 16", "needs its values in brackets: sqrt(2)"],
    ["pi(2)", "pi is no function"],
    ["sqrt()", "sqrt takes 1 value, not 0"],
    ["round(1, 2, 3)", "round takes 1 or 2 values, not 3"],
    ["sum()", "sum takes 1 or more values, not 0"],
    ["What is the capital of France?", '"the" is not known'],
    ["", "there is no expression"],
    ["=", "there is no expression"],
  ])("%j and names the place", async (expression, reason) => {
    const observation = await answer(expression);
    expect(observation).toMatch(/^Error: /);
    expect(observation).toContain(reason);
  });

  it.each([
    "[1, 2, 3]",
    "1:10",
    '"text"',
    "'text' + 1",
    "{a: 1}",
    "f(x) = x^2",
    "a.b",
    "1; 2",
    "5'",
    "7 ./ 2",
    "3 > 2 ? 1 : 0",
    "not 5",
    "null",
    "NaN",
    "Infinity",
    "constructor",
    "__proto__",
    "toString(1)",
    'import("fs")',
    'cos.constructor("return 1")()',
    "config({})",
    "evaluate(1)",
    "unit(5)",
    "5 cm to inch",
    "<script>alert(1)</script>",
  ])("everything but arithmetic: %j", async (expression) => {
    expect(await answer(expression)).toMatch(/^Error: .+$/);
  });

  it.each([
    ["a long text", "1+".repeat(400) + "1", "too long"],
    ["many parts", "1+".repeat(200) + "1", "too many parts"],
    [
      "deep brackets",
      "(".repeat(40) + "1" + ")".repeat(40),
      "too many open brackets",
    ],
    ["full-width brackets", "（".repeat(200), "too many open brackets"],
    ["many signs", "-".repeat(450) + "1", "too many parts"],
    ["many powers", "2^".repeat(200) + "2", "too many parts"],
  ])("%s before it calculates", async (_, expression, reason) => {
    expect(await answer(expression)).toContain(reason);
  });

  it("keeps nothing of an expression for the next", async () => {
    await answer("pi = 3");
    await answer("sqrt(x) = 7");
    expect(await answer("round(pi, 4)")).toBe("3.1416");
    expect(await answer("sqrt(16)")).toBe("4");
  });
});
