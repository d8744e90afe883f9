import { expect, it } from "vitest";
import { findConversion } from "../../../src/models/demo/find-conversion.ts";
import { createCalculatorTool } from "../../../src/tools/calculator/calculator-tool.ts";
import { observe } from "../../tools/observe.ts";

it.each([
  ["5 km to miles", "5 km to miles", "3.1068559611867 mi"],
  ["What is 1,500 m in feet?", "1500 m to feet", "4921.2598425197 ft"],
  ["convert 70kg into pounds", "70 kg to pounds", "154.32358352941 lb"],
  ["How much is 100 °F in °C", "100 °F to °C", "37.777777777778 degC"],
  [
    "-40 degrees celsius in fahrenheit",
    "-40 degrees celsius to fahrenheit",
    "-40 degF",
  ],
  ["90 minutes in hours", "90 minutes to hours", "1.5 h"],
  ["5公里是多少英里？", "5 公里 to 英里", "3.1068559611867 mi"],
  ["请把 2.5 公斤换算成磅", "2.5 公斤 to 磅", "5.5115565546219 lb"],
  ["3 km 等于多少英里", "3 km to 英里", "1.864113576712 mi"],
])(
  "hears in %j a conversion, which the calculator does",
  async (text, expression, value) => {
    expect(findConversion(text)).toBe(expression);
    expect(await observe(createCalculatorTool(), { expression })).toBe(value);
  },
);

it.each([
  "",
  "5 ways to cook",
  "I need 5 minutes to think",
  "5 km to go",
  "I ran 5 km in 20 minutes",
  "5 km",
  "100 USD to EUR",
  "5公里是多少步",
  "5 km to miles ".repeat(20),
])("hears none in %j", (text) => {
  expect(findConversion(text)).toBeUndefined();
});
