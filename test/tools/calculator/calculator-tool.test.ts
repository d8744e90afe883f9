import { describe, expect, it } from "vitest";
import { createCalculatorTool } from "../../../src/tools/calculator/calculator-tool.ts";
import { describeToolContract } from "../../contracts/tool-contract.ts";
import { answer } from "./answer.ts";

describeToolContract(
  "the calculator",
  async () => ({ tool: createCalculatorTool(), close: async () => {} }),
  {
    samples: [
      { expression: "12.5% of 80.16 * 3" },
      { expression: "What is sqrt(2) + 1?" },
    ],
  },
);

describe("the calculator", () => {
  it.each([
    ["2 + 3 * 4", "14"],
    ["(2 + 3) * 4", "20"],
    ["100 / 8", "12.5"],
    ["-2^2", "-4"],
    ["2^3^2", "512"],
    ["2^-1", "0.5"],
    ["0^0", "1"],
    ["5!", "120"],
    ["7 - -3", "10"],
    ["2 pi", "6.28318530717959"],
    ["2 (3)", "6"],
    ["0 * 100", "0"],
    ["-0", "0"],
  ])("calculates %j in the usual order", async (expression, value) => {
    expect(await answer(expression)).toBe(value);
  });

  it.each([
    ["0.1 + 0.2", "0.3"],
    ["80.16 * 1.15", "92.184"],
    ["0.1 + 0.2 - 0.3", "0"],
    ["1000000.1 - 1000000", "0.1"],
    ["3 * 1.1 - 3.3", "0"],
    ["sqrt(2)^2", "2"],
    ["1 / 49 * 49", "1"],
    ["floor((0.1 + 0.7) * 10)", "8"],
    ["round(0.285 * 100)", "29"],
    ["0.3 % 0.1", "0"],
    ["sin(pi)", "0"],
    ["cos(pi / 3)", "0.5"],
    ["log(1000, 10)", "3"],
    ["1 / 3", "0.333333333333333"],
    ["1234567890123.45 + 0", "1234567890123.45"],
    ["1e-7 + 2e-7", "3e-7"],
  ])("shows no binary noise in %j", async (expression, value) => {
    expect(await answer(expression)).toBe(value);
  });

  it.each([
    ["9007199254740991", "9007199254740991"],
    ["94906265 * 94906265", "9007199136250225"],
    ["20! / 18!", "380"],
    ["combinations(56, 28)", "7648690600760440"],
  ])("writes the integer %j in full", async (expression, value) => {
    expect(await answer(expression)).toBe(value);
  });

  it.each([
    ["2^100", "1.26765060022823e+30"],
    ["9007199254740993", "9.00719925474099e+15"],
    ["123456789 * 987654321", "1.21932631112635e+17"],
    ["-(2^63)", "-9.22337203685478e+18"],
    ["12345678901234567 / 10", "1.23456789012346e+15"],
  ])("writes %j with the digits it knows", async (expression, value) => {
    expect(await answer(expression)).toBe(value);
  });

  it.each([
    "11111111111111111111 - 11111111111111111110",
    "1e15 + 0.01 - 1e15",
    "2^1000 % 7",
    "7^77 mod 13",
    "(-1)^(2^53 + 1)",
    "gcd(123456789012345678, 9)",
    "lcm(999999999989, 999999999961)",
  ])("refuses %j, whose last digits it does not know", async (expression) => {
    expect(await answer(expression)).toMatch(/^Error: .*digits/);
  });

  it.each([
    ["sqrt(16) + abs(-3)", "7"],
    ["ln(10)", "2.30258509299405"],
    ["log(100)", "4.60517018598809"],
    ["log(8, 2)", "3"],
    ["log10(1000) + log2(8)", "6"],
    ["round(2.675, 2)", "2.68"],
    ["round(-2.5)", "-3"],
    ["round(1250, -2)", "1300"],
    ["floor(-3.5) + ceil(3.2) + trunc(-3.9)", "-3"],
    ["max(3, 7, 5) - min(3, 7, 5)", "4"],
    ["sum(1, 2, 3) + mean(1, 2, 6) + median(5, 1, 3)", "12"],
    ["stdev(2, 4, 4, 4, 5, 5, 7, 9)^2", "4.57142857142857"],
    ["variance(1, 2, 3, 4, 5)", "2.5"],
    ["pstdev(2, 4, 4, 4, 5, 5, 7, 9)", "2"],
    ["hypot(3, 4)", "5"],
    ["gcd(12, 18, 27) + lcm(4, 6)", "15"],
    ["combinations(52, 5)", "2598960"],
    ["permutations(5, 2)", "20"],
    ["root(-8, 3) + cbrt(27)", "1"],
    ["sin(radians(30))", "0.5"],
    ["degrees(pi)", "180"],
    ["pow(2, 10) + mod(-7, 3)", "1026"],
  ])("knows the functions of %j", async (expression, value) => {
    expect(await answer(expression)).toBe(value);
  });

  it.each([
    "1 / 0",
    "0 / 0",
    "5 % 0",
    "mod(10, 0)",
    "5 // 0",
    "1 / (3 - 3)",
    "1 / (1 / 0)",
  ])("names the division by zero in %j", async (expression) => {
    expect(await answer(expression)).toMatch(/^Error: division by zero/);
  });

  it.each([
    ["sqrt(-1)", "sqrt(-1) is no real number"],
    ["(-8)^(1/3)", "pow(-8, 0.3333333333333333) is no real number"],
    ["log(0)", "log(0) is infinite or too large"],
    ["0^-1", "pow(0, -1) is infinite or too large"],
    ["9^9^9", "is infinite or too large"],
    ["171!", "factorial(171) is infinite or too large"],
    ["1e309", "beyond the numbers"],
    ["1e-400", "beyond the numbers"],
    ["exp(-1000)", "too small"],
    ["10^-200 * 10^-200", "too small"],
    ["tan(pi / 2)", "has no value"],
    ["sin(1e20)", "too large"],
    ["(-3)!", "whole numbers from 0 on"],
    ["2.5!", "whole numbers from 0 on"],
    ["combinations(1e9, 5e8)", "is infinite or too large"],
    ["round(1, 99)", "decimal places"],
    ["gcd(1.5, 2)", "take integers"],
  ])("says why %j has no value", async (expression, reason) => {
    const observation = await answer(expression);
    expect(observation).toMatch(/^Error: /);
    expect(observation).toContain(reason);
  });
});
