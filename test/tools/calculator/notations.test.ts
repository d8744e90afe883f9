import { describe, expect, it } from "vitest";
import { calculate } from "../../../src/tools/calculator/calculate.ts";

describe("the calculator reads", () => {
  it.each([
    ["12.5% of 80.16 * 3", "30.06"],
    ["25% of 300", "75"],
    ["25 % of 300", "75"],
    ["5 percent of 240", "12"],
    ["20% of 15% of 50", "1.5"],
    ["15%", "0.15"],
    ["200 + 15%", "230"],
    ["200 - 15%", "170"],
    ["80.16 + 15%", "92.184"],
    ["1200 - 20% - 10%", "864"],
    ["100 + 50 + 10%", "165"],
    ["10% + 20%", "0.3"],
    ["100% - 35%", "0.65"],
    ["8% + 100", "100.08"],
    ["100*25% + 2", "27"],
    ["200 + 15% of 80", "212"],
    ["100 * (1 + 5%)", "105"],
    ["-5% * 200", "-10"],
    ["(2 + 3)% of 40", "2"],
    ["1000 * 3.5 %", "35"],
    ["5‰ of 1000", "5"],
    ["20% off 150", "120"],
    ["15% tip on $60", "9"],
    ["$100 + 8% tax", "108"],
    ["what percent of 80 is 20?", "25"],
    ["increase 64 by 25%", "80"],
    ["1/4 as a percent", "25"],
  ])("a percentage: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["7 % 3", "1"],
    ["10%4", "2"],
    ["-7 % 3", "2"],
    ["7 % -3", "-2"],
    ["10 mod 3", "1"],
    ["10 mod (3)", "1"],
    ["7.5 % 2", "1.5"],
    ["10 // 3", "3"],
    ["-7 // 2", "-4"],
    ["7 // 2 * 2", "6"],
    ["2./4", "0.5"],
  ])("a remainder or quotient as Python does: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["2 ** 10", "1024"],
    ["math.sqrt(16)", "4"],
    ["Math.PI * 0 + Math.max(1, 2)", "2"],
    ["np.std([2,4,4,4,5,5,7,9])", "2"],
    ["sum([1, 2, 3])", "6"],
    ["int(7 / 2)", "3"],
    ["print(3*4)", "12"],
    ["1_000 * 2", "2000"],
    ["0xFF + 0b11 + 0o17", "273"],
    ["Decimal('0.1') + Decimal('0.2')", "0.3"],
    ["hex(255)", "0xff"],
    ["np.array([1, 2]) * 2", "[2, 4]"],
    ["np.linalg.det([[1, 2], [3, 4]])", "-2"],
    ["1.5e3 + 2E-1", "1500.2"],
    ["3 + 4  # add them", "7"],
    ["AVERAGE(2, 4)", "3"],
    ["nCr(5, 2)", "10"],
  ])("another language's spelling: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["6 × 7", "42"],
    ["12 ÷ （4 − 1）", "4"],
    ["2·3", "6"],
    ["（３＋４）＊２．５", "17.5"],
    ["5² + 2⁻¹", "25.5"],
    ["√(9+16) + √16", "9"],
    ["2√3", "3.4641016151378"],
    ["∛27 + √2 * √2", "5"],
    ["٣ + ४", "7"],
    ["10 ∶ 4", "2.5"],
    ["π × 0", "0"],
    ["log₂(8)", "3"],
    ["½ + 2½", "3"],
    ["1.5x10^3", "1500"],
    ["10x10", "100"],
    ["0x10", "16"],
    ["2\u{A0}+\u{3000}3\u{200B}", "5"],
  ])("signs outside of ASCII and the times-x: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["1,234.5 * 2", "2469"],
    ["1,234,567", "1234567"],
    ["(1,234 + 1) * 2", "2470"],
    ["1,00,000 * 2", "200000"],
    ["１，２３４ ＋ １", "1235"],
    ["1,2345,6789 + 1", "123456790"],
    ["1'234'567 + 1", "1234568"],
    ["1\u{202F}234\u{A0}567 + 1", "1234568"],
    ["max(1,234)", "234"],
    ["max(100,200,300)", "300"],
    ["max(1,500, 2,000)", "2000"],
    ["max(1,500, 2,500)", "2500"],
    ["max(1,234.5, 2)", "1234.5"],
    ["sqrt(1,000,000)", "1000"],
    ["round(1,234.5678, 2)", "1234.57"],
    ["sum((1,2,3))", "6"],
    ["pow(2, 10) + 1,000", "2024"],
  ])("separators of thousands: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["$80.16 * 1.15", "92.184"],
    ["US$100 - US$37.50", "62.5"],
    ["￥3000 / 12", "250"],
    ["-$20 + $50", "30"],
    ["19.99€ * 3", "59.97"],
    ["100元 / 4", "25"],
    ["USD 100 + 50 USD", "150"],
    ["$2.5M / 4", "625000"],
    ["3万元 * 2", "60000"],
    ["2.5 million / 4 + 10k", "635000"],
  ])("amounts of one currency: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["= 5 * 5", "25"],
    ["2 + 2 = ?", "4"],
    ["5! =", "120"],
    ["What is 2 + 2?", "4"],
    ["what is 7! ?", "5040"],
    ["Please calculate 15% of 80.", "12"],
    ["Expression: 3 * 4", "12"],
    ["result = 3 * 4;", "12"],
    ["`7 * 8`", "56"],
    ["'7 * 8'", "56"],
    ["“7 * 8”", "56"],
    ["```python\nprint(2 ** 10)\n```", "1024"],
    ['{"expression": "3*4"}', "12"],
    ['{"expression": "3*4", "precision": 2}', "12"],
    ['{"input": "What is 3*4?"}', "12"],
    ["{'query': '3*4'}", "12"],
    ["Calculator(3*4+3)", "15"],
    ["<expression>3*4</expression>", "12"],
    ["**3*4**", "12"],
    ["Total cost: 3 * 4", "12"],
    ["10/3 rounded to 2 decimal places", "3.33"],
    ['"{\\"expression\\": \\"3*4\\"}"', "12"],
    ["2 +\n3", "5"],
  ])("an expression in its wrapping: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["\\frac{3}{4} + \\frac{1}{4}", "1"],
    ["\\frac{\\frac{1}{2}}{4}", "0.125"],
    ["\\sqrt{144} \\times 2", "24"],
    ["\\sqrt[3]{27}", "3"],
    ["$$2^{10} \\div 4$$", "256"],
    ["\\left(2 \\cdot 3\\right)^2", "36"],
    ["\\boxed{3 + 4}", "7"],
  ])("LaTeX: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["10 minus 4 times 2", "2"],
    ["20 divided by 4 plus 1", "6"],
    ["the sum of 3, 4 and 5", "12"],
    ["the ratio of 3 to 4", "0.75"],
    ["sum of 1 to 100", "5050"],
    ["The Product of 1 To 5", "120"],
    ["the average of -5 to 6", "0.5"],
    ["the sum of all the whole numbers from 1 to 1,000", "500500"],
    ["(sum from 1 through 4) * 2", "20"],
    ["从一加到一百", "5050"],
    ["1到100的和是多少？", "5050"],
    ["the square root of 144", "12"],
    ["5 * (cube root of 27)", "15"],
    ["half of 90", "45"],
    ["subtract 5 from 20", "15"],
    ["10 choose 3", "120"],
    ["log base 2 of 8", "3"],
    ["two plus twenty-five", "27"],
    ["one million two hundred thousand five", "1200005"],
    ["one third of ninety", "30"],
    ["三千二百加五", "3205"],
    ["二百五", "250"],
    ["三千五乘以二", "7000"],
    ["三千零五", "3005"],
    ["三百零五万", "3050000"],
    ["三百五十万", "3500000"],
    ["一万二", "12000"],
    ["两万三千五", "23500"],
    ["一亿三", "130000000"],
    ["一百二十五", "125"],
    ["一万亿 / 十", "100000000000"],
    ["百分之十五的二百", "30"],
    ["300打8折", "240"],
    ["9的平方根加一", "4"],
    ["3与5的和", "8"],
    ["2 to the power of 8", "256"],
    ["5 squared", "25"],
    ["80.16 乘以 1.15", "92.184"],
    ["3加4减2", "5"],
    ["20除以4等于多少？", "5"],
    ["请计算 3*4", "12"],
    ["300的25%", "75"],
    ["25%的300", "75"],
    ["百分之15 of 200", "30"],
    ["2的10次方", "1024"],
    ["9的平方", "81"],
  ])("operators in words: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });
});
