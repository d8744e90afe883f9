import { describe, expect, it } from "vitest";
import { calculate } from "../../../src/tools/calculator/calculate.ts";

describe("lines with variables", () => {
  it.each([
    ["a = 3; b = 4; sqrt(a^2 + b^2)", "5"],
    ["price = 80.16\nmarkup = 1.15\nprice * markup", "92.184"],
    ["x = 5  # five\n\nx * 2", "10"],
    ["a = 2\r\nb = 3\r\na + b", "5"],
    ["import math\nmath.sqrt(16)", "4"],
    ["from math import sqrt\nsqrt(16);", "4"],
    ["n = 20\nn(n + 1) / 2", "210"],
    ["total = 10\ntotal += 5\ntotal **= 2\ntotal", "225"],
    ["total = 4\ntotal *= 2 + 3\ntotal", "20"],
    ["let a = 3; const b = 4; a * b", "12"],
    ["values = [1, 2, 3]\nmean(values)", "2"],
    ["values = [5, 6, 7]\nvalues[1] + values[3]", "12"],
    ["m = [[1, 2], [3, 4]]\nm[2, 1] * m[1][2]", "6"],
    ["单价 = 12.5\n数量 = 4\n单价 * 数量", "50"],
    ["price = $19.99\nprice * 3", "59.97"],
    ["m = 3; 2 m", "6"],
    ["sum = 10\nsum(1, 2) + sum", "13"],
    ["x = 7", "7"],
    ["1 + 1\n2 * 3", "6"],
    ["2 +\n3", "5"],
    ["10\n* 3", "30"],
    ["2x + 1 where x = 3", "7"],
    ["percentage = 15\n200 * percentage / 100", "30"],
    ["m = [\n1,\n2\n]\nsum(m)", "3"],
  ])("give the last value: %j", (program, value) => {
    expect(calculate(program)).toBe(value);
  });

  it.each([
    ["100\n-20", "a new line"],
    ["x = 3; y", '"y" is not known'],
    ["y = 2x + 1", "Algebra is not supported"],
    ["3 * 7 = 20", "Equations are not solved"],
    ["a = b = 3", '"b" is not known'],
    ["percent = 15\n200 * percent", "means something else"],
    ["one = 5\none + 1", "means something else"],
    ["__proto__ = 5", "not known"],
    ["f(x) = x^2\nf(2)", "in place of its letters"],
    ["a = [5, 6]\na[1] = 7", "a = [5, 6, 7]"],
    ["for i in range(3): print(i)", "Loops are only supported in sum"],
    ["def f(x): return x", "Programs are not supported"],
    ["x = 1;".repeat(60), "too many lines"],
  ])("are rejected if ambiguous: %j", (program, reason) => {
    expect(calculate(program)).toMatch(/^Error: /);
    expect(calculate(program)).toContain(reason);
  });

  it("leave the next calculation unchanged", () => {
    for (const program of ["pi = 3", "sqrt = 7", "x = 41", "km = 5; 3 km"])
      expect(calculate(program)).not.toMatch(/^Error/);
    expect(calculate("round(pi, 4)")).toBe("3.1416");
    expect(calculate("sqrt(16)")).toBe("4");
    expect(calculate("x + 1")).toMatch(/^Error/);
    expect(calculate("5 km to m")).toBe("5000 m");
  });
});
