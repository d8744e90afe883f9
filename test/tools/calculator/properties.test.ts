import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calculate } from "../../../src/tools/calculator/calculate.ts";
import { runs } from "../../property-runs.ts";

/** An expression and its exact value, `units` / 10^`places`. */
interface DecimalExpression {
  readonly text: string;
  readonly units: bigint;
  readonly places: number;
}

const leaf: fc.Arbitrary<DecimalExpression> = fc
  .record({
    units: fc.integer({ min: 0, max: 99_999 }),
    places: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ units, places }) => ({
    text: (units / 10 ** places).toFixed(places),
    units: BigInt(units),
    places,
  }));

/** Sums, differences and products of decimals, fully bracketed. */
const arbitraryDecimalExpression: fc.Arbitrary<DecimalExpression> = fc.letrec<{
  tree: DecimalExpression;
}>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { arbitrary: leaf, weight: 1 },
    {
      arbitrary: fc
        .tuple(tie("tree"), fc.constantFrom("+", "-", "*"), tie("tree"))
        .map(([left, sign, right]) => combine(left, sign, right)),
      weight: 3,
    },
  ),
})).tree;

/** The shortest decimal notation of the value. */
function toText({ units, places }: DecimalExpression): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  const sign = units < 0n ? "-" : "";
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

function combine(
  left: DecimalExpression,
  sign: string,
  right: DecimalExpression,
): DecimalExpression {
  const text = `(${left.text} ${sign} ${right.text})`;
  if (sign === "*")
    return {
      text,
      units: left.units * right.units,
      places: left.places + right.places,
    };
  const places = Math.max(left.places, right.places);
  const scale = (side: DecimalExpression) =>
    side.units * 10n ** BigInt(places - side.places);
  const [one, other] = [scale(left), scale(right)];
  return { text, units: sign === "+" ? one + other : one - other, places };
}

/** Meaningful tokens, and separators that users write between them. */
const PIECES =
  "1|2.5|1,234|0|99|1e300|%| % |of|mod|+|-|*|/|//|**|^|!|(|)|[|]|,|, |;|sqrt(|sin|max(|mean(|det(|range(|pi|e|i| |\n|km| to mi|$|×|½|²|x|x =|=|<|?|:| if | else |not |\\frac{|}|的|加|half of |sum of |two |'|\"|.|°|C| 1/2|<<|&".split(
    "|",
  );

describe("the calculator, for any input", () => {
  it("answers any text with one line", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 1_200 }),
      fc
        .array(fc.constantFrom(...PIECES), { maxLength: 40 })
        .map((pieces) => pieces.join("")),
      fc
        .tuple(
          fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }),
          fc.nat(400),
        )
        .map(([pieces, times]) => pieces.join("").repeat(times)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const observation = calculate(text);
        expect(observation).toMatch(/^[^\n]{1,4000}$/);
        expect(observation.isWellFormed()).toBe(true);
        expect(observation).not.toMatch(/NaN|Infinity|undefined|\[object/);
      }),
      { numRuns: runs(300) },
    );
  });

  it("agrees with exact decimal arithmetic to the last digit", () => {
    fc.assert(
      fc.property(arbitraryDecimalExpression, (expression) => {
        const value = toText(expression);
        const digits = value.replace(/^-?[0.]*/, "").replace(".", "");
        fc.pre(digits.length <= 30 && expression.text.length <= 1_000);
        expect(calculate(`${expression.text} == ${value}`)).toBe("true");
        expect(Number(calculate(expression.text))).toBe(Number(value));
      }),
      { numRuns: runs(150) },
    );
  });

  it("agrees with integers of any size on quotients and remainders", () => {
    const integers = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n });
    fc.assert(
      fc.property(integers, integers, (left, right) => {
        fc.pre(right !== 0n);
        const quotient = calculate(`(${left}) // (${right})`);
        const remainder = calculate(`(${left}) mod (${right})`);
        expect(BigInt(quotient) * right + BigInt(remainder)).toBe(left);
        expect(BigInt(remainder) * right >= 0n).toBe(true);
      }),
    );
  });

  it("agrees with JavaScript on quotients, powers and functions", () => {
    const numbers = fc.integer({ min: 1, max: 9_999 });
    fc.assert(
      fc.property(numbers, numbers, numbers, (a, b, c) => {
        const observation = calculate(
          `sqrt(${a} / ${b}) + (${b} / ${c})^2 * ln(${a}) - ${c} // 7 % ${b} + sin(${c}) - atan(${a})`,
        );
        const expected =
          Math.sqrt(a / b) +
          (b / c) ** 2 * Math.log(a) -
          (Math.floor(c / 7) % b) +
          Math.sin(c) -
          Math.atan(a);
        expect(Number(observation)).toBeCloseTo(expected, 5);
      }),
    );
  });

  it("reads the same number with and without thousands separators", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (number) => {
        for (const language of ["en-US", "en-IN", "de-CH"])
          expect(calculate(`${number.toLocaleString(language)} * 2`)).toBe(
            String(number * 2),
          );
      }),
    );
  });

  it("takes percentages of what they are of", () => {
    const amounts = fc.integer({ min: 1, max: 1_000_000 });
    const rates = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(amounts, rates, (amount, rate) => {
        const part = String((amount * rate) / 100);
        expect(calculate(`${rate}% of ${amount}`)).toBe(part);
        expect(calculate(`${amount} * ${rate}%`)).toBe(part);
        expect(calculate(`${amount} + ${rate}% - ${amount}`)).toBe(part);
      }),
    );
  });

  it("converts back to the same amount", () => {
    const lengths = fc.constantFrom("m", "ft", "mi", "km", "in", "nmi", "ly");
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 9 }),
        lengths,
        lengths,
        (amount, from, to) => {
          expect(
            calculate(`x = ${amount} ${from} to ${to}\nx to ${from}`),
          ).toBe(`${amount} ${from}`);
        },
      ),
    );
  });
});
