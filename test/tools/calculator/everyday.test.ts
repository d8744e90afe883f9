import { describe, expect, it } from "vitest";
import { readCases } from "../../../bench/calculator/calculator-case.ts";
import { askParley } from "../../../bench/calculator/calculators.ts";
import { isExpected } from "../../../bench/calculator/is-expected.ts";
import { calculate } from "../../../src/tools/calculator/calculate.ts";

/** Words without a colon before a sum. */
const REFUSED = new Set(["money-06"]);

it.each(readCases("bench/everyday-cases.jsonl"))(
  "answers the everyday input $id as expected, or refuses it: $input",
  async ({ id, input, expect: expected }) => {
    const given = await askParley(input);
    if (REFUSED.has(id)) expect(given.error).toBe(true);
    else expect(isExpected(given, expected), given.text).toBe(true);
  },
);

describe("the calculator reads", () => {
  it.each([
    ["(5 and 1/4) * 8", "42"],
    ["3 and 1/2 cups", "3.5 cup"],
    ["2 > 1 and 1/2 < 1", "true"],
    [String.raw`2\frac{1}{2}`, "2.5"],
    [String.raw`2\frac{1}{2}\% \times 200`, "5"],
    [String.raw`-1\tfrac12 + 2\dfrac{1}{3}`, "0.83333333333333"],
    ["1+15%+25%", "1.4"],
    ["8000*(1-5%-3%)", "7360"],
    ["100%+15%+25%", "1.4"],
    ["200+10%+10%", "242"],
    ["pow(-486, -1, 217)", "121"],
    ["Math.round(-2.5) + np.round(2.5)", "0"],
    ["np.std([1, 2, 3], ddof=1)", "1"],
    ["np.maximum([1, 5], [3, 4])", "[3, 5]"],
    ["add([1, 2], [3, 4])", "[4, 6]"],
  ])("what had another reading: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["twice 5", "10"],
    ["triple 5", "15"],
    ["a third of 9 + quarter of 8", "5"],
    ["25% more than 80", "100"],
    ["25% less than 80", "60"],
    ["100 increased by 10%", "110"],
    ["100 reduced by 10%", "90"],
    ["percentage decrease from 100 to 80", "20"],
    ["add 2 and 3", "5"],
    ["remainder of 17 divided by 5", "2"],
    ["5 大于 3", "true"],
    ["5小于3", "false"],
    ["三点14", "3.14"],
    ["2 ➕ 3", "5"],
    ["τ / pi", "2"],
    ["∛(27)", "3"],
    [String.raw`3 \le 4`, "true"],
    [String.raw`3 \geq 4`, "false"],
    [String.raw`3 \neq 4`, "true"],
    ["5h30minutes", "5.5 h"],
    ["7 ft mod 2 ft", "1 ft"],
    ["complex(3 + 4i) + len(5)", "4 + 4i"],
    ["m = [[1, 2], [3, 4]]; m[[1, 2], 1]", "[1, 3]"],
    ["SUM(1;5;2)", "8"],
  ])("words and signs: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["sum(i**2 for i in range(1, 11))", "385"],
    ["range(5, 0, -1)", "[5, 4, 3, 2, 1]"],
    ["max([x for x in [3, 9, 2] if x < 9])", "3"],
    ["prod(1 + r for r in [5%, 10%])", "1.155"],
    ["n = 3; min(n * k - k**2 for k in range(5))", "-4"],
    ["sum(i^2, i, 1, 10)", "385"],
    ["Product(k, (k, 1, 5))", "120"],
    ["x = 5; sum(x, x, 1, 3)", "14"],
  ])("sums over an index: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["2h45m * 3", "8.25 h"],
    ["1h30 * 2", "3 h"],
    ["1h20m + 45m to min", "125 min"],
    ["10 m / 2h30m", "4 m/h"],
    ["1h15min30s to s", "4530 s"],
    ["90 km / 1h15min", "72 km/h"],
    ["2小时10分钟 + 35分钟", "2.75 h"],
    ["2个半小时 + 半小时", "3 h"],
    ["3个小时 * 2", "6 h"],
    ["2小时10分 + 5分钟", "2.25 h"],
    ["5m30s to s", "330 s"],
    ["6.2 L/100km to mpg", "37.937836021505 mi/gal"],
    ["30 mpg to L/100km", "7.8404861111111 L/100km"],
    ["18 km/L to L/100km", "5.5555555555556 L/100km"],
    ["50 L / 6.25 L/100km", "800 km"],
    ["百公里油耗：6.2 升/100公里 * 450 公里", "27.9 L"],
    ["5 C / 2 s", "2.5 coulomb/s"],
    ["5 coulomb to C", "5 coulomb"],
    ["37.5℃ 转 ℉", "99.5 degF"],
  ])("durations, fuel and charge: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["250 EUR * 1.09 USD/EUR", "272.5 USD"],
    ["€1,200 at 7.8 CNY per EUR", "9360 CNY"],
    ["100美元 * 7.2元/美元 + 20元", "740 CNY"],
    ["450 km * 6.2 L/100km * 1.85 USD/L", "51.615"],
    ["$25/h * 8 h", "200"],
    ["€2.499,90 - 10%", "2249.91"],
    ["12,50 € * 3 + 1.000,00 €", "1037.5"],
    ["8.8元/公斤 × 2.5公斤", "22"],
    ["35元/本 × 12本 + 8元", "428"],
    ["2500元/月 × 1年", "30000"],
    ["2500元/月 × 3个月", "7500"],
    ["2500元 × 6个月 + 300元", "15300"],
    ["2500元 * 6个月 / 2 + 100元 / 2", "7550"],
    ["$2500 times 6months", "15000"],
    ["$5 * 1,000 days", "5000"],
    ["6 months * $50", "300"],
    ["20000元 * 3% * 2年", "1200"],
    ["50 * 3天", "150 day"],
    ["$50 * (2 * 3 weeks to days)", "2100 day"],
    ["$50 * 2 weeks to days", "700 day"],
    ["$300 / 3 days", "100 day^-1"],
    ["200元/晚 × 2周", "2800"],
    ["200元/晚 × 3晚", "600"],
    ["每斤6.8元 × 3斤", "20.4"],
    ["200打七折再减10元", "130"],
    ["原价399元，打八五折", "339.15"],
    ["368满300减50", "318"],
  ])("money: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["年利率3%，存2年：20000*3%*2", "1200"],
    ["应付：560 - 80", "480"],
    ["buy 3 get 1 free: 3 * 20", "60"],
    ["满300减50：368 - 50", "318"],
    ["total for 3 nights: 3 * 129 + 45", "432"],
  ])("a plain sum after other words: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });
});

describe("the calculator refuses, and says what to write", () => {
  it.each([
    ["0,0842 * 100", "decimals with a point (0.5)"],
    ["1,2345 * 2", "decimals with a point (0.5)"],
    ["(1,99+0,99)*1000000", "decimals with a point, e.g. 1.5"],
    ["(3,4)*2", "lists in square brackets"],
    ["sum([1,5, 2,5])", "decimals with a point, e.g. 1.5"],
    ["€2.499", "can be read in two ways"],
    ["€2,50 + 1.75", "can be read in two ways"],
    [String.raw`2\frac{3}{2}`, "Write 2 * 3/2, or 2 + 3/2"],
    ["70 kg * g", "9.80665 m/s^2 for gravity"],
    ["7^-1 mod 13", "pow(7, -1, 13)"],
    ["sum(i, 1, 10)", "sum(i^2 for i in range(1, 11))"],
    ["[i for i in range(9)]", "Loops need sum, prod, min or max"],
    ["sum(i for i in range(10^9))", "at most 1000 values"],
    ["Math.round(2.567, 2)", "without the prefix"],
    ["np.sum([[1, 2], [3, 4]], 1)", "without the prefix"],
    ["LOG(100)", "log10(100) or ln(100)"],
    ["INT(-3.7)", "floor(-3.7) or trunc(-3.7)"],
    ["250 EUR * 1.09 EUR/USD", "do not cancel out"],
    ["250 EUR + 100 USD", "250 EUR * 1.09 USD/EUR"],
    ["3元/个 × 5本", "different measures"],
    ["$100 + 2 * 3 days", "a value with a unit and one without"],
    ["100元 + 3 * 2天", "a value with a unit and one without"],
    ["$100 * 2 months - 2 months", "a value with a unit and one without"],
    ["square root: 9 + 16", "needs brackets"],
    ["average: 80 + 90", "needs brackets"],
    ["at 10:30 + 15", "time of day"],
  ])("%j", (expression, hint) => {
    expect(calculate(expression)).toMatch(/^Error: /);
    expect(calculate(expression)).toContain(hint);
  });

  it("names the tool for dates where it is on", () => {
    const date = "2024-12-25 - 2024-11-01";
    expect(calculate(date)).toContain("Count the days yourself");
    expect(calculate(date, { timeTool: "current_time" })).toContain(
      "use the tool current_time",
    );
    expect(calculate("today + 30", { timeTool: "current_time" })).toContain(
      "use the tool current_time",
    );
  });
});
