import { describe, expect, it } from "vitest";
import { calculate } from "../../../src/tools/calculator/calculate.ts";

/** The process still calculates correctly. */
function expectIntact(): void {
  expect(calculate("round(2/3, 4)")).toBe("0.6667");
  expect(calculate("sin(30 deg)")).toBe("0.5");
}

describe("the calculator ends at its bounds", () => {
  it.each([
    ["text", "9".repeat(1_001), "too long"],
    ["fractions that become longer", "½".repeat(300), "too long"],
    ["parts", "1+".repeat(201) + "1", "too many parts"],
    ["brackets", "(".repeat(40) + "1" + ")".repeat(40), "too many open"],
    ["full-width brackets", "（".repeat(200), "too many open"],
    ["signs", "-".repeat(450) + "1", "too many parts"],
    ["lines", "1\n".repeat(60), "too many lines"],
  ])("of %s before it calculates", (_, expression, reason) => {
    expect(calculate(expression)).toContain(reason);
    expectIntact();
  });

  it.each([
    ["9^9^9^9", "too large"],
    ["(9^9)^(9^9)", "too large"],
    ["2^99999999999999999999999", "too large"],
    ["1.0000001^(10^12)", "too large"],
    ["10000000000!", "too large"],
    ["combinations(1e9, 5e8)", "too large"],
    ["multinomial([1e6, 1e6])", "too large"],
    ["1e3000 * 1e3000", "too large"],
    ["1 << 1e9", "too large"],
    ["0.5^(10^12)", "too small"],
    ["(1 km)^1000000", "powers up to"],
    ["[[1, 2], [3, 4]]^1e9", "powers up to"],
  ])("of magnitude: %j", (expression, reason) => {
    expect(calculate(expression)).toContain(reason);
    expectIntact();
  });

  it.each([
    ["sum(range(10^18))", "at most 1000 values"],
    ["identity(10000)", "a size up to 20"],
    ["x = range(900)\n[x, x]", "at most 1000 values"],
    ["x = [1]\n" + "x = [x, x]\n".repeat(40), "at most 1000 values"],
    ["x = range(50)\n[x]' * [x]", "at most 1000 values"],
    ["range(900) * 10^90", "too long to be shown"],
  ])("of lists: %j", (expression, reason) => {
    expect(calculate(expression)).toContain(reason);
    expectIntact();
  });

  it.each([
    "isPrime(10^300 + 331)",
    "isPrime(2^8192 + 1)",
    "x = identity(20)\nx^100",
    "x = range(1000)\nsum(sqrt(x))",
    "7^(10^3000) % (10^900 + 7)",
    "gcd(2^12900 - 1, 3^8100 - 1)",
    "sin(2)" + "+sin(2)".repeat(70),
  ])("of effort: %j", (expression) => {
    expect(calculate(expression)).toContain("too much to calculate at once");
    expectIntact();
  });

  it.each([
    ["7^(10^9) mod 13", "9"],
    ["tanh(10^6)", "1"],
    ["isPrime(2^521 - 1)", "true"],
    ["combinations(1000000, 3)", "166666166667000000"],
    ["1000! / 998!", "999000"],
    ["sin(1e99)", "-0.27251160193437"],
    ["x = [2]\nx = x .* x", "[4]"],
  ])("not before them: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each(["sin(1e1000)", "cos(2^4000)", "tan(100!^7)", "atan(1e3000)"])(
    "without a trace in the next calculation: %j",
    (expression) => {
      calculate(expression);
      expectIntact();
    },
  );
});
