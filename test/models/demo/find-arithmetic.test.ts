import { expect, it } from "vitest";
import { findArithmetic } from "../../../src/models/demo/find-arithmetic.ts";
import { valueIn } from "./value-in.ts";

it.each([
  ["What is 12.5% of 80.16 * 3?", "12.5% of 80.16 * 3", "30.06"],
  ["What is 12.5 % of 80.16 × 3?", "12.5% of 80.16 * 3", "30.06"],
  ["what's 12.5 per cent of 80.16 times 3", "12.5% of 80.16 * 3", "30.06"],
  ["100 % - 35 %", "100% - 35%", "0.65"],
  ["2+2", "2+2", "4"],
  ["Is it 2+2!", "2+2", "4"],
  ["I wonder: -5 + 3 or what?", "-5 + 3", "-2"],
  ["What is minus 5 plus 3?", "-5 + 3", "-2"],
  ["3 times negative 5", "3 * -5", "-15"],
  ["how much is 15 percent of 240", "15% of 240", "36"],
  ["What is the square root of 16?", "sqrt(16)", "4"],
  ["the square root of (16 + 9)", "sqrt(16 + 9)", "5"],
  ["√16 + 2", "sqrt(16) + 2", "6"],
  ["(2 + 3) squared", "(2 + 3)^2", "25"],
  ["12 divided by 4 plus 3 =", "12 / 4 + 3", "6"],
  ["3 x 4, please", "3 * 4", "12"],
  ["(1 + 2) x 4", "(1 + 2) * 4", "12"],
  ["1,000 × 5", "1000 * 5", "5000"],
  ["1,234,567.5 * 2", "1234567.5 * 2", "2469135"],
  ["$80.16 times 3", "80.16 * 3", "240.48"],
  ["80.16 € * 3", "80.16 * 3", "240.48"],
  ["2 ** 10", "2 ^ 10", "1024"],
  ["I am 25. What is .5 + 1?", ".5 + 1", "1.5"],
  ["It is no.3*4", "3*4", "12"],
  ["1. 2+2", "2+2", "4"],
  ["1 + 1? Or rather (2 + 3) * 4?", "(2 + 3) * 4", "20"],
  ["计算 3*(4+5)", "3*(4+5)", "27"],
  ["计算1,000 * 5", "1000 * 5", "5000"],
  ["80.16 乘以 1.15 是多少？", "80.16 * 1.15", "92.184"],
  ["8除以2加3等于几", "8 / 2 + 3", "7"],
  ["负5加3", "-5 + 3", "-2"],
  ["100元 * 3", "100 * 3", "300"],
  ["参加考试，2+2=?", "2+2", "4"],
  ["240的15%是多少", "15% of 240", "36"],
  ["百分之15的240", "15% of 240", "36"],
  ["15％ 的（3＋4）", "15% of (3+4)", "1.05"],
  ["计算 80.16 * 3 的 12.5%", "12.5% of 80.16 * 3", "30.06"],
  ["80.16 * 3 的 12.5% 是多少", "12.5% of 80.16 * 3", "30.06"],
  ["80.16 * 3 的 12.5 % 是多少", "12.5% of 80.16 * 3", "30.06"],
  ["计算 (80.16 * 3) 的 12.5%", "12.5% of (80.16 * 3)", "30.06"],
  ["（80.16×3）的百分之12.5", "12.5% of (80.16*3)", "30.06"],
  ["200 - 200的15%", "200 - 15% of 200", "170"],
  ["80的50%的10%", "10% of 50% of 80", "4"],
  ["３＋４＝？", "3+4", "7"],
  ["100! / 98!", "100! / 98!", "9900"],
  ["What is 100!/98!?", "100!/98!", "9900"],
  ["计算 5！ + 2", "5! + 2", "122"],
  ["(3 + 2)! / 4!!", "(3 + 2)! / 4!", "5"],
  ["It is 5 + 3!", "5 + 3", "8"],
])("finds the expression in %j", async (text, expression, value) => {
  expect(findArithmetic(text)).toEqual({ kind: "expression", expression });
  expect(await valueIn(text)).toBe(value);
});

it.each([
  // Numbers in a notation that is not understood.
  "1.000,5 * 2",
  "2 * 1.000,5",
  "1.000,500 minus 2",
  "1,5 + 2",
  "0,125 * 2",
  "1,00 * 2",
  "1 000 * 5",
  "1'000 * 5",
  "1e5 * 2",
  "0x10 * 2",
  "2 * 5²",
  "2½ * 4",
  "5kg * 3",
  "2 * 3 million",
  "1.000,5 乘以 2",
  "3万乘以2",
  "2 * 3万",
  // Numbers and percentages beside the expression.
  "Take 12.5 and 80.16 * 3",
  "80.16 * 3, of which 12.5 %",
  "20 percent off of 80 * 3",
  "What % of 80 * 3 is that?",
  "12.5 % from 80.16 * 3",
  "the sum of 3 * 4 and 5",
  "((1+2) and 3",
  "2+2=5",
  "2(3 + 4)",
  "1/3 of 12?",
  "3*4和5",
  "百分之十五的3*4",
  "先算 80.16 * 3，再取 12.5%",
  "两倍3*4",
  // Operators that have lost a side, and what else would change the value.
  "5 + 3. Times 2.",
  "5加3，再乘2",
  "3*4再加五",
  "3 * 4 and that plus five",
  "3 apples * 5 + 2",
  "x - 5 + 3",
  "1 + 2 * π",
  "1 + + ",
  "5!-3+2",
  "log(3 + 4)",
  "half of 3 + 4",
  "2 + 3的平方",
  "(1 + 2 * 3",
  "12 : 4 + 3",
  "- 2+2",
  // What can be read in two ways.
  "10 % 3",
  "7 % -3",
  "100 / 4 的 50%",
])("does not guess at %j", (text) => {
  expect(findArithmetic(text)).toEqual({ kind: "unclear" });
});

it.each([
  "Hello",
  "I am 25",
  "100%",
  "born 2024-05-01 in Rome",
  "from 1914-1918",
  "Ada Lovelace (1815-1852)",
  "What happened 1914-1918 and 1939-1945?",
  "call 555-0199",
  "call +1 555 123 4567",
  "open 24/7",
  "it takes 5-7 days",
  "R2-D2 and COVID-19",
  "What is the F-16?",
  "Is C++ 20 better than C++ 17?",
  "What is E = mc^2?",
  "5 of 6",
  "see https://example.com/12/34",
  "version 1.2.3",
  "我今年25岁",
  "2024年5月1日",
  "",
])("finds none in %j", (text) => {
  expect(findArithmetic(text)).toEqual({ kind: "none" });
});

it("does not take a number for whole that the end of a long text cuts", () => {
  const long = `${"word ".repeat(398)}3 * 45678901`;
  expect(findArithmetic(long)).toEqual({ kind: "none" });
  expect(findArithmetic(`2+2? ${long}`)).toMatchObject({ expression: "2+2" });
});

it.each(
  "( 1+ - 1 sqrt( 的15% x1 ,000 1,000 1% a 加 负 百分之1 √ \n 2-".split(" "),
)("comes to an end on a long text of %j", (piece) => {
  for (const text of [piece, `${piece} `])
    expect(() => findArithmetic(text.repeat(50_000))).not.toThrow();
});
