import { describe, expect, it } from "vitest";
import { calculate } from "../../../src/tools/calculator/calculate.ts";

describe("the calculator converts", () => {
  it.each([
    ["2.5 inches to cm", "6.35 cm"],
    ["60 mph to km/h", "96.56064 km/h"],
    ["100 km/h in m/s", "27.777777777778 m/s"],
    ["1 acre to square meters", "4046.8564224 m^2"],
    ["2 m² to cm²", "20000 cm^2"],
    ["2 m2 to cm2", "20000 cm^2"],
    ["5 nautical miles to km", "9.26 km"],
    ["1 light year to km", "9460730472580.8 km"],
    ["12 fl oz to mL", "354.88235475 mL"],
    ["5000 nm to um", "5 µm"],
    ["1 cubic foot to liters", "28.316846592 L"],
    ["30 psi to kPa", "206.84271879505 kPa"],
    ["1 kilowatt hour to megajoules", "3.6 MJ"],
    ["1 GiB to MiB", "1024 MiB"],
    ["1 GB to MB", "1000 MB"],
    ["2 GB / 100 Mbps", "160 s"],
    ["2 J*kg^-1*K^-1 * 3 kg*K", "6 J"],
    ["6 m^-2*s * 2 m^2", "12 s"],
    ["180 deg to rad", "3.1415926535898 rad"],
    ["5 in to cm", "12.7 cm"],
    ["convert 100 pounds to kilograms", "45.359237 kg"],
    ["how many seconds are in a day?", "86400 s"],
    ["5 km = ? miles", "3.1068559611867 mi"],
    ["5 km → mi", "3.1068559611867 mi"],
    ["5公里等于多少英里", "3.1068559611867 mi"],
    ["2斤换算成克", "1000 g"],
  ])("%j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["98.6 degF to degC", "37 degC"],
    ["-40 C to F", "-40 degF"],
    ["25°C in °F", "77 degF"],
    ["72 degrees Fahrenheit to Celsius", "22.222222222222 degC"],
    ["98.6 F to degrees Celsius", "37 degC"],
    ["300 K to C", "26.85 degC"],
    ["37摄氏度是多少华氏度", "98.6 degF"],
  ])("temperatures, whose zeros differ: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["5 km + 300 m", "5.3 km"],
    ["1 h + 30 min", "1.5 h"],
    ["6 feet 2 inches to cm", "187.96 cm"],
    ["5'11\" to cm", "180.34 cm"],
    ["1/2 hour to minutes", "30 min"],
    ["3 * 1/2 h", "1.5 h"],
    ["10 m * 1/4 s", "2.5 m/s"],
    ["120 km * 1/2 h", "60 km/h"],
    ["1 1/2 cups to mL", "354.88235475 mL"],
    ["100 km / 2 h", "50 km/h"],
    ["120 km / 80 km/h", "1.5 h"],
    ["5 GB / 100 mbps", "400 s"],
    ["$4.50 per gallon * 12 gallons", "54"],
    ["36千米每小时等于多少米每秒", "10 m/s"],
    ["60 mph * 2 h", "120 mi"],
    ["9.8 m/s^2 * 70 kg to N", "686 N"],
    ["10 km / 500 m", "20"],
    ["3 m * 4 m", "12 m^2"],
    ["1 / (2 s)", "0.5 s^-1"],
    ["(5 m)^0", "1"],
    ["-(5 km) + sum(1 km, 200 m)", "-3.8 km"],
    ["sqrt(16 m^2)", "4 m"],
    ["round(5 km to mi, 1)", "3.1 mi"],
    ["max(5 km, 3 mi)", "5 km"],
    ["$5/kg * 3 kg", "15"],
  ])("while it calculates: %j", (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ["5 kg + 3 m", "measure different things"],
    ["1 m to kg", "measure different things"],
    ["5 km + 3", "one without cannot be added"],
    ["5 to km", "Write its unit"],
    ["5 km to 2 mi", "currencies are not"],
    ["5 km to mi * 2", "a unit is needed"],
    ["20 degC + 5 degC", "only be converted"],
    ["5 apples to oranges", '"apples" is not known'],
    ["100 USD to EUR", "multiply by the rate"],
    ["m + 1", '"m" is not known'],
    ["b * h / 2", '"b" is not known'],
    ["100/t", '"t" is not known'],
    ["sqrt(5 m)", "cannot be raised"],
    ["sin(5 km)", "measure different things"],
  ])("nothing that has no meaning: %j", (expression, reason) => {
    expect(calculate(expression)).toMatch(/^Error: /);
    expect(calculate(expression)).toContain(reason);
  });
});
